import { announcesText } from './announces-text.ts';
import { hasAnswerCue } from './answer-cues.ts';
import type { DefinitionCue } from './asked-definition.ts';
import { hasRole } from './heading-role.ts';
import { proximity } from './proximity.ts';
import {
  adjacentPairs,
  type CoveredTerms,
  inOneLine,
  type QuestionFeatures,
  share,
} from './question-features.ts';
import type { QuotableUnit } from './quotable-units.ts';
import { endsQuestion } from './sentence-end.ts';
import { describesLink, enumerates, isCode, isFragment, isPointer, isUnfinished } from './unit-form.ts';

/** What speaks for or against quoting a unit, beside its own coverage of the question; shares are in [0, 1]. */
export interface UnitFeatures {
  /** Of the passage's score among those of all passages. */
  readonly passage: number;
  /** Of the question in the units before and behind it. */
  readonly neighbours: number;
  /** Of the question in what it goes on from, beside its own: what a pronoun stands for was said before. */
  readonly referent: number;
  /** Of the question's adjacent pairs of terms. */
  readonly pairs: number;
  /** How close together the question's terms stand: close ones are more often about each other. */
  readonly proximity: number;
  /** It holds a thing of the kind asked for: a date, a name, a number. */
  readonly answerType: boolean;
  /** Logarithm of its length over the usual one: long sentences share words with many questions. */
  readonly length: number;
  /** What it shares with the question below the level of words. */
  readonly characters: number;
  /** Of the question in what a row is called, which is what a question about it names. */
  readonly rowLabel: number;
  /** Of the question in the headings above, which say what it is about also where it does not. */
  readonly heading: number;
  /** How far the heading above it asks the same: 1 where it does, less for a question that shares words with it. */
  readonly askedAbove: number;
  /** It is what somebody said or wrote whom the question names. */
  readonly saidByNamed: boolean;
  /** Of the question in a list with the headings above: asked for a list, one that is about the question answers. */
  readonly list: number;
  /** It is, or announces, code that was asked for. */
  readonly codeAskedFor: boolean;
  /** It is, or announces, code that uses what a definition or a comparison would tell of. */
  readonly codeInsteadOfWords: boolean;
  /** It is a line of code, which shares words with many questions and is a sentence that answers few of them. */
  readonly code: boolean;
  readonly defines: boolean;
  readonly opens: boolean;
  readonly shortens: boolean;
  /** It goes on from a sentence that defines. */
  readonly definesFurther: boolean;
  /** A row tells something of what it is called, and of nothing else that is to be defined. */
  readonly otherRow: boolean;
  /** It begins a description, and says what its subject is for. */
  readonly overview: boolean;
  /** Words without a stop name something more often than they say something of it. */
  readonly fragment: boolean;
  /** It says of its section what that is about. */
  readonly headingItself: boolean;
  /** A colon with nothing after it, code that is cut. */
  readonly unfinished: boolean;
  /** A link says where to look. */
  readonly pointer: boolean;
  /** What it says of the link is little, and may be what was asked for. */
  readonly linkDescription: boolean;
  /** What a text says of itself shares words with every question that the text answers. */
  readonly announcement: boolean;
  /** Under “See also” and “Learning objectives” subjects are named and nothing is said of them. */
  readonly navigation: boolean;
  /** Who asks for more, or for the reason, has read it; a reason that it gives is still one. */
  readonly alreadySaid: boolean;
  /** The reason for what was said stands beside that. */
  readonly besideSaid: boolean;
  /** What was quoted before the last reply shares the subject with what is asked now, and seldom answers it. */
  readonly saidEarlier: boolean;
  /** A sentence that asks shares the most words with a question and answers none. */
  readonly question: boolean;
}

/** What is known of a unit from what stands around it. */
export interface UnitSetting {
  /** 1 for the best passage, 0 for the last. */
  readonly passageShare: number;
  /** Its character 4-grams that the question has, in [0, 1]. */
  readonly characters: number;
  /** The units before and behind it. */
  readonly beside: readonly QuotableUnit[];
  /** What it covers of the question, and what the units beside it do, what leads to it and the headings above. */
  readonly covered: CoveredTerms;
  readonly around: CoveredTerms;
  readonly lead: CoveredTerms;
  readonly above: CoveredTerms;
  readonly cue: DefinitionCue | undefined;
  /** Whether the unit before it, in the same paragraph, defines. */
  readonly followsDefinition: boolean;
}

/** Terms of a sentence of middling length. */
const usualTerms = 15;

/** Terms of a question, fewest, that a heading can ask as well: one or two name the subject of many sections. */
const fewestAskedAbove = 3;

