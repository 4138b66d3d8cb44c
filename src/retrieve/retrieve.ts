import type { Analyser } from '../contracts/analyser.ts';
import type { Chunk } from '../contracts/chunk.ts';
import type { Embedder } from '../contracts/embedder.ts';
import type { Filter } from '../contracts/filter.ts';
import type { LiveDocuments } from '../contracts/live-documents.ts';
import type { Reranker } from '../contracts/reranker.ts';
import { throwIfAborted } from '../errors.ts';
import { type CollectionHits, joinLegs } from './candidate.ts';
import { type ChoiceSettings, chooseHits, type DroppedCandidate } from './choose-hits.ts';
import { createFusion, type FusionSettings } from './create-fusion.ts';
import { diversify } from './diversify.ts';
import { type ExpansionSettings, expand } from './expand.ts';
import { type HitContext, toDroppedHit, toHit } from './explain-hit.ts';
import { findFilteredOut } from './filtered-out.ts';
import type { Hit, SearchResult } from './hit.ts';
import { documentIds, splitByLiveness } from './live-hits.ts';
import type { DocumentTextLookup } from './merge-chunks.ts';
import { nearHits } from './near-hits.ts';
import { type FoundPassage, passageReader, type ReadPassages } from './passage.ts';
import { type RankedCandidate, rankCandidates } from './rank-candidates.ts';
import { type AskedTerms, applyThreshold, type RelevanceThreshold } from './relevance.ts';
import { type Reranked, rerank } from './rerank.ts';
import { type SearchedCollection, searchLegsOrWords } from './search-legs.ts';
import { commonFields, type DocumentList, searchScope } from './search-scope.ts';
import { type Stopwatch, startStopwatch } from './stopwatch.ts';
import type { QuestionExpansion } from './understand/expand-question.ts';
import { type Question, understandQuestion } from './understand-question.ts';

/** The section `retrieval` of the settings. */
export interface RetrievalSettings
  extends FusionSettings,
    RelevanceThreshold,
    ChoiceSettings,
    ExpansionSettings {
  /** Cosine from which a chunk counts as found by the vector leg, in [0, 1]; 0 for any. */
  readonly vectorMinCosine: number;
  /** How much of the mean score of a document's three best candidates each of its candidates gets. */
  readonly documentSupport: number;
  /** Passages that a reranker looks at, 1–50. */
  readonly rerankCandidates: number;
  /** Metadata field that holds a passage's date. */
  readonly dateField: string;
  /** Weight of unlikeness in maximal marginal relevance, in [0, 1]; 0 for none. */
  readonly diversity: number;
}

/** What retrieval works on. */
export interface RetrieveContext {
  /** At least one; their hits are ranked together. */
  readonly collections: readonly SearchedCollection[];
  readonly embedder: Embedder;
  /** The one that the indexes were written with. */
  readonly analyser: Analyser;
  readonly reranker?: Reranker;
  readonly liveDocuments: LiveDocuments;
  readonly documentText: DocumentTextLookup;
  readonly documentList: DocumentList;
  readonly settings: RetrievalSettings;
  /** The setting `question.maxLength`. */
  readonly maxQuestionLength: number;
  readonly questionExpansion: QuestionExpansion;
  /** The collections' main language, for questions that do not show theirs. Default `en`. */
  readonly fallbackLanguage?: string | undefined;
}

/** What one search asks for beside its question. */
export interface RetrieveOptions {
  readonly filter?: Filter;
  /** Ids of the documents that the caller may see: nothing else is looked at. Default: all. */
  readonly documents?: readonly string[];
  /** Searches once more without filters, so that `dropped` names what they left out. Default false. */
  readonly explain?: boolean;
  readonly signal?: AbortSignal;
}

/** A search with the chunks behind its hits, which the answer's stages read. */
export interface Retrieval {
  readonly result: SearchResult;
  /** The chunks of `result.hits`, in the same order. */
  readonly chunks: readonly Chunk[];
}

/** The best of the hits that were left out, each with what dropped it: enough to see why, few enough to read. */
const droppedShown = 10;

/**
 * Finds the passages that bear on a question: keyword and vector leg side by side, hits of versions that are not
 * live dropped, fusion, relevance threshold, reranking, the best `topK` without repetitions, and what stands around
 * them. A search that finds nothing relevant has no hits and lists the best candidates under `dropped`. Stages
 * timed: understand, embed, vector, keyword, live, fuse, read, rerank, choose, expand.
 * Errors: `question_empty`, `question_too_long`, `filter_invalid`, `aborted`, and those of engine and embedder. A
 * reranker that fails is a warning.
 */
