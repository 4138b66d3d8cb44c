import type { Analyser } from '../../contracts/analyser.ts';
import type { Hit, SearchResult } from '../../retrieve/hit.ts';
import type { Style } from '../output.ts';
import { bestLines } from './best-lines.ts';
import { collectionNames } from './collection-names.ts';
import {
  formatDropped,
  formatExplanation,
  formatScore,
  formatSearchTrace,
  formatTimings,
  largestPart,
} from './format-explanation.ts';
import { formatPlace } from './format-place.ts';
import { printableLine, wrapLine } from './printable-text.ts';

const indent = '    ';
const excerptLines = 3;

/** How a search is printed. */
export interface FormatSearchOptions {
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
