import type { Analyser } from '../../contracts/analyser.ts';
import type { AnswerReader } from '../../contracts/answer-reader.ts';
import type { WordVectors } from '../../contracts/embedder.ts';
import type {
  GenerateEvent,
  GenerateRequest,
  Generator,
  QuoteForm,
  WeightedTerm,
} from '../../contracts/generator.ts';
import { throwIfAborted } from '../../errors.ts';
import { sumOfWeights } from '../../retrieve/legs/weigh-hit.ts';
import { namedCells, rowCells } from '../../text/sentences/row-cells.ts';
import { distinctTerms, writesSpaces } from '../../text/words.ts';
import { requireNumber, requireObject } from '../../values/require-arguments.ts';
import {
  areNeighbours,
  chooseUnits,
  isReferent,
  referentOf,
  withoutSiblings,
} from '../extract/choose-units.ts';
import { coveredBy } from '../extract/question-features.ts';
import type { QuotableUnit } from '../extract/quotable-units.ts';
import { type AskedToQuote, questionsToQuote, questionToQuote } from '../extract/quoting-request.ts';
import { type ScoredUnit, scoreUnits, withReading } from '../extract/score-units.ts';
import { hasAnswerCue } from '../extract/unit-features.ts';

export interface ExtractiveGeneratorOptions {
  /** The one that the index was written with, so that the question's terms are spelled alike. */
  readonly analyser: Analyser;
  /** By which words of like meaning are known; without them only the same words are. */
  readonly wordVectors?: WordVectors;
  /** What reads question and passages together; it is closed with the generator. Without it features decide alone. */
  readonly reader?: AnswerReader | undefined;
  /**
   * Most sentences of an answer, 1–10, and one for each question of a message; a row of a table, a block of code or a
   * list asked for counts as one.
   */
  readonly maxSentences: number;
}

/**
 * Answers without a model: quotes the sentences of the passages that answer best, whole and unchanged, with what must
 * be read before them.
 *
 * It is a stage and not an adapter under `models/`: extraction is made of the project's own sentence and term
 * analysis, which adapters may not import. Errors: `request_invalid`.
 */
export function createExtractiveGenerator(options: ExtractiveGeneratorOptions): Generator {
  requireObject('options', options);
  requireObject('analyser', options.analyser);
  requireNumber('maxSentences', options.maxSentences, 1, Infinity);
  const { reader } = options;
  return {
    name: 'extractive',
    async *generate(request: GenerateRequest): AsyncGenerator<GenerateEvent> {
      throwIfAborted(request.signal);
      const { terms } = questionToQuote(request, options.analyser);
      const parts = questionsToQuote(request, options.analyser);
      const perPart = Math.max(1, Math.floor(options.maxSentences / parts.length));
      const quoting = await Promise.all(parts.map((part) => quotesFor(part, options)));
      const found = quoting.map(({ quote }) => quote(perPart));
      const chosen = withReferents(found, terms, options.maxSentences - parts.length * perPart);
      const units = chosen.flat();
      const quoted = units.filter((unit, at) => {
        const others = units.filter((other, place) => place < at || !isSamePlace(other, unit));
        return !isQuotedWith(unit, others);
      });
      const headers = quoted.map((unit) => headerOfOne(unit, quoted));
      for (const [at, unit] of quoted.entries()) {
        if (headers.includes(unit)) continue;
        const { passage, start, end, kind } = unit;
        const header = headers[at];
        const names = header && { start: header.start, end: header.end };
        const quote = { type: 'quote', passage: passage.number, start, end } as const;
        const column = header && askedColumn(unit, header, terms, options.analyser);
        const asked = column !== undefined && { column };
        yield names
          ? { ...quote, form: 'item', names, ...asked }
          : { ...quote, form: forms[kind] ?? 'lines' };
      }
      const told = quoting.flatMap(({ answerProbability = [] }) => answerProbability);
      // A message is answered as far as each of its questions is.
      const known = told.length > 0 && { answerProbability: Math.min(...told) };
      yield { type: 'finish', reason: 'stop', ...known };
    },
    ...(reader && { warmUp: () => reader.warmUp(), close: () => reader.close() }),
  };
}

/**
 * What is chosen for each question of a message, with the sentences that pronouns in it point to, as far as places are
 * left over: “The garage opens at 9:00 on Saturdays.” before “It is closed on Sundays.”
 */
