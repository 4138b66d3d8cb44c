import type { Analyser } from '../contracts/analyser.ts';
import type { Chunk } from '../contracts/chunk.ts';
import type { Embedder } from '../contracts/embedder.ts';
import type { EngineHit, EngineIndex } from '../contracts/engine.ts';
import type { Filter } from '../contracts/filter.ts';
import type { LiveDocument, LiveDocuments } from '../contracts/live-documents.ts';
import { throwIfAborted } from '../errors.ts';
import { type FusedHit, fuseConvex } from './fuse-convex.ts';
import type { Hit, HitExplanation, SearchResult } from './hit.ts';
import { measureRelevance, type RelevanceThreshold, weighTerms } from './relevance.ts';
import { type Stopwatch, startStopwatch } from './stopwatch.ts';
import { type Question, understandQuestion } from './understand-question.ts';

/** The section `retrieval` of the settings. */
export interface RetrievalSettings extends RelevanceThreshold {
  /** Hits taken from each leg before fusion, 1–1000. */
  readonly candidates: number;
  /** Hits to return, 1–100. */
  readonly topK: number;
  /** Share of the vector leg in the fused score, for languages that the embedder knows. */
  readonly vectorWeight: number;
}

/** What retrieval works on. */
export interface RetrieveContext {
  readonly index: EngineIndex;
  readonly embedder: Embedder;
  /** The one that the index was written with. */
  readonly analyser: Analyser;
  readonly liveDocuments: LiveDocuments;
  readonly settings: RetrievalSettings;
  /** The setting `question.maxLength`. */
  readonly maxQuestionLength: number;
}

/** A search with the chunks behind its hits, which the answer's stages read. */
export interface Retrieval {
  readonly result: SearchResult;
  /** The chunks of `result.hits`, in the same order. */
  readonly chunks: readonly Chunk[];
}

/** The best of the hits that were left out, each with what dropped it: enough to see why, few enough to read. */
const droppedShown = 10;

/** Vector weight for a language that the embedder does not know: best for German, Chinese and Arabic. */
const unknownLanguageVectorWeight = 0.1;

/**
 * Finds the passages that bear on a question: keyword and vector leg side by side, hits of versions that are not
 * live dropped, convex fusion, relevance threshold, the best `topK`. A search that finds nothing relevant has no
 * hits and lists the best candidates under `dropped`. Stages timed: understand, embed, vector, keyword, live, fuse,
 * fetch.
 * Errors: `question_empty`, `question_too_long`, `filter_invalid`, `aborted`, and those of engine and embedder.
 */
export async function retrieve(
  questionText: string,
  context: RetrieveContext,
  options: { readonly filter?: Filter; readonly signal?: AbortSignal } = {},
): Promise<Retrieval> {
  const { embedder, settings, maxQuestionLength } = context;
  throwIfAborted(options.signal);
  const stopwatch = startStopwatch();
  const question = stopwatch.timeSync('understand', () =>
    understandQuestion(questionText, { maxLength: maxQuestionLength }),
  );
  const { vector, keyword, terms } = await searchLegs(question, context, options, stopwatch);
  const documents = await stopwatch.time('live', () =>
    context.liveDocuments(documentIds(vector, keyword), { signal: options.signal }),
  );

  const knowsLanguage = embedder.languages === 'any' || embedder.languages.includes(question.language);
  const isLive = (hit: EngineHit) => documents.get(hit.documentId)?.version === hit.version;
  const { kept, dropped, relevance } = stopwatch.timeSync('fuse', () => {
    const vectorWeight = knowsLanguage ? settings.vectorWeight : unknownLanguageVectorWeight;
    const fuse = (keep: (hit: EngineHit) => boolean) =>
      fuseConvex({ vector: vector.filter(keep), keyword: keyword.filter(keep), vectorWeight });
    const live = fuse(isLive);
    const notLive = fuse((hit) => !isLive(hit));
    const relevance = measureRelevance(live, terms, { ...settings, usesCosine: knowsLanguage });
    const kept = relevance.relevant ? live.slice(0, settings.topK) : [];
    const dropped = [
      ...mark(live.slice(kept.length), relevance.relevant ? 'top-k' : 'threshold'),
      ...mark(notLive, 'not-live'),
    ];
    return { relevance, kept, dropped: dropped.toSorted((a, b) => b.score - a.score).slice(0, droppedShown) };
  });

  const fetched = await stopwatch.time('fetch', () =>
    fetchHits([kept, dropped], documents, context, options),
  );
  const [found = [], left = []] = fetched;
  return {
    result: {
      hits: found.map(({ hit }) => hit),
      dropped: left.map(({ hit }) => hit),
      question: { language: question.language, keywords: question.keywords, terms },
      relevance,
      timings: stopwatch.read(),
      warnings: [],
    },
    chunks: found.map(({ chunk }) => chunk),
  };
}

/** Both legs at once, with the statistics that the question's terms are weighed by. */
async function searchLegs(
  { text, keywords, language }: Question,
  { index, embedder, analyser, settings }: RetrieveContext,
  { filter, signal }: { readonly filter?: Filter; readonly signal?: AbortSignal },
  stopwatch: Stopwatch,
) {
  const limit = settings.candidates;
  const terms = [...new Set(analyser.terms(keywords, language).map((term) => term.text))];
  const [vector, keyword, statistics] = await Promise.all([
    stopwatch
      .time('embed', () => embedder.embedQuery(text, { signal }))
      .then((embedding) =>
        stopwatch.time('vector', () => index.searchVector({ vector: embedding, limit, filter, signal })),
      ),
    stopwatch.time('keyword', () => index.searchKeyword({ text: keywords, language, limit, filter, signal })),
    index.termStatistics?.(terms, { signal }),
  ]);
  return { vector, keyword, terms: weighTerms(terms, statistics) };
}

/** Reads the chunks of several lists of hits at once. A chunk that has gone since the search is left out. */
async function fetchHits(
  lists: readonly (readonly FusedHit[])[],
  documents: ReadonlyMap<string, LiveDocument>,
  { index }: RetrieveContext,
  { signal }: { readonly signal?: AbortSignal },
): Promise<{ hit: Hit; chunk: Chunk }[][]> {
  const ids = lists.flat().map(({ chunkId }) => chunkId);
  const chunks = new Map((await index.get(ids, { signal })).map((chunk) => [chunk.id, chunk]));
  return lists.map((list) =>
    list.flatMap((fused) => {
      const chunk = chunks.get(fused.chunkId);
      return chunk ? [{ chunk, hit: toHit(fused, chunk, documents.get(fused.documentId)) }] : [];
    }),
  );
}

function documentIds(...legs: readonly (readonly EngineHit[])[]): string[] {
  return [...new Set(legs.flat().map((hit) => hit.documentId))];
}

function mark(hits: readonly FusedHit[], droppedBy: NonNullable<HitExplanation['droppedBy']>): FusedHit[] {
  return hits.map((hit) => ({ ...hit, explain: { ...hit.explain, droppedBy } }));
}

function toHit(hit: FusedHit, chunk: Chunk, document: LiveDocument | undefined): Hit {
  return {
    documentId: chunk.documentId,
    path: document?.path ?? '',
    title: document?.title ?? chunk.title,
    chunkId: chunk.id,
    headingPath: chunk.headingPath,
    page: chunk.page ?? null,
    start: chunk.start,
    end: chunk.end,
    content: chunk.content,
    score: hit.score,
    explain: hit.explain,
  };
}
