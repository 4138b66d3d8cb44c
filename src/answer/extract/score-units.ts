import type { Analyser } from '../../contracts/analyser.ts';
import type { AnswerReader, PassageToRead } from '../../contracts/answer-reader.ts';
import type { WordVectors } from '../../contracts/embedder.ts';
import type { Passage } from '../../contracts/generator.ts';
import type { AnswerabilityCurve } from '../../contracts/index-manifest.ts';
import { answerableProbability } from '../confidence.ts';
import { answerWeights, type Feature, weightsWithoutVectors } from './answer-weights.ts';
import { endsQuestion } from './passage-sentences.ts';
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
  characterOverlap,
  type ReadUnit,
  type UnitSetting,
  unitFeatures,
  type WordLikeness,
  wordLikeness,
} from './unit-features.ts';
import { announcesOther, isLabel, isOffTopic } from './unit-form.ts';

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
   * Its coverage with that of what must be read before it; a row's header tells nothing of one row.
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
    return scorePassage(
      all,
      { passageShare: shares[place] ?? 0, cosine: cosines[place] ?? 0 },
      question,
      weighed,
    );
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
  const posing = read.filter(({ unit }) => question.isPosedIn(unit));
  // Objectives of a chapter stand in one list.
  const lists = new Set(posing.flatMap(({ unit: { kind, lead } }) => (kind === 'list-item' && lead) || []));
  const asks = (one: ReadUnit) =>
    endsQuestion(one.unit.text) ||
    posing.includes(one) ||
    (one.unit.lead !== undefined && lists.has(one.unit.lead));
  return read.flatMap((one, position) => {
    const [behind, farther] = [read[position + 1], read[position + 2]];
    if (!isOffered(one, [behind?.unit, farther?.unit], question)) return [];
    const { unit, covered, lead, above } = one;
    const setting = {
      ...passage,
      position,
      passageCovered,
      before: read[position - 1],
      behind,
      asks: asks(one),
    };
    const features = unitFeatures(one, setting, question);
    const isBearing = features.besideSaid || features.answerType || covered.size + lead.size + above.size > 0;
    // Who asks for more, or for the reason, asks for it of what was spoken of.
    if (question.alreadySaid !== '' && question.terms.length > 0 && !isBearing) return [];
    const score = weighed.reduce((sum, [name, weight]) => sum + weight * Number(features[name]), 0);
    const isRow = unit.kind === 'table-row';
    const bearing = share(question, isRow ? covered : new Map([...lead, ...covered]));
    const quoted = unit.kind === 'prose' ? covered : new Map([...lead, ...covered]);
    return [{ unit, covered, quoted, features, score, bearing }];
  });
}

function readUnit(
  unit: QuotableUnit,
  { definition, covered }: QuestionFeatures,
  likeness: ReadUnit['likeness'],
): ReadUnit {
  return {
    unit,
    defines: definition?.isIn(unit) === true,
    likeness,
    covered: covered(unit.terms),
    lead: covered(unit.lead?.terms ?? []),
    above: covered(unit.headingTerms),
  };
}

/** Under a question so much like the one asked, an answer may be a word. */
const enoughAskedAbove = 0.5;

/** Whether a unit may be quoted for itself. */
function isOffered(
  { unit, defines, covered, lead }: ReadUnit,
  following: readonly (QuotableUnit | undefined)[],
  question: QuestionFeatures,
): boolean {
  if (isOnlyRead(unit, question) || isLabel(unit, covered)) return false;
  if (!defines && announcesOther(unit, following)) return false;
  if (question.terms.length === 0 || askedAbove(unit, question) >= enoughAskedAbove) return true;
  return !isOffTopic(unit, new Map([...lead, ...covered]));
}

/** Whether it only says what others are about. A heading may say something of its subject in brackets. */
function isOnlyRead({ kind, text }: QuotableUnit, question: QuestionFeatures): boolean {
  if (kind !== 'heading') return kind === 'table-header';
  const isFactAsked =
    !question.list && !question.definition && !question.wantsCode && question.type !== 'reason';
  return !isFactAsked || !/[(（].*\p{L}/u.test(text);
}

/** What the features' score and the reader's log-odds count together, chosen by `training/weigh-reader.ts`. */
const readingWeights = { features: 0.57, reading: 0.27 };

/** A passage whose best unit lies further below the best of all, in log-odds of the features, is not read. */
const readWithin = 8;

/**
 * How likely a question is answered by the best log-odds of its units, among questions of which half are: fitted by
 * `training/weigh-reader.ts`.
 */
const readingCurve: AnswerabilityCurve = { slope: 0.383, intercept: -0.487 };

/** Units with the scores that they are chosen by. */
interface Reading {
  readonly units: readonly ScoredUnit[];
  /** Probability that one of them answers; undefined where no reader can tell. */
  readonly answerProbability: number | undefined;
}

/** Scores each unit by its features and by what a reader says of it, as far as it can tell: {@link readingsOf}. */
export async function withReading(
  scored: readonly ScoredUnit[],
  asked: AskedToQuote,
  reader: AnswerReader | undefined,
): Promise<Reading> {
  const odds = reader && (await readingsOf(scored, asked, reader));
  if (!odds) return { units: scored, answerProbability: undefined };
  const { features, reading } = readingWeights;
  const units = scored.map((one, place) => ({
    ...one,
    score: features * one.score + reading * (odds[place] ?? 0),
  }));
  // What it makes of another language than its own says nothing.
  const canTell = scored.every(({ unit }) => unit.passage.chunk.language === reader.language);
  const best = Math.max(...odds);
  return { units, answerProbability: canTell ? answerableProbability(best, readingCurve) : undefined };
}

/**
 * The log-odds of each unit that it answers, in the order of `scored`. A unit of a passage that is not read has the
 * least of the others. Undefined where the reader cannot tell: the question is in another language than its own, or
 * leans on what was said before, as in "And for Zoe?".
 */
export async function readingsOf(
  scored: readonly ScoredUnit[],
  { question: { text, language }, alreadySaid, saidEarlier, signal }: Omit<AskedToQuote, 'passages'>,
  reader: AnswerReader,
): Promise<readonly number[] | undefined> {
  if (reader.language !== language || scored.length < 2 || alreadySaid !== '' || saidEarlier !== '')
    return undefined;
  const least = Math.max(...scored.map(({ score }) => score)) - readWithin;
  const byPassage = Map.groupBy(scored, ({ unit }) => unit.passage);
  const near = [...byPassage].filter(([, units]) => units.some(({ score }) => score >= least));
  const passages = near.map(([passage, units]) => passageToRead(passage, units));
  const readings = await reader.read(text, passages, signal);
  const odds = new Map(
    near.flatMap(([, units], at) =>
      units.map((one, place) => [one, readings[at]?.[place] ?? Number.NEGATIVE_INFINITY] as const),
    ),
  );
  const lowest = Math.min(...[...odds.values()].filter((one) => Number.isFinite(one)));
  // Of units without a word there is nothing to read.
  if (!Number.isFinite(lowest)) return undefined;
  return scored.map((one) => Math.max(odds.get(one) ?? lowest, lowest));
}

function passageToRead({ chunk }: Passage, units: readonly ScoredUnit[]): PassageToRead {
  const { title, headingPath, content, start } = chunk;
  return {
    headings: headingPath[0] === title ? headingPath : [title, ...headingPath],
    text: content,
    units: units.map(({ unit }) => ({ start: unit.start - start, end: unit.end - start })),
  };
}