function withReferents(
  chosen: readonly (readonly QuotableUnit[])[],
  terms: readonly WeightedTerm[],
  places: number,
): readonly (readonly QuotableUnit[])[] {
  const said = new Set(chosen.flat().map(({ text }) => text));
  let left = places;
  return chosen.map((units) =>
    units.flatMap((unit) => {
      const lead = referentOf(unit, terms);
      if (!lead || left < 1 || said.has(lead.text) || isTooLong(lead)) return [unit];
      left -= 1;
      said.add(lead.text);
      return [lead, unit];
    }),
  );
}

/** How units are written out; all others keep their lines. */
const forms: Readonly<Partial<Record<QuotableUnit['kind'], QuoteForm>>> = {
  prose: 'sentence',
  'list-item': 'item',
  code: 'code',
};

/**
 * The header that is quoted for one row alone; undefined of other units, and where more of the table is quoted. A row
 * of two cells says by itself what is said of what: such a table is often a form, whose first row is no header.
 */
function headerOfOne(unit: QuotableUnit, quoted: readonly QuotableUnit[]): QuotableUnit | undefined {
  const { kind, lead } = unit;
  if (kind !== 'table-row' || lead?.kind !== 'table-header' || !quoted.includes(lead)) return undefined;
  if (rowCells(unit.text).length < 3) return undefined;
  return quoted.some((other) => other !== unit && other.lead === lead) ? undefined : lead;
}

/**
 * The column whose name has most of what is asked for; undefined of the first, which says what the row is of, and where
 * no name has any of it, or several as much.
 */
function askedColumn(
  { text, passage: { chunk } }: QuotableUnit,
  header: QuotableUnit,
  terms: readonly WeightedTerm[],
  analyser: Analyser,
): number | undefined {
  const cells = namedCells(header.text, text);
  const worth = cells.map(({ name }) => {
    const named = distinctTerms(analyser, name, chunk.language);
    return sumOfWeights(terms.filter(({ term }) => named.has(term)));
  });
  const most = Math.max(...worth);
  const column = worth.indexOf(most);
  const isOnly = most > 0 && worth.lastIndexOf(most) === column;
  return isOnly && column > 0 && cells[column]?.value !== '' && cells[0]?.value !== '' ? column : undefined;
}

/** Whether a unit is quoted with others, as one of them or as part of one: an item of a list. */
function isQuotedWith({ passage, start, end }: QuotableUnit, others: readonly QuotableUnit[]): boolean {
  return others.some(
    (other) => other.passage.number === passage.number && other.start <= start && other.end >= end,
  );
}

function isSamePlace(one: QuotableUnit, other: QuotableUnit): boolean {
  return one.passage.number === other.passage.number && one.start === other.start && one.end === other.end;
}

/** What answers one question. */
interface Quoting {
  /** So many units at most, in the order in which they are read. */
  readonly quote: (most: number) => readonly QuotableUnit[];
  /** Probability that any of the units answers; undefined where no reader can tell. */
  readonly answerProbability: number | undefined;
}

async function quotesFor(
  asked: AskedToQuote,
  { analyser, wordVectors, reader }: ExtractiveGeneratorOptions,
): Promise<Quoting> {
  const { question, terms } = asked;
  const scoredUnits = scoreUnits(asked, analyser, wordVectors);
  const { units: read, answerProbability } = await withReading(scoredUnits, asked, reader);
  const all = withoutSiblings(read, asked, analyser);
  const scored = withoutEchoes(all, asked, analyser);
  const isToldInOrder = question.list !== undefined;
  const quote = (most: number) => {
    const chosen = chooseUnits(scored, asked, most);
    const all = [...chosen, ...unquoted(chosen, scored, asked, analyser)];
    const units = inReadingOrder(all, { isToldInOrder, terms });
    return units.map((unit) => withinBound(unit, asked, analyser));
  };
  return { quote, answerProbability };
}

/** Characters of a quoted sentence, most: some eighty words. Scripts without spaces say more in as many. */
const longestQuote = 480;
const longestUnspacedQuote = 200;

function longestOf({ passage: { chunk } }: QuotableUnit): number {
  return writesSpaces(chunk.language) ? longestQuote : longestUnspacedQuote;
}

function isTooLong(unit: QuotableUnit): boolean {
  return unit.end - unit.start > longestOf(unit);
}

