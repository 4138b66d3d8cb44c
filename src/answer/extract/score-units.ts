import type { Analyser } from '../../contracts/analyser.ts';
import type { WordVectors } from '../../contracts/embedder.ts';
import type { Passage } from '../../contracts/generator.ts';
import { answerWeights, type Feature, weightsWithoutVectors } from './answer-weights.ts';
import { characterOverlap, type WordLikeness, wordLikeness } from './likeness.ts';
import {
  type CoveredTerms,
  isAskedFor,
  type QuestionFeatures,
  questionFeatures,
  share,
} from './question-features.ts';
import { type QuotableUnit, quotableUnits } from './quotable-units.ts';
import type { AskedToQuote } from './quoting-request.ts';
import {
  askedAbove,
  holdsAnswer,
  isAboutText,
  type ReadUnit,
  type UnitSetting,
  unitFeatures,
} from './unit-features.ts';
import { announcesOther, isBibliographyEntry, isLabel, isOffTopic } from './unit-form.ts';

/** A unit that may be quoted, with all that its choice depends on. */
export interface ScoredUnit {
  readonly unit: QuotableUnit;
  readonly covered: CoveredTerms;
  readonly features: Readonly<Record<Feature, number | boolean>>;
  /** The same with what introduces it, which is quoted too. */
  readonly quoted: CoveredTerms;
  /** How likely it answers, as log-odds between the units of one question. */
  readonly score: number;
  /**
   * Its coverage with that of what must be read before it, be it the heading; a row's header tells nothing of one row.
   */
  readonly bearing: number;
}

/**
 * Scores every unit of the passages by how well it answers: its coverage of the question's terms, weighed by rarity,
 * and the weighed sum of its features. Table headers, headings that only name their subject, captions, and items and
 * rows without a word of the question, are read but never offered. In order of passage, then of place.
 */
export function scoreUnits(asked: AskedToQuote, analyser: Analyser, vectors?: WordVectors): ScoredUnit[] {
  const { passages } = asked;
  const { text: asking, language } = asked.question;
  const question = questionFeatures(asked, analyser);
  const shares = passageShares(passages);
  const cosines = passageCosines(passages);
  const unitsByPassage = passages.map((passage) =>
    quotableUnits(passage, analyser, question.list && ((whole) => isAskedFor(whole, question))),
  );
  const texts = unitsByPassage.flat().map(({ text }) => text);
  const overlaps = characterOverlap(asking, texts).values();
  const weights = vectors?.language === language ? answerWeights : weightsWithoutVectors;
  const weighed = Object.entries(weights) as readonly (readonly [Feature, number])[];
  const likenesses = wordLikeness(
    asking,
    language,
    texts,
    vectors,
    (word) => analyser.terms(word, language)[0]?.text ?? word,
  ).values();
  return unitsByPassage.flatMap((units, place) => {
    const all = units.map((unit) =>
      readUnit(unit, question, {
        characters: overlaps.next().value ?? 0,
        ...(likenesses.next().value as WordLikeness),
      }),
    );
    const read = all.filter(({ unit }) => !standsInOtherPanel(unit, question, analyser));
    return scorePassage(
      read,
      { passageShare: shares[place] ?? 0, cosine: cosines[place] ?? 0 },
      question,
      weighed,
    );
  });
}

/** Whether it stands in a panel that the question does not name while it names another beside it: "on Windows". */
function standsInOtherPanel(
  { passage, start, end }: QuotableUnit,
  { words }: QuestionFeatures,
  analyser: Analyser,
): boolean {
  const { chunk, panels = [] } = passage;
  const termsOf = (label: string) => analyser.terms(label, chunk.language).map(({ text }) => text);
  return panels.some((panel) => {
    if (start < panel.start || end > panel.end) return false;
    const own = new Set(termsOf(panel.label));
    const others = panel.others.map((other) => new Set(termsOf(other)));
    // "Model Heron" is told from "Model Finch" by its second word alone.
    const isItsOwn = (term: string) => words.has(term) && others.some((other) => !other.has(term));
    if ([...own].some(isItsOwn)) return false;
    return others.some((other) => [...other].some((term) => words.has(term) && !own.has(term)));
  });
}

