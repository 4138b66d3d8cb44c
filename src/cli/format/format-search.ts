import type { Analyser } from '../../contracts/analyser.ts';
import type { MatchedTerm } from '../../contracts/engine.ts';
import type { Hit, HitExplanation, LegTrace, SearchResult } from '../../retrieve/hit.ts';
import { leastTogether, togetherOf } from '../../retrieve/relevance.ts';
import type { Style } from '../output.ts';
import { collectionNames, formatPlace } from './format-answer.ts';
import {
  type Fact,
  formatBar,
  formatFacts,
  formatPercent,
  formatTable,
  type TableColumn,
} from './format-table.ts';
import { elidePath, fitsIn, printableLine, wrapLine } from './terminal-text.ts';

/** Where the words of a question are looked for. */
interface BestLinesOptions {
  /** Terms that the lines may hold, with what each is worth. */
  readonly matched: readonly MatchedTerm[];
  readonly analyser: Pick<Analyser, 'terms'>;
  /** BCP 47 primary subtag, of the question. */
  readonly language: string;
  /** Lines to take, at least 1. */
  readonly count: number;
}

/**
 * Index of the first of the `count` lines in a row that hold the most of what matched: of the earliest such place,
 * with as much before what matched as after it. 0 where nothing did.
 */
export function bestLines(
  lines: readonly string[],
  { matched, analyser, language, count }: BestLinesOptions,
): number {
  const worth = new Map(matched.map(({ term, score }) => [term, score]));
  const held = lines.map((line) =>
    analyser.terms(line, language).flatMap(({ text }) => (worth.has(text) ? [text] : [])),
  );
  const sums = lines.slice(count - 1).map((_, from) => {
    let sum = 0;
    for (const term of new Set(held.slice(from, from + count).flat())) sum += worth.get(term) ?? 0;
    return sum;
  });
  const most = Math.max(0, ...sums);
  if (most === 0) return 0;
  const first = sums.indexOf(most);
  const after = sums.findIndex((sum, from) => from > first && sum < most);
  return Math.floor((first + (after < 0 ? sums.length : after) - 1) / 2);
}

const indent = '    ';
const excerptLines = 3;

/** How a search is printed. */
interface FormatSearchOptions {
  /** Says also why each passage stands where it stands and what was left out. */
  readonly explain: boolean;
  /** The one that the index was written with. */
  readonly analyser: Pick<Analyser, 'terms'>;
  readonly width: number;
  readonly style: Style;
}

/** The passages found, best first, each with the lines that hold the most of what was asked for. */
export function formatSearch(result: SearchResult, options: FormatSearchOptions): string {
  const { explain, style, width } = options;
  const { hits, dropped, question } = result;
  const parts: string[] = [];
  if (explain) parts.push(formatSearchTrace(result, width, style));
  if (hits.length === 0) parts.push(style('yellow', 'Nothing relevant found.'));
  const best = largestPart([...hits, ...dropped]);
  const nameCollection = collectionNames(hits, style);
  for (const [place, hit] of hits.entries()) {
    const lines = [
      ...formatHead(hit, { place: place + 1, best, collection: nameCollection(hit.collection) }, options),
      ...excerpt(hit, question.language, options),
    ];
    if (explain && !hit.expansion) lines.push(...formatExplanation(hit, question, best, width, style));
    parts.push(lines.join('\n'));
  }
  if (explain) {
    if (dropped.length > 0) parts.push(formatDropped(result, best, width, style));
    parts.push(formatTimings(result.timings, width, style));
  }
  return parts.join('\n\n');
}

function formatHead(
  hit: Hit,
  { place, best, collection }: { readonly place: number; readonly best: number; readonly collection: string },
  { width, style }: FormatSearchOptions,
): string[] {
  const number = style('cyan', `${place}.`.padEnd(indent.length));
  const score = hit.expansion ? 'surrounds the passages above' : formatScore(hit.score, best);
  const words = formatPlace(hit)
    .split(' ')
    .map((word) => style('bold', word));
  const [first = '', ...rest] = wrapLine(
    `${collection}${words.join(' ')}  ${style('dim', score)}`,
    width - indent.length,
  );
  return [number + first, ...rest.map((line) => indent + line)];
}

function excerpt(
  { content, explain: { matchedTerms: matched } }: Hit,
  language: string,
  { width, analyser }: FormatSearchOptions,
): string[] {
  // Two columns at each end for what says that something was cut off.
  const lines = wrapLine(printableLine(content), width - indent.length - 4);
  const from = bestLines(lines, { matched, analyser, language, count: excerptLines });
  const shown = lines.slice(from, from + excerptLines);
  if (from > 0) shown[0] = `… ${shown[0]}`;
  if (from + excerptLines < lines.length) shown[excerptLines - 1] += ' …';
  return shown.map((line) => indent + line);
}

