import type { LiveDocuments } from '../contracts/live-documents.ts';
import { type DroppedCandidate, droppedShown } from './choose-hits.ts';
import type { ExpandedSpan } from './expand.ts';
import { type HitContext, toDroppedHit, toHit } from './explain-hit.ts';
import type { Hit } from './hit.ts';
import type { ReadPassages } from './passage.ts';

/** What hits are shown with, and where what is missing for that is looked up. */
export interface ShowHitsContext extends Omit<HitContext, 'paths'> {
  readonly liveDocuments: Pick<LiveDocuments, 'paths'>;
  readonly read: ReadPassages;
}

/**
 * The spans of a result as its hits, and the best of what was left out as those dropped, each with what dropped it.
 * What cannot be read any more is not shown.
 */
export async function showHits(
  {
    spans,
    dropped,
  }: { readonly spans: readonly ExpandedSpan[]; readonly dropped: readonly DroppedCandidate[] },
  { liveDocuments, read, ...shown }: ShowHitsContext,
  options: { readonly signal?: AbortSignal | undefined },
): Promise<{ readonly hits: readonly Hit[]; readonly dropped: readonly Hit[] }> {
  const best = dropped.toSorted((a, b) => b.ranked.score - a.ranked.score).slice(0, droppedShown);
  const documents = new Set(spans.map(({ chunk }) => chunk.documentId));
  for (const { ranked } of best) documents.add(ranked.candidate.documentId);
  const context = { ...shown, paths: await liveDocuments.paths(documents, options) };
  const unread = best.flatMap(({ chunk, ranked }) => (chunk ? [] : [ranked]));
  const chunks = new Map((await read(unread)).map(({ ranked, chunk }) => [ranked, chunk]));
  return {
    hits: spans.map((span) => toHit(span, context)),
    dropped: best.flatMap((one) => {
      const chunk = one.chunk ?? chunks.get(one.ranked);
      return chunk ? [toDroppedHit(one, chunk, context)] : [];
    }),
  };
}
