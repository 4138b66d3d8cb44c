import type { Analyser } from '../../contracts/analyser.ts';
import type { MatchedTerm } from '../../contracts/engine.ts';

/** Where the words of a question are looked for. */
export interface BestLinesOptions {
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