const barCells = 12;
const labelWidth = 9;
const scoreWidth = 7;
/** With less room beside bar and score, what they are made of stands below. */
const leastTextRoom = 24;

const droppedColumns: readonly TableColumn[] = [
  { align: 'right' },
  { colour: 'dim' },
  {},
  {},
  { cut: { least: 30, by: elidePath } },
];

/** How the question was read, what the legs found, and whether it was enough. */
export function formatSearchTrace(
  { question, relevance, ranking }: SearchResult,
  width: number,
  style: Style,
): string {
  const { candidates, fusion, rerank } = ranking;
  const terms = question.terms.map(
    ({ term, word = term, weight, absent }) =>
      `${printableLine(word)} ${weight.toFixed(1)}${absent ? ' (in no document)' : ''}`,
  );
  const alsoFor = question.expansions
    .filter(({ kind }) => kind !== 'rephrasing')
    .map(({ kind, from, term }) => `${printableLine(term)} (${kind} of ${printableLine(from)})`)
    .join(', ');
  const recognised = question.recognised.map(({ kind, text }) => `${kind} ${printableLine(text)}`).join(', ');
  const support = fusion.documentSupport > 0 ? ', plus what the document adds' : '';
  const scale = fusion.scale
    ? `scores from ${fusion.scale.lowest} to ${formatScore(fusion.scale.highest)}${support}`
    : 'scores are comparable only within this search (0 is the average candidate)';
  const facts: readonly Fact[] = [
    ['keywords', `${printableLine(question.keywords)} (${question.language})`],
    ['rephrased', question.rephrased === null ? null : printableLine(question.rephrased)],
    ['recognised', recognised || null],
    ['expanded', alsoFor || null],
    ['rarity', terms.join(', ') || 'none'],
    [
      'found',
      `${candidates.vector} by vector, ${candidates.keyword} by keyword, ${candidates.fused} in total`,
    ],
    ['fused by', `${fusion.method}; ${scale}`],
    [
      'reranked',
      rerank &&
        `${rerank.candidates} by ${rerank.reranker}; scores from ${formatScore(rerank.min)} to ${formatScore(rerank.max)}, mean ${formatScore(rerank.mean)}`,
    ],
    ['relevant', formatRelevance({ question, relevance, ranking }, style)],
  ];
  return formatFacts(facts, width, style);
}

function formatRelevance(
  { question, relevance, ranking }: Pick<SearchResult, 'question' | 'relevance' | 'ranking'>,
  style: Style,
): string {
  const { relevant, bestCosine, coverage } = relevance;
  const { minCosine, minCoverage } = ranking.threshold;
  const verdict = relevant ? style('green', 'yes') : style('yellow', 'no');
  const [share, shareNeeded] = toldApart(coverage, minCoverage, 0, formatPercent);
  if (bestCosine === null && ranking.candidates.vector > 0)
    return `${verdict}; the words of one passage cover ${share} of the question (needs ${shareNeeded}); cosines do not count, because the embedding model does not know the language (${question.language})`;
  const [cosine, cosineNeeded] =
    bestCosine === null
      ? ['none', formatDecimals(minCosine, 2)]
      : toldApart(bestCosine, minCosine, 2, formatDecimals);
  const each = `${verdict}; best cosine ${cosine} (needs ${cosineNeeded}); one passage has ${share} of the words (needs ${shareNeeded})`;
  if (bestCosine === null || bestCosine >= minCosine) return each;
  const own = formatDecimals(relevance.passageCosine, 2);
  const together = togetherOf(relevance, ranking.threshold);
  const [both, bothNeeded] = toldApart(together, leastTogether, 2, formatDecimals);
  return `${each} and a cosine of ${own}, which as shares of what is needed add up to ${both} (needs ${bothNeeded})`;
}

/** With this many digits what was reached is as good as what had to be. */
const mostDigits = 6;

/** What was reached and what had to be, with as many digits as it takes to see whether it was enough. */
function toldApart(
  reached: number,
  needed: number,
  digits: number,
  format: (value: number, digits: number) => string,
): readonly [string, string] {
  const both = [format(reached, digits), format(needed, digits)] as const;
  const isClear = both[0] !== both[1] || reached === needed || digits === mostDigits;
  return isClear ? both : toldApart(reached, needed, digits + 1, format);
}

/**
 * Why a hit stands where it stands: a line for each part of its score, and what a reranker did.
 * @param best the largest part of any score, which a full bar stands for
 */
