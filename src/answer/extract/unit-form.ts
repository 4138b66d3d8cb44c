import { pointsAt, withoutExpletive, wordsOf } from '../../question/points-back.ts';
import type { QuestionPart } from '../../question/question.ts';
import { codeBlocks } from '../../text/sentences/code-fence.ts';
import { hasCheckBox } from '../../text/sentences/note-marks.ts';
import { wordSet } from '../../text/words.ts';
import { endsSentence, introduces } from './passage-sentences.ts';
import type { QuotableUnit } from './quotable-units.ts';

/** Terms of a sentence that says something of its own beside announcing what follows. */
const tellingTerms = 8;

/** Fewest terms of a sentence that says something. */
const statementTerms = 3;

/** Fewest words of a sentence that can answer with nothing but the question's own: "Dogs are allowed." */
const statementWords = 3;

/**
 * Whether it only names the subject: a caption, the title of its document, a heading that carries no mark. "Prices."
 * answers no question, but a box that is ticked or not does, and so does a notice that is nothing but its title.
 * `covered` are the question's terms.
 */
export function isLabel(
  { kind, text, terms, passage: { chunk } }: QuotableUnit,
  covered: Pick<ReadonlySet<string>, 'has'>,
): boolean {
  const isAlone = chunk.content.trim() === text;
  const isName = kind !== 'heading' && (text === chunk.title || chunk.headingPath.includes(text));
  if (isName && !isAlone) return true;
  if (hasCheckBox(text) || terms.some((term) => !covered.has(term))) return false;
  // Scripts without spaces have more terms than words, others fewer.
  const words = Math.max(terms.length, text.split(/\s+/).length);
  return words < statementWords || (!isAlone && !/[\p{Po}\p{Pe}\p{Pf}](?<!\])$/u.test(text));
}

/**
 * Whether it is an item, a row, some words or half a sentence, and none of it asked for. `covered` are the question's
 * terms.
 */
export function isOffTopic(unit: QuotableUnit, covered: { readonly size: number }): boolean {
  if (covered.size > 0) return false;
  const { kind, continuesItem, terms } = unit;
  if (kind === 'table-row' || (kind === 'list-item' && !continuesItem)) return true;
  return isSaid(kind) && (terms.length < statementTerms || isFragment(unit));
}

/** Whether it is prose, or a list's item, that no stop ends; what it introduces, or a box, completes it. */
function isFragment({ kind, text, introduced }: QuotableUnit): boolean {
  return isSaid(kind) && !introduced && !endsSentence(text) && !hasCheckBox(text);
}

/**
 * Whether it announces what is not quoted with it: where it says little else, and where that is a table, which is
 * quoted by its rows, or begins under another heading. What is quoted as a whole there brings it along.
 */
export function announcesOther(
  unit: QuotableUnit,
  [next, afterNext]: readonly (QuotableUnit | undefined)[],
): boolean {
  const { kind, text, terms, introduced } = unit;
  if (!isSaid(kind) || introduced || !introduces(text)) return false;
  if (terms.length < tellingTerms) return true;
  if (kind !== 'prose' || !next || next.kind === 'prose') return false;
  return next.kind !== 'heading' || afterNext?.lead === unit;
}

/** How an entry of a bibliography begins, up to its year: “Tobin, J., et al. (2017).”, “[3] J. Tobin, …, 2017.” */
const bibliographyEntry =
  /^(?:(?<last>\p{Lu}[\p{L}'’-]{1,30}), (?:\p{Lu}\.[ -]?)+[^()]{0,200}\(|\[\p{N}+\] ?(?:\p{Lu}\.[ -]?)+ ?(?<name>\p{Lu}[\p{L}'’-]{1,30})[, ].{0,300}[ (])(?:19|20)\d\d[a-z]?\b/u;

/** Nothing but links, whose addresses are left out. */
const onlyLinks = /^(?:\[+[^[\]\n]+\]+[\s,;·|]*)+$/u;

/**
 * Whether it names another text and says nothing of what that is about: links alone, an entry of a bibliography. Who
 * wrote something, and what somebody named wrote, an entry does say.
 */
export function pointsElsewhere(
  { kind, text }: QuotableUnit,
  { text: question, type }: Pick<QuestionPart, 'text' | 'type'>,
): boolean {
  if (!isSaid(kind) || hasCheckBox(text)) return false;
  const { last, name = last } = bibliographyEntry.exec(text)?.groups ?? {};
  return name === undefined ? onlyLinks.test(text) : type !== 'person' && !question.includes(name);
}

/** Whether it is code, or announces code that is quoted with it. */
export function isCode({ kind, introduced }: QuotableUnit): boolean {
  return kind === 'code' || (introduced !== undefined && codeBlocks(introduced.text).length > 0);
}

function isSaid(kind: QuotableUnit['kind']): boolean {
  return kind === 'prose' || kind === 'list-item';
}

/** Pointers that at the beginning of a sentence mostly are none: "One of the pumps is red.", "Da es regnet, …" */
const pointNowhere = wordSet('one ones there da');

/** Characters of a sentence that its first two words stand in, marks around them included. */
const charactersRead = 60;

/** Whether a sentence begins with a word that only the sentence before it explains: "It won the award in 2000." */
export function refersBack(sentence: string, language: string): boolean {
  const words = wordsOf(withoutExpletive(sentence.slice(0, charactersRead)));
  return !pointNowhere.has(words[0]?.toLowerCase() ?? '') && pointsAt(0, words, language);
}
