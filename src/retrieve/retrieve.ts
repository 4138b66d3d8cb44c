import type { Analyser } from '../contracts/analyser.ts';
import type { Chunk } from '../contracts/chunk.ts';
import type { DocumentVersion } from '../contracts/document-records.ts';
import type { Embedder } from '../contracts/embedder.ts';
import type { Filter } from '../contracts/filter.ts';
import type { ModelCallOptions, WeightedTerm } from '../contracts/generator.ts';
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
import type { Hit, QuestionTrace, SearchResult } from './hit.ts';
import { documentIds, splitByLiveness } from './live-hits.ts';
import type { DocumentTextLookup } from './merge-chunks.ts';
import { nearHits } from './near-hits.ts';
import { ChunkReader, type FoundPassage, type ReadPassages } from './passage.ts';
import { type RankedCandidate, rankCandidates } from './rank-candidates.ts';
import { type AskedTerms, applyThreshold, type RelevanceThreshold } from './relevance.ts';
import { type Reranked, rerank } from './rerank.ts';
import { type SearchedCollection, searchLegsOrWords } from './search-legs.ts';
import { commonFields, type DocumentList, searchScope } from './search-scope.ts';
import { type Stopwatch, startStopwatch } from './stopwatch.ts';
import { stripQuestion } from './strip-question.ts';
import type { QuestionExpansion } from './understand/expand-question.ts';
import { wordsOfTerms } from './understand/words-of-terms.ts';
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
export interface RetrieveOptions extends ModelCallOptions {
  readonly filter?: Filter;
  /** Ids of the documents that the caller may see: nothing else is looked at. Default: all. */
  readonly documents?: readonly string[];
  /** Searches once more without filters, so that `dropped` names what they left out. Default false. */
  readonly explain?: boolean;
}

/** A search with the chunks behind its hits, which the answer's stages read. */
export interface Retrieval {
  readonly result: SearchResult;
  /** The chunks of `result.hits`, in the same order. */
  readonly chunks: readonly Chunk[];
  /** Live documents of which a passage was found that cannot be read; absent where there are none. */
  readonly lost?: readonly DocumentVersion[];
}

/** The best of the hits that were left out, each with what dropped it: enough to see why, few enough to read. */
const droppedShown = 10;

/**
 * Finds the passages that bear on a question: keyword and vector leg side by side, hits of versions that are not
 * live dropped, fusion, relevance threshold, reranking, the best `topK` without repetitions, and what stands around
 * them. A search that finds nothing relevant has no hits and lists the best candidates under `dropped`. Stages
 * timed: embed, understand, vector, keyword, live, fuse, read, rerank, choose, expand.
 * Errors: `question_empty`, `question_too_long`, `filter_invalid`, `aborted`, and those of engine and embedder. A
 * reranker that fails is a warning.
 */
