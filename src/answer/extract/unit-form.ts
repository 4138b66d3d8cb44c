import { byLanguage } from '../../language/language-packs.ts';
import { pointsAt, withoutExpletive, wordsOf } from '../../question/points-back.ts';
import { codeBlocks } from '../../text/sentences/code-fence.ts';
import { hasCheckBox } from '../../text/sentences/note-marks.ts';
import { wordSet } from '../../text/words.ts';
import { ownValue } from '../../values/own-value.ts';
import { endsSentence, introduces } from './passage-sentences.ts';
import type { QuotableUnit } from './quotable-units.ts';

/** Terms of a sentence that says something of its own beside announcing what follows. */
const tellingTerms = 8;

/** Fewest terms of a sentence that says something. */
const statementTerms = 3;

/** Fewest words of a sentence that can answer with nothing but the question's own: "Dogs are allowed." */
const statementWords = 3;

/** A row of which only the first cell says something, and that neither a sentence nor a value behind a name. */
const rowOfOneName = /^\|?(?![^|]*[:：]\s*[^\s|])[^|]*[^|.!?。\s]\s*(?:\|\s*){2,}$/u;

/**
 * Whether it only names the subject: a caption, the title of its document, a heading that carries no mark, or a row
 * with nothing behind its name, as those are that part a table. "Prices." answers no question. `covered` are the
 * question's terms.
 */
export function isLabel(
  { kind, text, terms, passage: { chunk } }: QuotableUnit,
  covered: Pick<ReadonlySet<string>, 'has'>,
): boolean {
  if (isTicked({ kind, text })) return false;
  if (kind === 'table-row' && rowOfOneName.test(text)) return true;
  const isName = text === chunk.title || chunk.headingPath.includes(text);
  if (isName && kind !== 'heading') return true;
  if (terms.some((term) => !covered.has(term))) return false;
  // Scripts without spaces have more terms than words, others fewer.
  const words = Math.max(terms.length, text.split(/\s+/).length);
  return words < statementWords || !/[\p{Po}\p{Pe}\p{Pf}]$/u.test(text);
}

/** Whether a box in it says that it is so, or not so: that answers with no word but the question's own. */
function isTicked({ kind, text }: Pick<QuotableUnit, 'kind' | 'text'>): boolean {
  return (isSaid(kind) || kind === 'table-row') && hasCheckBox(text);
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

/**
 * Whether it is one word, or a value behind its name, and no sentence, or only a remark in brackets: "History", "Added
 * in: v1.2", "(Since 1.3.)".
 */
export function isNote(text: string): boolean {
  if (/^[(（][^()（）]*[)）]$/u.test(text)) return true;
  const isWord = /^[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+$/u.test(text);
  return !endsSentence(text) && (isWord || /^[\p{L} ]{2,20}:\s[^\n]{1,80}$/u.test(text));
}

/** How an entry of a bibliography begins: 'Tobin, J., et al. (2017). "Rotors."' */
const bibliographyEntry = /^\p{Lu}[\p{L}'’-]{1,30}, (?:\p{Lu}\.[ -]?)+[^()]{0,200}\((?:19|20)\d\d[a-z]?\)/u;

/** Whether it names another text, as the entries of a bibliography do: it says nothing of what that is about. */
export function isBibliographyEntry({ text }: QuotableUnit): boolean {
  return bibliographyEntry.test(text);
}

/** Share of a text's letters that must be those of links for it to be a pointer. */
const pointerShare = 0.5;

/** The first two marks of an enumeration within a sentence: "(a) … (b) …", "1) … 2) …", "① … ②". */
const enumeration =
  /(?:(?:^|[\s:：,，])[(（]?a[)）].*[\s,;，；][(（]?b[)）]|(?:^|[\s:：,，])[(（]?i[)）].*[\s,;，；][(（]?ii[)）]|(?:^|[\s:：,，]|\p{Script=Han})[(（]?1[)）].*[(（]?2[)）]|①.*②)\s*\S/su;

/** Whether a sentence counts up several things, as a list does. */
export function enumerates({ kind, text }: QuotableUnit): boolean {
  return kind === 'prose' && enumeration.test(text);
}

/** Whether most of it is links: "[Installation](install.md)". A page of links says where to look and nothing else. */
export function isPointer({ linkedShare, introduced }: QuotableUnit): boolean {
  return (introduced?.linkedShare ?? linkedShare) >= pointerShare;
}

/** Whether it is an item that says of a link what is there: "[Tutorials](tutorials.md) – from the first steps on". */
export function describesLink(unit: QuotableUnit): boolean {
  const { linkedShare, kind, text } = unit;
  return kind === 'list-item' && linkedShare > 0 && text.startsWith('[') && isFragment(unit);
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

/** Words that a sentence may begin with before its pronoun, and those that name what was said as its reason. */
interface Connectives {
  readonly before: ReadonlySet<string>;
  readonly reasons: ReadonlySet<string>;
}

/** By BCP 47 primary subtag. In languages that put the verb first after them, it stands before the pronoun. */
const connectives: Readonly<Record<string, Connectives>> = byLanguage(({ telling }) => {
  const words = telling?.connectives;
  return words && { before: wordSet(words.before), reasons: wordSet(words.reasons) };
});

/** Characters of a sentence that its first two words stand in, marks around them included. */
const charactersRead = 60;

/**
 * Whether a sentence begins with a word that only the sentence before it explains, be it behind one that joins the two:
 * "It won the award in 2000.", "However, it was sold.", "Therefore the plate is kept cool."
 */
export function refersBack(sentence: string, language: string): boolean {
  const words = wordsOf(withoutExpletive(sentence.slice(0, charactersRead)));
  const first = words[0]?.toLowerCase() ?? '';
  const joining = ownValue(connectives, language);
  if (joining?.reasons.has(first)) return true;
  if (joining?.before.has(first)) return pointsAt(1, words, language);
  return !pointNowhere.has(first) && pointsAt(0, words, language);
}

/** What a heading that names nothing stands over: what is said of the subject above it, or what leads elsewhere. */
type HeadingRole = 'overview' | 'navigation';

const headings = {
  overview: byLanguage(({ telling }) => telling?.overview),
  navigation: byLanguage(({ telling }) => telling?.navigation),
};

/**
 * Whether a heading stands over what a text says of its whole subject ("Description", "Overview"), or over what leads
 * elsewhere or tells what there is to learn ("Next steps", "See also", "Learning objectives").
 */
export function hasRole(heading: string, role: HeadingRole, language: string): boolean {
  const words = heading.replace(/^[\p{N}\p{P}\p{S}\s]+|[\p{P}\p{S}\s]+$/gu, '');
  return ownValue(headings[role], language)?.test(words) === true;
}

/** How a sentence tells what the text is about to say, what its reader will know then, or that it has moved. */
const patterns = byLanguage(({ telling }) => {
  const words = telling?.selfReference;
  return words && new RegExp(words.phrases.replaceAll('PARTS', words.parts), 'iu');
});

/** Whether a sentence speaks of the text that it stands in: "By the end of this lesson, you will be able to:". */
export function speaksOfText(sentence: string, language: string): boolean {
  const words = sentence.replace(/^[\p{P}\s]+/u, '');
  return ownValue(patterns, language)?.test(words) === true;
}
