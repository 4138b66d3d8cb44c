import type { Chunk } from '../contracts/chunk.ts';
import type { DroppedCandidate } from './choose-hits.ts';
import type { ExpandedSpan } from './expand.ts';
import type { FusionMethod } from './fusion.ts';
import type { Hit, HitExplanation } from './hit.ts';
import type { FoundPassage } from './passage.ts';
import type { RankedCandidate } from './rank-candidates.ts';

/** What hits are shown with. */
export interface HitContext {
  /** Of the documents, by id. */
  readonly paths: ReadonlyMap<string, string>;
  readonly method: FusionMethod;
}

/** A span of the result as a hit. */
export function toHit({ chunk, collection, passage, merged }: ExpandedSpan, context: HitContext): Hit {
  return {
    ...placeOf(chunk, collection, context),
    score: passage?.ranked.score ?? 0,
    expansion: passage === undefined,
    merged,
    explain: explain(passage?.ranked, passage?.rerank, context.method),
  };
}

/** A candidate that was left out as a hit, with what dropped it. */
export function toDroppedHit(dropped: DroppedCandidate, chunk: Chunk, context: HitContext): Hit {
  const { ranked, rerank, droppedBy, duplicateOf } = dropped;
  return {
    ...placeOf(chunk, ranked.candidate.collection, context),
    score: ranked.score,
    expansion: false,
    merged: [],
    explain: {
      ...explain(ranked, rerank, context.method),
      droppedBy,
      ...(duplicateOf !== undefined && { duplicateOf }),
    },
  };
}

function placeOf(chunk: Chunk, collection: string, { paths }: HitContext) {
  return {
    collection,
    documentId: chunk.documentId,
    path: paths.get(chunk.documentId) ?? '',
    title: chunk.title,
    chunkId: chunk.id,
    headingPath: chunk.headingPath,
    page: chunk.page ?? null,
    start: chunk.start,
    end: chunk.end,
    content: chunk.content,
  };
}

/** Nothing was searched for what only stands around hits. */
function explain(
  ranked: RankedCandidate | undefined,
  rerank: FoundPassage['rerank'],
  method: FusionMethod,
): HitExplanation {
  const { vector, keyword, matchedTerms = [] } = ranked?.candidate ?? {};
  return {
    ...(vector && { vector }),
    ...(keyword && { keyword }),
    matchedTerms: matchedTerms.toSorted((a, b) => b.score - a.score),
    fusion: { method, vector: ranked?.vectorShare ?? 0, keyword: ranked?.keywordShare ?? 0 },
    documentSupport: ranked?.documentSupport ?? 0,
    ...(rerank && { rerank }),
  };
}