export async function retrieve(
  questionText: string,
  context: RetrieveContext,
  options: RetrieveOptions = {},
): Promise<Retrieval> {
  const { collections, embedder, settings, liveDocuments, documentText } = context;
  const { signal } = options;
  throwIfAborted(signal);
  const stopwatch = startStopwatch();
  const question = stopwatch.timeSync('understand', () =>
    understandQuestion(questionText, {
      maxLength: context.maxQuestionLength,
      fallbackLanguage: context.fallbackLanguage,
      fields: commonFields(collections),
    }),
  );
  const scope = await searchScope(question, options, context, { signal });
  const search = (filter: Filter | undefined, watch: Stopwatch) =>
    searchLegsOrWords(
      question,
      { ...context, limit: settings.candidates, stopwatch: watch },
      { filter, signal },
    );
  const { hits, terms, expansions, warnings } = await search(scope.wanted, stopwatch);
  const documents = await stopwatch.time('live', () => liveDocuments(documentIds(hits), { signal }));

  const knowsLanguage = embedder.languages === 'any' || embedder.languages.includes(question.language);
  const fusion = createFusion(settings, knowsLanguage);
  const rank = (searched: readonly CollectionHits[]) =>
    rankCandidates(joinLegs(searched, settings.candidates), fusion, settings.documentSupport);
  const { candidates, replaced, relevance, passed, failed } = stopwatch.timeSync('fuse', () => {
    const { live, notLive } = splitByLiveness(hits, documents);
    const { near, bestCosineLeftOut } = nearHits(live, settings.vectorMinCosine);
    const ranked = rank(near);
    const replaced = rank(notLive);
    const threshold = applyThreshold(
      ranked,
      { terms, expansions },
      { ...settings, usesCosine: knowsLanguage, bestCosineLeftOut },
    );
    return { candidates: countCandidates(ranked), replaced, ...threshold };
  });

  const indexes = new Map(collections.map(({ name, index }) => [name, index]));
  const read = passageReader(indexes, { signal });
  // Enough to show what nearly became a hit as well, in one go.
  const headSize = Math.max(settings.topK + droppedShown, context.reranker ? settings.rerankCandidates : 0);
  const head = await stopwatch.time('read', () => read(passed.slice(0, headSize)));
  const reranked = await rerankHead(question, head, { terms, expansions }, context, { stopwatch, signal });
  const chosen = await stopwatch.time('choose', () =>
    chooseHits(reranked.passages, passed.slice(headSize), settings, read),
  );
  const spans = await stopwatch.time('expand', () =>
    expand(chosen.hits, { settings, indexes, documentText }, { signal }),
  );

  const filteredOut =
    options.explain && scope.wanted !== scope.allowed
      ? await findFilteredOut(hits, {
          search: async () => (await search(scope.allowed, startStopwatch())).hits,
          liveDocuments: (ids) => liveDocuments(ids, { signal }),
          rank,
        })
      : { ranked: [], documents };
  const leftOut = [
    ...chosen.dropped,
    ...dropAll(failed, 'threshold'),
    ...dropAll(replaced, 'not-live'),
    ...dropAll(filteredOut.ranked, 'filter'),
  ];
  const shown = { documents: new Map([...filteredOut.documents, ...documents]), method: fusion.method };
  const found = spans.map((span) => toHit(span, shown));
  const dropped = await stopwatch.time('explain', () => showDropped(leftOut, read, shown));
  const { method, scale } = fusion;
  return {
    result: {
      hits: found,
      dropped,
      question: {
        language: question.language,
        keywords: question.keywords,
        terms,
        recognised: question.recognised,
        expansions,
      },
      relevance,
      ranking: {
        candidates,
        fusion: { method, scale },
        threshold: { minCosine: settings.minCosine, minCoverage: settings.minCoverage },
        rerank: reranked.summary,
      },
      timings: stopwatch.read(),
      warnings: [...warnings, ...reranked.warnings],
    },
    chunks: spans.map(({ chunk }) => chunk),
  };
}

/** The configured reranker, then maximal marginal relevance: each only where there is one. */
async function rerankHead(
  question: Question,
  head: readonly FoundPassage[],
  asked: AskedTerms,
  { reranker, settings, analyser }: RetrieveContext,
  { stopwatch, signal }: { readonly stopwatch: Stopwatch; readonly signal: AbortSignal | undefined },
): Promise<Reranked> {
  const { rerankCandidates: limit, dateField, diversity } = settings;
  const reranked = reranker
    ? await stopwatch.time('rerank', () =>
        rerank(question.text, head, { reranker, limit, dateField, asked }, { signal }),
      )
    : { passages: head, summary: null, warnings: [] };
  if (diversity === 0) return reranked;
  const passages = stopwatch.timeSync('diversify', () => diversify(reranked.passages, diversity, analyser));
  return { ...reranked, passages };
}

function dropAll(
  ranked: readonly RankedCandidate[],
  droppedBy: DroppedCandidate['droppedBy'],
): DroppedCandidate[] {
  return ranked.map((one) => ({ ranked: one, droppedBy }));
}

/** The best of what was left out, with its text. */
async function showDropped(
  leftOut: readonly DroppedCandidate[],
  read: ReadPassages,
  context: HitContext,
): Promise<Hit[]> {
  const best = leftOut.toSorted((a, b) => b.ranked.score - a.ranked.score).slice(0, droppedShown);
  const unread = best.flatMap(({ chunk, ranked }) => (chunk ? [] : [ranked]));
  const chunks = new Map((await read(unread)).map(({ ranked, chunk }) => [ranked, chunk]));
  return best.flatMap((dropped) => {
    const chunk = dropped.chunk ?? chunks.get(dropped.ranked);
    return chunk ? [toDroppedHit(dropped, chunk, context)] : [];
  });
}

function countCandidates(ranked: readonly RankedCandidate[]): SearchResult['ranking']['candidates'] {
  let vector = 0;
  let keyword = 0;
  for (const { candidate } of ranked) {
    if (candidate.vector) vector++;
    if (candidate.keyword) keyword++;
  }
  return { vector, keyword, fused: ranked.length };
}
