import type { Hit, HitExplanation, LegTrace, SearchResult } from '../retrieve/hit.ts';
import { formatColumns } from './format-columns.ts';
import { formatPlace } from './format-place.ts';
import type { Style } from './output.ts';
import { elide, printableLine, wrapLine } from './printable-text.ts';

const indent = '    ';
const barCells = 12;
const excerptLines = 3;

/** The passages found, best first; with `explain` also why each stands where it stands and what was left out. */
export function formatSearch(
  result: SearchResult,
  options: { readonly explain: boolean; readonly width: number; readonly style: Style },
): string {
  const { explain, style } = options;
  const parts: string[] = [];
  if (explain) parts.push(formatQuestion(result, style));
  if (result.hits.length === 0) parts.push(style('yellow', 'Nothing relevant.'));
  const best = bestShare([...result.hits, ...result.dropped]);
  for (const [place, hit] of result.hits.entries()) {
    const lines = [formatHead(hit, place + 1, style), ...excerpt(hit, options.width)];
    if (explain) lines.push(...formatExplanation(hit.explain, best, style));
    parts.push(lines.join('\n'));
  }
  if (explain) {
    if (result.dropped.length > 0) parts.push(formatDropped(result.dropped, best, options));
    parts.push(formatTimings(result.timings, style));
  }
  return parts.join('\n\n');
}

function formatHead(hit: Hit, place: number, style: Style): string {
  return `${style('cyan', `${place}.`.padEnd(indent.length))}${style('bold', formatPlace(hit))}  ${style('dim', hit.score.toFixed(3))}`;
}

function excerpt(hit: Hit, width: number): string[] {
  const lines = wrapLine(printableLine(hit.content), width - indent.length);
  const shown = lines.slice(0, excerptLines);
  if (lines.length > excerptLines) shown[excerptLines - 1] += ' …';
  return shown.map((line) => indent + line);
}

function formatQuestion({ question, relevance }: SearchResult, style: Style): string {
  const cosine = relevance.bestCosine === null ? '–' : relevance.bestCosine.toFixed(2);
  return [
    `${style('dim', 'looked for     ')} ${printableLine(question.keywords)} (${question.language})`,
    `${style('dim', 'best cosine    ')} ${cosine}`,
    `${style('dim', 'terms covered  ')} ${Math.round(relevance.coverage * 100)} %`,
    `${style('dim', 'passed         ')} ${relevance.relevant ? style('green', 'yes') : style('yellow', 'no')}`,
  ].join('\n');
}

function formatExplanation(explain: HitExplanation, best: number, style: Style): string[] {
  const { fusion, matchedTerms } = explain;
  const lines = [
    formatLeg('vector', 'cosine', explain.vector, fusion.vector, best, style),
    formatLeg('keyword', 'BM25', explain.keyword, fusion.keyword, best, style),
  ];
  if (matchedTerms.length > 0) {
    const terms = matchedTerms.map(({ term, score }) => `${printableLine(term)} ${score.toFixed(1)}`);
    lines.push(`${style('dim', 'terms'.padEnd(8))} ${terms.join(', ')}`);
  }
  return lines.map((line) => indent + line);
}

function formatLeg(
  name: string,
  measure: string,
  leg: LegTrace | undefined,
  share: number,
  best: number,
  style: Style,
): string {
  const label = style('dim', name.padEnd(8));
  const added = `${share < 0 ? '−' : '+'}${Math.abs(share).toFixed(3)}`.padStart(7);
  if (!leg) return `${label} ${bar(share, best, style)} ${added}  ${style('dim', 'not found by this leg')}`;
  return `${label} ${bar(share, best, style)} ${added}  rank ${String(leg.rank).padEnd(4)} ${measure} ${leg.score.toFixed(2)}`;
}

/** A share of the fused score as a bar; one below zero, worse than the average candidate, is empty. */
function bar(share: number, best: number, style: Style): string {
  const cells = best > 0 ? Math.round((Math.max(0, share) / best) * barCells) : 0;
  return style('cyan', '█'.repeat(cells)) + style('dim', '░'.repeat(barCells - cells));
}

function bestShare(hits: readonly Hit[]): number {
  return Math.max(0, ...hits.flatMap(({ explain }) => [explain.fusion.vector, explain.fusion.keyword]));
}

const reasons: Readonly<Record<NonNullable<HitExplanation['droppedBy']>, string>> = {
  filter: 'not let through by the filter',
  threshold: 'not relevant enough',
  'not-live': 'of a replaced version',
  duplicate: 'repeats a better one',
  'per-document': 'enough of its document',
  'top-k': 'beyond --top-k',
};

function formatDropped(
  dropped: readonly Hit[],
  best: number,
  { width, style }: { readonly width: number; readonly style: Style },
): string {
  const rows = dropped.map(({ explain, score, ...hit }) => [
    indent + bar(explain.fusion.vector + explain.fusion.keyword, best * 2, style),
    score.toFixed(3),
    elide(formatPlace(hit), width - indent.length - barCells - 32),
    style('dim', explain.droppedBy ? reasons[explain.droppedBy] : ''),
  ]);
  return `${style('bold', 'Left out')}\n${formatColumns(rows, { right: [1] })}`;
}

function formatTimings(timings: SearchResult['timings'], style: Style): string {
  const stages = Object.entries(timings).map(
    ([stage, milliseconds]) => `${stage} ${milliseconds.toFixed(1)}`,
  );
  return style('dim', `${stages.join(' · ')} ms`);
}