/** Reads what speaks for and against quoting a unit. */
export function unitFeatures(
  unit: QuotableUnit,
  { passageShare, characters, beside, covered, around, lead, above, cue, followsDefinition }: UnitSetting,
  question: QuestionFeatures,
): UnitFeatures {
  const isRow = unit.kind === 'table-row';
  const navigation = standsInNavigation(unit) && !asksForHeading(question, unit);
  const isList =
    (unit.kind === 'list' || unit.kind === 'table' || (question.list !== undefined && enumerates(unit))) &&
    !navigation &&
    !isPointer(unit);
  const pointer = isPointer(unit) && cue !== 'opens';
  return {
    passage: passageShare,
    neighbours: share(question, around),
    referent: isRow ? 0 : share(question, without(lead, covered)),
    pairs: overlap(question.pairs, adjacentPairs(unit.terms)),
    proximity: share(question, covered) * proximity(unit.terms, covered),
    answerType: holdsAnswer(unit, question),
    length: Math.log(Math.max(1, unit.terms.length) / usualTerms),
    characters,
    rowLabel: isRow ? labelShare(unit, question) : 0,
    heading: share(question, without(above, covered)),
    askedAbove: askedAbove(unit, question),
    saidByNamed: isSaidByNamed(unit, question),
    list: isList ? share(question, new Map([...above, ...covered])) : 0,
    ...codeFeatures(unit, cue, question),
    defines: cue === 'defines',
    opens: cue === 'opens',
    shortens: cue === 'shortens',
    definesFurther: !cue && followsDefinition,
    otherRow: isRow && !cue && question.definition !== undefined && question.covered(unit.label).size === 0,
    overview: unit.opensSection && hasRole(unit.heading, 'overview', unit.passage.chunk.language),
    fragment: isFragment(unit),
    headingItself: unit.kind === 'heading',
    unfinished: isUnfinished(unit),
    pointer,
    linkDescription: !pointer && describesLink(unit),
    announcement: announces(unit),
    navigation,
    alreadySaid: isSaidIn(question.alreadySaid, unit) && !holdsAnswer(unit, question),
    besideSaid: question.type === 'reason' && beside.some((one) => isSaidIn(question.alreadySaid, one)),
    saidEarlier: isSaidIn(question.saidEarlier, unit),
    question: endsQuestion(unit.text),
  };
}

/** Whether it holds a thing of the kind that the question asks for. */
export function holdsAnswer(
  { text, passage }: QuotableUnit,
  { type, text: question }: QuestionFeatures,
): boolean {
  return type !== undefined && hasAnswerCue(text, type, { question, language: passage.chunk.language });
}

/** Whether it, or what it is an item of, tells what the text is about to say. */
export function announces({ kind, text, lead, passage }: QuotableUnit): boolean {
  const { language } = passage.chunk;
  const isItem = kind === 'list-item' && lead !== undefined;
  return announcesText(text, language) || (isItem && announcesText(lead.text, language));
}

/** A question above that shares words with the one asked counts this much where it shares all. */
const likeQuestion = 0.6;

/**
 * How far the nearest heading above it asks what is asked, in [0, 1]: 1 where it holds all of the question and no other
 * word; where it is a question itself, the shares of the two that the other holds, multiplied. What stands behind the
 * answer to a question in bold print has nothing to do with it but by a word of it.
 */
export function askedAbove(
  { kind, heading, nearestTerms, isPastAnswer, terms }: QuotableUnit,
  question: QuestionFeatures,
): number {
  const asks = endsQuestion(heading);
  if (kind === 'heading' || nearestTerms.length === 0) return 0;
  if (isPastAnswer && question.covered(terms).size === 0) return 0;
  if (question.terms.length < fewestAskedAbove && !asks) return 0;
  const held = nearestTerms.filter((term) => question.words.has(term)).length / nearestTerms.length;
  const likeness = held * share(question, question.covered(nearestTerms));
  if (likeness === 1) return 1;
  return asks ? likeQuestion * likeness : 0;
}

/** The heading of a turn of a transcript or of a message: when it was said, and the name of who said it. */
const turnHeading = /^(?:[\d./-]+,? )?\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]m)? (?=\p{L})/iu;

function isSaidByNamed({ heading, nearestTerms }: QuotableUnit, question: QuestionFeatures): boolean {
  return turnHeading.test(heading) && question.covered(nearestTerms).size > 0;
}

/**
 * Whether one of the headings above it does not stand over what is said of a subject. A list of references is read for
 * them.
 */
function standsInNavigation({ heading, passage: { chunk } }: QuotableUnit): boolean {
  const { title, headingPath, language } = chunk;
  const above = [...headingPath.slice(0, -1), heading];
  const leadsElsewhere = (name: string) => hasRole(name, 'navigation', language);
  return !leadsElsewhere(title) && above.some(leadsElsewhere);
}

/** "What are the prerequisites?" is answered under "Prerequisites". */
function asksForHeading({ words }: QuestionFeatures, { nearestTerms }: QuotableUnit): boolean {
  return nearestTerms.length > 0 && nearestTerms.every((term) => words.has(term));
}

function codeFeatures(
  unit: QuotableUnit,
  cue: DefinitionCue | undefined,
  { wantsCode, list, definition }: QuestionFeatures,
): Pick<UnitFeatures, 'codeAskedFor' | 'codeInsteadOfWords' | 'code'> {
  const wantsWords = !wantsCode && (list === 'comparison' || definition !== undefined);
  const isAnswer = list !== 'comparison' && cue === 'defines';
  const instead = wantsWords && isCode(unit);
  return {
    codeAskedFor: wantsCode && isCode(unit),
    codeInsteadOfWords: instead && !isAnswer,
    code: unit.kind === 'code' && !wantsCode && !list && !instead,
  };
}

function isSaidIn(replies: string, { text }: QuotableUnit): boolean {
  return replies !== '' && replies.includes(inOneLine(text));
}

function without(terms: CoveredTerms, others: CoveredTerms): CoveredTerms {
  return new Map([...terms].filter(([term]) => !others.has(term)));
}

/** How much of the question the label of a row is, where the question names all of the label. */
function labelShare({ label }: QuotableUnit, question: QuestionFeatures): number {
  const covered = question.covered(label);
  return label.every((term) => covered.has(term)) ? share(question, covered) : 0;
}

/** Share of `wanted` that `found` holds, in [0, 1]. */
function overlap(wanted: ReadonlySet<string>, found: ReadonlySet<string>): number {
  if (wanted.size === 0) return 0;
  let common = 0;
  for (const entry of wanted) if (found.has(entry)) common += 1;
  return common / wanted.size;
}
