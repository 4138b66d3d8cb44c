import type { Hit, SearchResult } from '../retrieve/hit.ts';
import {
  formatDropped,
  formatExplanation,
  formatSearchTrace,
  formatTimings,
  largestPart,
} from './format-explanation.ts';
import { formatPlace } from './format-place.ts';
import type { Style } from './output.ts';
import { printableLine, wrapLine } from './printable-text.ts';

const indent = '    ';
const excerptLines = 3;

/** The passages found, best first; with `explain` also why each stands where it stands and what was left out. */
export function formatSearch(
  result: SearchResult,
  options: { readonly explain: boolean; readonly width: number; readonly style: Style },
): string {
  const { explain, width, style } = options;
  const { hits, dropped } = result;
  const parts: string[] = [];
  if (explain) parts.push(formatSearchTrace(result, style));
  if (hits.length === 0) parts.push(style('yellow', 'Nothing relevant.'));
  const best = largestPart([...hits, ...dropped]);
  const hasSeveral = new Set(hits.map(({ collection }) => collection)).size > 1;
  for (const [place, hit] of hits.entries()) {
    const lines = [formatHead(hit, place + 1, hasSeveral, style), ...excerpt(hit, width)];
    if (explain && !hit.expansion) lines.push(...formatExplanation(hit, result.question, best, style));
    parts.push(lines.join('\n'));
  }
  if (explain) {
    if (dropped.length > 0) parts.push(formatDropped(result, width, style));
    parts.push(formatTimings(result.timings, style));
  }
  return parts.join('\n\n');
}

function formatHead(hit: Hit, place: number, namesCollection: boolean, style: Style): string {
  const number = style('cyan', `${place}.`.padEnd(indent.length));
  const collection = namesCollection ? `${style('dim', `${hit.collection}:`)} ` : '';
  const score = hit.expansion ? 'stands around the passages above' : hit.score.toFixed(3);
  return `${number}${collection}${style('bold', formatPlace(hit))}  ${style('dim', score)}`;
}

function excerpt(hit: Hit, width: number): string[] {
  const lines = wrapLine(printableLine(hit.content), width - indent.length);
  const shown = lines.slice(0, excerptLines);
  if (lines.length > excerptLines) shown[excerptLines - 1] += ' …';
  return shown.map((line) => indent + line);
}
