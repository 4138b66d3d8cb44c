import type { SourceRun } from './source-runs.ts';

/** Level of the heading above the document's own headings. */
const titleLevel = 2;

/**
 * The level of each heading in the outline of the page, undefined for other runs. A document that skips levels
 * gets an outline that does not.
 */
export function outlineLevels(runs: readonly SourceRun[]): readonly (number | undefined)[] {
  const open: number[] = [];
  return runs.map((run) => {
    if (run.kind !== 'heading') return undefined;
    while (open.length > 0 && (open.at(-1) ?? 0) >= run.level) open.pop();
    open.push(run.level);
    return Math.min(6, titleLevel + open.length);
  });
}