export async function retrieve(
  questionText: string,
  context: RetrieveContext,
  options: RetrieveOptions = {},
): Promise<Retrieval> {
  const { collections, embedder, settings, liveDocuments, documentText } = context;
  const { signal, onWait } = options;
  throwIfAborted(signal);
  const stopwatch = startStopwatch();
  const stripped = stripQuestion(questionText, {
    maxLength: context.maxQuestionLength,
    fields: commonFields(collections),
  });
  // The model works on another thread: all that needs no vector is done meanwhile.
  const embedding = stopwatch.time('embed', () => embedder.embedQuery(stripped.text, { signal }));
  // Whoever waits for it hears of its failure; where something else fails first, nobody does.
  embedding.catch(() => undefined);
  const question = stopwatch.timeSync('understand', () =>
    understandQuestion(stripped, context.fallbackLanguage),
  );
  const scope = await searchScope(question, options, context, { signal });
  const indexes = new Map(collections.map(({ name, index }) => [name, index]));
  const reader = new ChunkReader(indexes, signal);
  // Enough to show what nearly became a hit as well, in one go.
  const headSize = Math.max(settings.topK + droppedShown, context.reranker ? settings.rerankCandidates : 0);
  // Most of the best by words are among the best by both legs; what is read here is remembered.
  const prepare = async (found: readonly CollectionHits[]) => {
    const head = found.map((one) => ({ ...one, keyword: one.keyword.slice(0, headSize) }));
    await Promise.all([
      liveDocuments.versions(documentIds(found), { signal }),
      liveDocuments.paths(documentIds(head), { signal }),
      ...head.map(({ collection, keyword }) => reader.read(collection, keyword)),
    ]);
  };
  const search = (filter: Filter | undefined, watch: Stopwatch) =>
    searchLegsOrWords(
      question,
      { ...context, embedding, limit: settings.candidates, stopwatch: watch, prepare },
      { filter, signal },
    );
  const { hits, terms, expansions, warnings } = await search(scope.wanted, stopwatch);
  const liveVersions = await stopwatch.time('live', () =>
    liveDocuments.versions(documentIds(hits), { signal }),
  );

  const knowsLanguage = embedder.languages === 'any' || embedder.languages.includes(question.language);
  const fusion = createFusion(settings, knowsLanguage);
  const rank = (searched: readonly CollectionHits[]) =>
    rankCandidates(joinLegs(searched, settings.candidates), fusion, settings.documentSupport);
  const { candidates, replaced, relevance, passed, failed } = stopwatch.timeSync('fuse', () => {
    const split = splitByLiveness(hits, liveVersions);
    const { near, bestCosineLeftOut } = nearHits(split.live, settings.vectorMinCosine);
    const ranked = rank(near);
    const replaced = rank(split.notLive);
    const threshold = applyThreshold(
      ranked,
      { terms, expansions },
      { ...settings, usesCosine: knowsLanguage, bestCosineLeftOut },
    );
    return { candidates: countCandidates(ranked), replaced, ...threshold };
  });

  const head = await stopwatch.time('read', () => reader.passages(passed.slice(0, headSize)));
  const reranked = await rerankHead(question, head, { terms, expansions }, context, {
    stopwatch,
    signal,
    onWait,
  });
  const chosen = await stopwatch.time('choose', () =>
    chooseHits(reranked.passages, passed.slice(headSize), settings, reader.passages),
  );
  const spans = await stopwatch.time('expand', () =>
    expand(chosen.hits, { settings, indexes, documentText }, { signal }),
  );

  const filteredOut =
    options.explain && scope.wanted !== scope.allowed
      ? await findFilteredOut(hits, {
          search: async () => (await search(scope.allowed, startStopwatch())).hits,
          liveVersions: (ids) => liveDocuments.versions(ids, { signal }),
          rank,
        })
      : [];
  const leftOut = bestLeftOut([
    ...chosen.dropped,
    ...dropAll(failed, 'threshold'),
    ...dropAll(replaced, 'not-live'),
    ...dropAll(filteredOut, 'filter'),
  ]);
  const { found, dropped } = await stopwatch.time('explain', async () => {
    const shownIds = new Set(spans.map(({ chunk }) => chunk.documentId));
    for (const { ranked } of leftOut) shownIds.add(ranked.candidate.documentId);
    const paths = await liveDocuments.paths(shownIds, { signal });
    const shown = { paths, fusion, documentSupport: settings.documentSupport };
    return {
      found: spans.map((span) => toHit(span, shown)),
      dropped: await showDropped(leftOut, reader.passages, shown),
    };
  });
  const { method, scale } = fusion;
  const lost = unread(passed.slice(0, headSize), head);
  return {
    ...(lost.length > 0 && { lost }),
    result: {
      hits: found,
      dropped,
      question: {
        language: question.language,
        keywords: question.keywords,
        terms: withWords(terms, question, context.analyser),
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
      warnings: [...scope.warnings, ...warnings, ...reranked.warnings],
    },
    chunks: spans.map(({ chunk }) => chunk),
  };
}

/** Each term with the word that it was made from, where that is written otherwise. */
function withWords(
  terms: readonly WeightedTerm[],
  { keywords, language }: Question,
  analyser: Analyser,
): QuestionTrace['terms'] {
  const words = wordsOfTerms(keywords, language, analyser);
  return terms.map((weighted) => {
    const word = words.get(weighted.term);
    return word === undefined ? weighted : { ...weighted, word };
  });
}

/** The configured reranker, then maximal marginal relevance: each only where there is one. */
async function rerankHead(
  question: Question,
  head: readonly FoundPassage[],
  asked: AskedTerms,
  { reranker, settings, analyser }: RetrieveContext,
  { stopwatch, ...options }: { readonly stopwatch: Stopwatch } & ModelCallOptions,
): Promise<Reranked> {
  const { rerankCandidates: limit, dateField, diversity } = settings;
  const reranked = reranker
    ? await stopwatch.time('rerank', () =>
        rerank(question.text, head, { reranker, limit, dateField, asked }, options),
      )
    : { passages: head, summary: null, warnings: [] };
  if (diversity === 0) return reranked;
  const passages = stopwatch.timeSync('diversify', () => diversify(reranked.passages, diversity, analyser));
  return { ...reranked, passages };
}

/** The documents of candidates that no text was read of. */
function unread(
  candidates: readonly RankedCandidate[],
  passages: readonly FoundPassage[],
): readonly DocumentVersion[] {
  if (passages.length === candidates.length) return [];
  const read = new Set(passages.map(({ ranked }) => ranked));
  return candidates.flatMap((one) => (read.has(one) ? [] : [one.candidate]));
}

function dropAll(
  ranked: readonly RankedCandidate[],
  droppedBy: DroppedCandidate['droppedBy'],
): DroppedCandidate[] {
  return ranked.map((one) => ({ ranked: one, droppedBy }));
}

function bestLeftOut(leftOut: readonly DroppedCandidate[]): readonly DroppedCandidate[] {
  return leftOut.toSorted((a, b) => b.ranked.score - a.ranked.score).slice(0, droppedShown);
}

/** What was left out, with its text. */
async function showDropped(
  leftOut: readonly DroppedCandidate[],
  read: ReadPassages,
  context: HitContext,
): Promise<Hit[]> {
  const unread = leftOut.flatMap(({ chunk, ranked }) => (chunk ? [] : [ranked]));
  const chunks = new Map((await read(unread)).map(({ ranked, chunk }) => [ranked, chunk]));
  return leftOut.flatMap((dropped) => {
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