/** Where each passage's score lies between those of the last and the best: 1 for the best, 0 for the last. */
function passageShares(passages: readonly Passage[]): readonly number[] {
  const scores = passages.map(({ score }) => score);
  const best = Math.max(...scores);
  const spread = best - Math.min(...scores);
  return scores.map((score) => (spread === 0 ? 1 : 1 - (best - score) / spread));
}

/** One that the vector leg did not find, as what stands around hits, takes the lowest of the others. */
function passageCosines(passages: readonly Passage[]): readonly number[] {
  const known = passages.flatMap(({ cosine }) => cosine ?? []);
  const lowest = known.length === 0 ? 0 : Math.min(...known);
  return passages.map(({ cosine }) => cosine ?? lowest);
}

function scorePassage(
  read: readonly ReadUnit[],
  passage: Pick<UnitSetting, 'passageShare' | 'cosine'>,
  question: QuestionFeatures,
  weighed: readonly (readonly [Feature, number])[],
): ScoredUnit[] {
  const passageCovered = new Map(read.flatMap(({ covered, above }) => [...above, ...covered]));
  return read.flatMap((one, position) => {
    const [behind, farther] = [read[position + 1], read[position + 2]];
    if (!isOffered(one, [behind?.unit, farther?.unit], question)) return [];
    const { unit, covered, lead, above } = one;
    const setting = { ...passage, position, passageCovered, before: read[position - 1], behind };
    const features = unitFeatures(one, setting, question);
    const isBearing = features.besideSaid || features.answerType || covered.size + lead.size + above.size > 0;
    // Who asks for more, or for the reason, asks for it of what was spoken of.
    if (question.alreadySaid !== '' && question.terms.length > 0 && !isBearing) return [];
    const score = weighed.reduce((sum, [name, weight]) => sum + weight * Number(features[name]), 0);
    const opened = unit.opensSection ? above : [];
    const isRow = unit.kind === 'table-row';
    const bearing = share(question, isRow ? covered : new Map([...opened, ...lead, ...covered]));
    const quoted = unit.kind === 'prose' ? covered : new Map([...lead, ...covered]);
    return [{ unit, covered, quoted, features, score, bearing }];
  });
}

function readUnit(
  unit: QuotableUnit,
  { definition, covered }: QuestionFeatures,
  likeness: ReadUnit['likeness'],
): ReadUnit {
  const found = definition?.cueOf(unit);
  const cue = found === 'opens' && (isAboutText(unit) || isBibliographyEntry(unit)) ? undefined : found;
  // What opens the section of a subject leaves its name unsaid.
  const unsaid = cue === 'opens' ? (definition?.terms ?? []) : [];
  return {
    unit,
    cue,
    likeness,
    covered: covered([...unsaid, ...unit.terms]),
    lead: covered(unit.lead?.terms ?? []),
    above: covered(unit.headingTerms),
  };
}

/** Under a question so much like the one asked, an answer may be a word. */
const enoughAskedAbove = 0.3;

/** Whether a unit may be quoted for itself. */
function isOffered(
  { unit, cue, covered, lead }: ReadUnit,
  following: readonly (QuotableUnit | undefined)[],
  question: QuestionFeatures,
): boolean {
  if (isOnlyRead(unit, question) || isLabel(unit, covered)) return false;
  if (cue !== 'defines' && announcesOther(unit, following)) return false;
  // An item that has the words brings those within it along.
  const topic = unit.lead?.kind === 'list-item' ? covered : new Map([...lead, ...covered]);
  return (
    question.terms.length === 0 || askedAbove(unit, question) >= enoughAskedAbove || !isOffTopic(unit, topic)
  );
}

/**
 * Whether it only says what others are about. A heading may say something of its subject in brackets, or the date asked
 * for.
 */
function isOnlyRead(unit: QuotableUnit, question: QuestionFeatures): boolean {
  const { kind, text } = unit;
  if (kind !== 'heading') return kind === 'table-header';
  const isFactAsked =
    !question.list && !question.definition && !question.wantsCode && question.type !== 'reason';
  const isDated = question.type === 'time' && holdsAnswer(unit, question);
  return !isFactAsked || !(isDated || /[(（].*\p{L}/u.test(text));
}