/** Behind what ends a clause, or before a dash. */
const clauseEnd = /(?<=[;:,])\s+|(?<=[；：，、])|\s+(?=[–—]\s)/u;

/**
 * A sentence that is too long for one footnote, cut at the ends of clauses to the run of them that holds most of what
 * is asked: of equals the first.
 */
function withinBound(unit: QuotableUnit, asked: AskedToQuote, analyser: Analyser): QuotableUnit {
  const { kind, passage, start } = unit;
  const { chunk } = passage;
  if ((kind !== 'prose' && kind !== 'list-item') || !isTooLong(unit)) return unit;
  const longest = longestOf(unit);
  const written = chunk.content.slice(start - chunk.start, unit.end - chunk.start);
  const covered = coveredBy(asked);
  const worthOf = (words: string) => {
    const held = covered(analyser.terms(words, chunk.language).map(({ text }) => text));
    return asked.terms.reduce((sum, one) => sum + one.weight * (held.get(one.term) ?? 0), 0);
  };
  const starts = [
    0,
    ...written.matchAll(new RegExp(clauseEnd, 'gu')).map(({ index, 0: gap }) => index + gap.length),
  ];
  let best: { readonly from: number; readonly to: number; readonly worth: number } | undefined;
  for (const from of starts) {
    const to = [...starts, written.length].findLast((place) => place > from && place - from <= longest);
    const worth = to === undefined ? 0 : worthOf(written.slice(from, to));
    if (to !== undefined && worth > (best?.worth ?? -1)) best = { from, to, worth };
  }
  if (!best) return unit;
  const text = written.slice(best.from, best.to).replace(/[\s,;:，；：、–—]+$/u, '');
  return { ...unit, start: start + best.from, end: start + best.from + text.length, text };
}

/** A field of a document or an item that gives a value: “year: 2024”. */
const fieldAndValue = /^[^\n:：]{1,60}[:：]\s?(\S[^\n]*)$/u;

/** Log-odds below that of an echo, most, of what answers in its place. */
const distanceOfAnswer = 4;

/**
 * Leaves out fields whose value the question names itself, as “year: 2024” where 2024 is asked about, as long as
 * something else answers: they only say that a document is of what is asked. “role: head of purchasing” stays where
 * nothing else that bears on the question comes near.
 */
function withoutEchoes(
  scored: readonly ScoredUnit[],
  { question: { text: question, language, type, content } }: AskedToQuote,
  analyser: Analyser,
): readonly ScoredUnit[] {
  const asked = distinctTerms(analyser, question, language);
  const echoes = scored.filter(({ unit: { kind, text } }) => {
    const [, field, ...more] = kind === 'table-row' ? rowCells(text) : [];
    const [, item] = (kind === 'list-item' && fieldAndValue.exec(text)) || [];
    const value = item ?? (more.length === 0 && field !== '' ? field : undefined);
    return (
      value !== undefined && [...distinctTerms(analyser, value, language)].every((term) => asked.has(term))
    );
  });
  if (echoes.length === 0) return scored;
  const others = scored.filter((one) => !echoes.includes(one));
  if (type === 'person') {
    const wanted = [...distinctTerms(analyser, content, language)];
    const records = echoes.flatMap((echo) => {
      const named = wanted.every((term) => echo.unit.terms.includes(term)) && namedBy(echo.unit, question);
      return named ? [{ ...echo, unit: { ...echo.unit, lead: named }, score: bestOf(scored) + 1 }] : [];
    });
    if (records.length > 0) return [...others, ...records];
  }
  const answering = others.filter(({ bearing }) => bearing > 0);
  return bestOf(answering) >= bestOf(echoes) - distanceOfAnswer ? others : scored;
}

/** A line of a full name that introduces what is said of its bearer: “Jane Doe:”. */
const introducing = /^([^\s:：]{1,30}(?:\s[^\s:：]{1,30}){1,4})[:：]$/u;

/**
 * The field of a record that names whom another of its fields is about, or the line that introduces it: “name: Jane
 * Doe” or “Jane Doe:” above “job: safety officer”. Undefined where none does.
 */