export function formatExplanation(
  { explain }: Hit,
  { terms: asked }: SearchResult['question'],
  best: number,
  width: number,
  style: Style,
): string[] {
  const { fusion, documentSupport, rerank, matchedTerms, gramScore } = explain;
  const words = new Map(asked.map(({ term, word = term }) => [term, word]));
  const matched = matchedTerms.map(
    ({ term, score }) => `${printableLine(words.get(term) ?? term)} ${score.toFixed(1)}`,
  );
  if (gramScore !== undefined) matched.push(`word parts ${gramScore.toFixed(1)}`);
  const part = (name: string, share: number, text: string) =>
    formatPart(name, { share, best, text }, width, style);
  const lines = [
    ...part('vector', fusion.vector, legText('cosine', explain.vector)),
    // Words count for nothing where the cosine alone ranks.
    ...(fusion.method === 'cosine'
      ? []
      : part('keyword', fusion.keyword, legText('BM25', explain.keyword, matched.join(', ')))),
  ];
  if (documentSupport !== 0) {
    lines.push(...part('document', documentSupport, 'from the best passages of the document'));
  }
  if (rerank) {
    const change =
      rerank.from === rerank.to ? `stays at ${rerank.to}` : `from ${rerank.from} to ${rerank.to}`;
    lines.push(
      `${style('dim', 'reranked'.padEnd(labelWidth))} ${change}, score ${formatScore(rerank.score)}`,
    );
  }
  return lines.map((line) => indent + line);
}

/** The largest part of any score. */
function largestPart(hits: readonly Hit[]): number {
  return Math.max(0, ...hits.flatMap(({ explain: { fusion } }) => [fusion.vector, fusion.keyword]));
}

/** What was left out, the best first, each with what dropped it. */
function formatDropped({ hits, dropped }: SearchResult, best: number, width: number, style: Style): string {
  const numbers = new Map(hits.map(({ chunkId }, place) => [chunkId, place + 1]));
  const rows = dropped.map((hit) => {
    const { explain } = hit;
    const repeated = explain.duplicateOf === undefined ? undefined : numbers.get(explain.duplicateOf);
    const reason = explain.droppedBy ? reasons[explain.droppedBy] : '';
    return [
      formatScore(hit.score, best),
      repeated === undefined ? reason : `${reason}, ${repeated}.`,
      rankText('vector', explain.vector),
      rankText('keyword', explain.keyword),
      formatPlace(hit),
    ];
  });
  const room = width - indent.length;
  const table = formatTable(droppedColumns, rows, room, style);
  const list = fitsIn(table, room) ? table : formatFacts(rows.map(asFact), room, style);
  return `${style('bold', 'Left out')}\n${list.replace(/^/gm, indent)}`;
}

function asFact([score = '', ...others]: readonly string[]): Fact {
  return [score.padStart(scoreWidth - 1), others.join(' · ')];
}

/** The milliseconds of each stage. */
function formatTimings(timings: SearchResult['timings'], width: number, style: Style): string {
  const stages = Object.entries(timings).map(
    ([stage, milliseconds]) => `${stage} ${milliseconds.toFixed(1)}`,
  );
  return style('dim', wrapLine(`${stages.join(' · ')} ms`, width).join('\n'));
}

const reasons: Readonly<Record<NonNullable<HitExplanation['droppedBy']>, string>> = {
  filter: 'excluded by the filter',
  threshold: 'not relevant enough',
  'not-live': 'from a replaced version',
  duplicate: 'repeats a better passage',
  'per-document': 'too many from its document',
  links: 'only links',
  'top-k': 'beyond --top-k',
};

function legText(measure: string, leg: LegTrace | undefined, detail = ''): string {
  if (!leg) return 'not found';
  const text = `rank ${leg.rank}, ${measure} ${formatDecimals(leg.score, 2)}`;
  return detail === '' ? text : `${text}: ${detail}`;
}

function rankText(name: string, leg: LegTrace | undefined): string {
  return leg ? `${name} ${leg.rank}` : `${name} –`;
}

/** A part of a score with its bar; on a narrow terminal without one, and what it is made of below it. */
function formatPart(
  name: string,
  { share, best, text }: { share: number; best: number; text: string },
  width: number,
  style: Style,
): string[] {
  const label = style('dim', name.padEnd(labelWidth));
  const added = `${share < 0 ? '−' : '+'}${formatScore(Math.abs(share), best)}`.padStart(scoreWidth);
  const textIndent = ' '.repeat(labelWidth + barCells + scoreWidth + 4);
  const room = width - indent.length - textIndent.length;
  if (room < leastTextRoom) {
    const below = wrapLine(text, width - 2 * indent.length).map((line) => indent + line);
    return [`${label} ${added}`, ...below];
  }
  const [first = '', ...rest] = wrapLine(text, room);
  const bar = formatBar(best > 0 ? share / best : 0, barCells, style);
  return [`${label} ${bar} ${added}  ${first}`, ...rest.map((line) => textIndent + line)];
}

/**
 * A score to three decimals, to four where it is small by its nature.
 * @param largest of those that it stands among, so that all have as many; default: it stands alone
 */
function formatScore(value: number, largest = Math.abs(value)): string {
  return formatDecimals(value, largest > 0 && largest < 0.1 ? 4 : 3);
}

/** A number with a real minus sign. */
function formatDecimals(value: number, digits: number): string {
  return value.toFixed(digits).replace('-', '−');
}
