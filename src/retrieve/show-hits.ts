import type { Chunk } from '../contracts/chunk.ts';
import type { LiveDocuments } from '../contracts/document-records.ts';
import { type DroppedCandidate, droppedShown } from './choose/choose-hits.ts';
import type { ExpandedSpan } from './expand/expand.ts';
import type { Fusion, FusionMethod } from './fuse/fusion.ts';
import type { Hit, HitExplanation } from './hit.ts';
import type { FoundPassage, ReadPassages } from './passage.ts';
import type { RankedCandidate } from './rank-candidates.ts';

/** What hits are shown with, and where what is missing for that is looked up. */
export interface ShowHitsContext {
  readonly fusion: Pick<Fusion, 'method' | 'scale'>;
  /** The setting `retrieval.documentSupport`. */
  readonly documentSupport: number;
  readonly liveDocuments: Pick<LiveDocuments, 'paths'>;
  readonly read: ReadPassages;
}

/** With the paths of the documents, by id. */
type HitContext = ShowHitsContext & { readonly paths: ReadonlyMap<string, string> };

/**
 * The spans of a result as its hits, and the best of what was left out as those dropped, each with what dropped it.
 * What cannot be read any more is not shown, and what stands around hits was not left out.
 */
export async function showHits(
  {
    spans,
    dropped,
  }: { readonly spans: readonly ExpandedSpan[]; readonly dropped: readonly DroppedCandidate[] },
  showing: ShowHitsContext,
  options: { readonly signal?: AbortSignal | undefined },
): Promise<{ readonly hits: readonly Hit[]; readonly dropped: readonly Hit[] }> {
  const shown = new Set(spans.flatMap(({ chunk, merged }) => [chunk.id, ...merged]));
  const best = dropped
    .filter(({ ranked }) => !shown.has(ranked.candidate.chunkId))
    .toSorted((a, b) => b.ranked.score - a.ranked.score)
    .slice(0, droppedShown);
  const documents = new Set(spans.map(({ chunk }) => chunk.documentId));
  for (const { ranked } of best) documents.add(ranked.candidate.documentId);
  const context = { ...showing, paths: await showing.liveDocuments.paths(documents, options) };
  const unread = best.flatMap(({ chunk, ranked }) => (chunk ? [] : [ranked]));
  const chunks = new Map((await showing.read(unread)).map(({ ranked, chunk }) => [ranked, chunk]));
  return {
    hits: spans.map(({ chunk, collection, passage, merged }) => {
      return { ...hitOf(chunk, collection, passage, context), merged };
    }),
    dropped: best.flatMap((one) => {
      const chunk = one.chunk ?? chunks.get(one.ranked);
      return chunk ? [toDroppedHit(one, chunk, context)] : [];
    }),
  };
}

/** A candidate that was left out as a hit, with what dropped it. */
function toDroppedHit(dropped: DroppedCandidate, chunk: Chunk, context: HitContext): Hit {
  const { ranked, droppedBy, duplicateOf } = dropped;
  const hit = hitOf(chunk, ranked.candidate.collection, dropped, context);
  return {
    ...hit,
    explain: { ...hit.explain, droppedBy, ...(duplicateOf !== undefined && { duplicateOf }) },
  };
}

/** What only stands around hits was not found. */
function hitOf(
  chunk: Chunk,
  collection: string,
  found: Pick<FoundPassage, 'ranked' | 'rerank'> | undefined,
  context: HitContext,
): Hit {
  return {
    collection,
    documentId: chunk.documentId,
    path: context.paths.get(chunk.documentId) ?? '',
    title: chunk.title,
    chunkId: chunk.id,
    headingPath: chunk.headingPath,
    page: chunk.page ?? null,
    start: chunk.start,
    end: chunk.end,
    content: chunk.content,
    metadata: chunk.metadata,
    ...scores(found?.ranked.score ?? 0, context),
    expansion: found === undefined,
    merged: [],
    explain: explain(found?.ranked, found?.rerank, context.fusion.method),
  };
}

/** A score, and where the fusion has a scale the same on 0–1. */
function scores(score: number, { fusion: { scale }, documentSupport }: HitContext) {
  if (!scale) return { score };
  // A document that is found in several places adds at most this share of the highest fused score.
  const highest = scale.highest * (1 + documentSupport);
  return { score, scaledScore: Math.min(1, (score - scale.lowest) / (highest - scale.lowest)) };
}

/** Nothing was searched for what only stands around hits. */
function explain(
  ranked: RankedCandidate | undefined,
  rerank: FoundPassage['rerank'],
  method: FusionMethod,
): HitExplanation {
  const { vector, keyword, matchedTerms = [], gramScore = 0 } = ranked?.candidate ?? {};
  return {
    ...(vector && { vector }),
    ...(keyword && { keyword }),
    matchedTerms: matchedTerms.toSorted((a, b) => b.score - a.score),
    ...(gramScore > 0 && { gramScore }),
    fusion: { method, vector: ranked?.vectorShare ?? 0, keyword: ranked?.keywordShare ?? 0 },
    documentSupport: ranked?.documentSupport ?? 0,
    ...(rerank && { rerank }),
  };
}
