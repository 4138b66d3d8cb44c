import type { Hit, HitExplanation, LegTrace, SearchResult } from '../retrieve/hit.ts';
import { formatColumns } from './format-columns.ts';
import { formatPlace } from './format-place.ts';
import type { Style } from './output.ts';
import { elidePath, printableLine } from './printable-text.ts';

const indent = '    ';
const barCells = 12;
const labelWidth = 9;

/** How the question was read, what the legs found, and whether it was enough. */
export function formatSearchTrace({ question, relevance, ranking }: SearchResult, style: Style): string {
  const { candidates, fusion, threshold, rerank } = ranking;
  const terms = question.terms.map(
    ({ term, word = term, weight }) => `${printableLine(word)} ${weight.toFixed(1)}`,
  );
  const alsoFor = question.expansions
    .map(({ kind, from, term }) => `${printableLine(term)} (${kind} of ${printableLine(from)})`)
    .join(', ');
  const scale = fusion.scale
    ? `scores from ${fusion.scale.lowest} to ${formatScore(fusion.scale.highest)}, and what the document adds`
    : 'scores compare within this search only, 0 is the average candidate';
  const cosine = relevance.bestCosine === null ? 'none' : relevance.bestCosine.toFixed(2);
  const verdict = relevance.relevant ? style('green', 'yes') : style('yellow', 'no');
  const rows = [
    ['looked for', `${printableLine(question.keywords)} (${question.language})`],
    ...(question.recognised.length > 0
      ? [
          [
            'recognised',
            question.recognised.map(({ kind, text }) => `${kind} ${printableLine(text)}`).join(', '),
          ],
        ]
      : []),
    ...(alsoFor === '' ? [] : [['also for', alsoFor]]),
    ['rarity', terms.join(', ') || 'no terms'],
    ['found', `${candidates.vector} by vector, ${candidates.keyword} by keyword, ${candidates.fused} in all`],
    ['fused by', `${fusion.method}; ${scale}`],
    ...(rerank
      ? [
          [
            'reranked',
            `${rerank.candidates} by ${rerank.reranker}; scores from ${formatScore(rerank.min)} to ${formatScore(rerank.max)}, mean ${formatScore(rerank.mean)}`,
          ],
        ]
      : []),
    [
      'relevant',
      `${verdict}; best cosine ${cosine} (of ${formatScore(threshold.minCosine)}), one passage holds ${percent(relevance.coverage)} of the words (of ${percent(threshold.minCoverage)})`,
    ],
  ];
  return formatColumns(rows.map(([name = '', value = '']) => [style('dim', name), value]));
}

/** Why a hit stands where it stands: a line for each part of its score, and what a reranker did. */
export function formatExplanation(
  { explain }: Hit,
  { terms: asked }: SearchResult['question'],
  best: number,
  style: Style,
): string[] {
  const { fusion, documentSupport, rerank, matchedTerms, gramScore } = explain;
  const words = new Map(asked.map(({ term, word = term }) => [term, word]));
  const matched = matchedTerms.map(
    ({ term, score }) => `${printableLine(words.get(term) ?? term)} ${score.toFixed(1)}`,
  );
  if (gramScore !== undefined) matched.push(`parts of words ${gramScore.toFixed(1)}`);
  const lines = [
    part('vector', fusion.vector, best, legText('cosine', explain.vector), style),
    part('keyword', fusion.keyword, best, legText('BM25', explain.keyword, matched.join(', ')), style),
  ];
  if (documentSupport !== 0) {
    lines.push(part('document', documentSupport, best, 'by the best passages of the document', style));
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

/** The largest part of any score: what a full bar stands for. */
export function largestPart(hits: readonly Hit[]): number {
  return Math.max(0, ...hits.flatMap(({ explain: { fusion } }) => [fusion.vector, fusion.keyword]));
}

/** What was left out, the best first, each with what dropped it. */
export function formatDropped({ hits, dropped }: SearchResult, width: number, style: Style): string {
  const numbers = new Map(hits.map(({ chunkId }, place) => [chunkId, place + 1]));
  const rows = dropped.map((hit) => {
    const { explain } = hit;
    const repeated = explain.duplicateOf === undefined ? undefined : numbers.get(explain.duplicateOf);
    const reason = explain.droppedBy ? reasons[explain.droppedBy] : '';
    return [
      formatScore(hit.score),
      style('dim', repeated === undefined ? reason : `${reason}, ${repeated}.`),
      rankText('vector', explain.vector),
      rankText('keyword', explain.keyword),
      elidePath(formatPlace(hit), Math.max(30, width - 56)),
    ];
  });
  const table = formatColumns(rows, { right: [0] });
  return `${style('bold', 'Left out')}\n${table.replace(/^/gm, indent)}`;
}

/** The milliseconds of each stage. */
export function formatTimings(timings: SearchResult['timings'], style: Style): string {
  const stages = Object.entries(timings).map(
    ([stage, milliseconds]) => `${stage} ${milliseconds.toFixed(1)}`,
  );
  return style('dim', `${stages.join(' · ')} ms`);
}

const reasons: Readonly<Record<NonNullable<HitExplanation['droppedBy']>, string>> = {
  filter: 'kept out by the filter',
  threshold: 'not relevant enough',
  'not-live': 'of a replaced version',
  duplicate: 'repeats a better one',
  'per-document': 'enough of its document',
  'top-k': 'beyond --top-k',
};

function legText(measure: string, leg: LegTrace | undefined, detail = ''): string {
  if (!leg) return 'not found by this leg';
  const text = `rank ${leg.rank}, ${measure} ${leg.score.toFixed(2)}`;
  return detail === '' ? text : `${text}: ${detail}`;
}

function rankText(name: string, leg: LegTrace | undefined): string {
  return leg ? `${name} ${leg.rank}` : `${name} –`;
}

function part(name: string, share: number, best: number, text: string, style: Style): string {
  const added = `${share < 0 ? '−' : '+'}${formatScore(Math.abs(share))}`.padStart(7);
  return `${style('dim', name.padEnd(labelWidth))} ${bar(share, best, style)} ${added}  ${text}`;
}

/** A part of the score as a bar; one below zero, worse than the average candidate, is empty. */
function bar(share: number, best: number, style: Style): string {
  const cells = best > 0 ? Math.min(barCells, Math.round((Math.max(0, share) / best) * barCells)) : 0;
  return style('cyan', '█'.repeat(cells)) + style('dim', '░'.repeat(barCells - cells));
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

/** A score to three decimals, to four where it is small by its nature. */
export function formatScore(value: number): string {
  return value.toFixed(Math.abs(value) < 0.1 ? 4 : 3).replace('-', '−');
}
