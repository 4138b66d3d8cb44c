import { hasAnswerCue } from './answer-cues.ts';
import type { Feature } from './answer-weights.ts';
import type { DefinitionCue } from './asked-definition.ts';
import { hasRole } from './heading-role.ts';
import type { WordLikeness } from './likeness.ts';
import { type CoveredTerms, inOneLine, type QuestionFeatures, share } from './question-features.ts';
import type { QuotableUnit } from './quotable-units.ts';
import { endsQuestion } from './sentence-end.ts';
import { speaksOfText } from './speaks-of-text.ts';
import { describesLink, enumerates, isBibliographyEntry, isCode, isPointer } from './unit-form.ts';

/** A unit with how it defines what is asked for, and the question's terms that are in it and around it. */
export interface ReadUnit {
  readonly unit: QuotableUnit;
  readonly cue: DefinitionCue | undefined;
  /** How near it is to the question: by its words' meaning, and by what it shares below the level of words. */
  readonly likeness: WordLikeness & { readonly characters: number };
  readonly covered: CoveredTerms;
  /** What leads to it covers, and the headings above. */
  readonly lead: CoveredTerms;
  readonly above: CoveredTerms;
}

/** What is known of a unit from what stands around it. */
export interface UnitSetting {
  /** 1 for the best passage, 0 for the last. */
  readonly passageShare: number;
  /** Of its passage's vector and the question's. */
  readonly cosine: number;
  /** 0-based, of the units of its passage. */
  readonly position: number;
  /** What the whole passage holds of the question, headings included. */
  readonly passageCovered: CoveredTerms;
  readonly before: ReadUnit | undefined;
  readonly behind: ReadUnit | undefined;
}

/** A unit with fewer terms says little, and may be all of an answer. */
const shortTerms = 6;

/** Terms of a question, fewest, that a heading can ask as well: one or two name the subject of many sections. */
const fewestAskedAbove = 3;

/** Reads what speaks for and against quoting a unit. */
export function unitFeatures(
  { unit, cue, likeness, covered, lead, above }: ReadUnit,
  { passageShare, cosine, position, passageCovered, before, behind }: UnitSetting,
  question: QuestionFeatures,
): Readonly<Record<Feature, number | boolean>> {
  const isRow = unit.kind === 'table-row';
  const beside = [before, behind].filter((one) => one !== undefined);
  const navigation = standsInNavigation(unit) && !asksForHeading(question, unit);
  const isList =
    (unit.kind === 'list' || unit.kind === 'table' || (question.list !== undefined && enumerates(unit))) &&
    !navigation &&
    !isPointer(unit);
  const said = new Map([...above, ...lead, ...covered]);
  const coverage = share(question, covered);
  return {
    ...likeness,
    // Of what was looked for in the stead of a word, the vectors of words know nothing.
    alignment: Math.max(likeness.alignment, coverage),
    coverage,
    referent: isRow ? 0 : share(question, without(lead, covered)),
    namesMissing: missing(question.names, said),
    namesMissingPassage: missing(question.names, passageCovered),
    numbersMissing: shareLacking(question.figures, unit.text.match(figures) ?? []),
    position: Math.log1p(position),
    short: Math.max(0, shortTerms - unit.terms.length) / shortTerms,
    passage: passageShare,
    cosine,
    answerType: holdsAnswer(unit, question),
    rowLabel: isRow ? labelShare(unit, question) : 0,
    heading: share(question, without(above, covered)),
    askedAbove: askedAbove(unit, question),
    saidByNamed: isSaidByNamed(unit, question),
    list: isList ? share(question, new Map([...above, ...covered])) : 0,
    ...codeFeatures(unit, cue, question),
    defines: cue !== undefined,
    definesFurther: !cue && before?.cue !== undefined && goesOn(before.unit, unit),
    otherRow: isRow && !cue && question.definition !== undefined && question.covered(unit.label).size === 0,
    overview: unit.opensSection && hasRole(unit.heading, 'overview', unit.passage.chunk.language),
    headingItself: unit.kind === 'heading',
    pointer: pointerShare(unit, cue, question),
    aboutText: isAboutText(unit),
    navigation,
    alreadySaid: isSaidIn(question.alreadySaid, unit) && !holdsAnswer(unit, question),
    besideSaid: beside.some((one) => isSaidIn(question.alreadySaid, one.unit)),
    saidEarlier: isSaidIn(question.saidEarlier, unit),
    question: endsQuestion(unit.text),
  };
}

/** How far it says where to look. Who asks what something is learns it from no list of books about it. */
function pointerShare(
  unit: QuotableUnit,
  cue: DefinitionCue | undefined,
  { definition }: QuestionFeatures,
): number {
  if ((isPointer(unit) && cue !== 'opens') || (definition && isBibliographyEntry(unit))) return 1;
  return describesLink(unit) ? 0.5 : 0;
}

/** Whether a sentence follows another in its paragraph, or in its item. */
function goesOn(before: QuotableUnit, { kind, start, continuesItem }: QuotableUnit): boolean {
  return continuesItem || (kind === 'prose' && before.kind === 'prose' && start - before.end <= 1);
}

/** Whether it holds a thing of the kind that the question asks for. */
export function holdsAnswer(
  { text, passage }: QuotableUnit,
  { type, text: question }: QuestionFeatures,
): boolean {
  return type !== undefined && hasAnswerCue(text, type, { question, language: passage.chunk.language });
}

/** Whether it, or what it is an item of, tells what the text is about to say. */
export function isAboutText({ kind, text, lead, passage }: QuotableUnit): boolean {
  const { language } = passage.chunk;
  const isItem = kind === 'list-item' && lead !== undefined;
  return speaksOfText(text, language) || (isItem && speaksOfText(lead.text, language));
}

/** A question above that shares words with the one asked counts this much where it shares all. */
const likeQuestion = 0.6;

/**
 * How far the nearest heading above it asks what is asked, in [0, 1]: 1 where it holds all of the question and no other
 * word; where it is a question itself, the shares of the two that the other holds, multiplied.
 */
export function askedAbove(
  { kind, heading, nearestTerms }: QuotableUnit,
  question: QuestionFeatures,
): number {
  const asks = endsQuestion(heading);
  if (kind === 'heading' || nearestTerms.length === 0) return 0;
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
): Pick<Record<Feature, boolean>, 'codeAskedFor' | 'codeInsteadOfWords' | 'code'> {
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

const figures = /\p{N}+(?:[.,]\p{N}+)*/gu;

/** Share of the terms that are wanted which nothing covers, in [0, 1]. */
function missing(wanted: ReadonlySet<string>, said: CoveredTerms): number {
  if (wanted.size === 0) return 0;
  return [...wanted].filter((term) => !said.has(term)).length / wanted.size;
}

/** The same of numbers. */
function shareLacking(wanted: ReadonlySet<string>, found: readonly string[]): number {
  if (wanted.size === 0) return 0;
  return [...wanted].filter((figure) => !found.includes(figure)).length / wanted.size;
}