function namedBy(unit: QuotableUnit, question: string): QuotableUnit | undefined {
  const { chunk } = unit.passage;
  const { language } = chunk;
  let start = chunk.start;
  let named: QuotableUnit | undefined;
  let introduction: QuotableUnit | undefined;
  for (const line of chunk.content.split('\n')) {
    const mark = /^\s{0,9}(?:[-*+]\s)?/.exec(line)?.[0].length ?? 0;
    const place = { start: start + mark, end: start + line.length };
    start = place.end + 1;
    const [, value] = fieldAndValue.exec(line) ?? [];
    // Another record begins behind a line that is no field, and may be introduced by its name.
    if (value === undefined) {
      if (place.start > unit.start) break;
      if (line.trim() === '' && introduction) continue;
      const [, label] = introducing.exec(line) ?? [];
      const isName = label && hasAnswerCue(`: ${label}`, 'person', { question, language });
      introduction = isName ? { ...unit, ...place, text: line, terms: [] } : undefined;
      named = undefined;
    } else if (
      !named &&
      (!introduction || place.start < unit.start) &&
      hasAnswerCue(`: ${value}`, 'person', { question, language })
    ) {
      named = { ...unit, ...place, text: line.slice(mark), terms: [] };
    }
  }
  return named ?? introduction;
}

function bestOf(scored: readonly ScoredUnit[]): number {
  return Math.max(...scored.map(({ score }) => score));
}

/** Log-odds below the best, most, of what is quoted for the other side of a comparison. */
const distanceOfOther = 5;

/** Of a comparison, the best of what tells of a side that nothing chosen tells of. */
function unquoted(
  chosen: readonly QuotableUnit[],
  scored: readonly ScoredUnit[],
  { question: { compared, language }, terms }: AskedToQuote,
  analyser: Analyser,
): readonly QuotableUnit[] {
  if (chosen.length === 0) return [];
  const sides = compared.map((words) => distinctTerms(analyser, words, language));
  const told = new Set(terms.map(({ term }) => term));
  const best = bestOf(scored);
  return sides.flatMap((side, at) => {
    const others = new Set(sides.flatMap((other, place) => (place === at ? [] : [...other])));
    const own = new Set([...side].filter((term) => told.has(term) && !others.has(term)));
    const isOfSide = (unit: QuotableUnit) =>
      [...unit.terms, ...unit.headingTerms, ...(unit.introduced?.terms ?? [])].some((term) => own.has(term));
    if (own.size === 0 || chosen.some(isOfSide)) return [];
    const [first] = scored
      .filter((one) => isOfSide(one.unit) && one.score >= best - distanceOfOther)
      .toSorted((a, b) => b.score - a.score);
    return first ? [first.unit] : [];
  });
}

interface ReadingOrder {
  /** Whether several things are asked for. */
  readonly isToldInOrder: boolean;
  readonly terms: readonly WeightedTerm[];
}

/**
 * What answers best first, after what must be read before it: the items above it, or, where several things are
 * `isToldInOrder`, the sentence before it. Then passages in the order in which they were first chosen from, and within
 * a passage in order of place.
 */
function inReadingOrder(
  chosen: readonly QuotableUnit[],
  { isToldInOrder, terms }: ReadingOrder,
): QuotableUnit[] {
  const [best] = chosen;
  const isReadBefore = (unit: QuotableUnit, last: QuotableUnit) =>
    isSameList(unit, last) || (isToldInOrder && last.kind === 'prose' && areNeighbours(unit, last));
  const isAbove = (unit: QuotableUnit) => best && precedes(unit, best) && isReadBefore(unit, best);
  const lead = best && (isReferent(best) ? referentOf(best, terms) : best.lead);
  const opening = chosen.some(isAbove) ? [] : chosen.filter((unit) => unit === best || unit === lead);
  const rest = chosen.filter((unit) => !opening.includes(unit));
  return [opening, rest].flatMap((units) => {
    const passages = [...new Set(units.map(({ passage }) => passage))];
    return passages.flatMap((passage) =>
      units.filter((unit) => unit.passage === passage).toSorted((a, b) => a.start - b.start),
    );
  });
}

function precedes(one: QuotableUnit, other: QuotableUnit): boolean {
  return one.passage === other.passage && one.end <= other.start && one !== other.lead;
}

/** Whether two units are lists, or items of one. */
function isSameList(one: QuotableUnit, other: QuotableUnit): boolean {
  if (one.kind !== other.kind) return false;
  return one.kind === 'list' || (one.kind === 'list-item' && one.lead === other.lead);
}
