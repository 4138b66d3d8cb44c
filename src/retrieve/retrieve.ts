import { type Chunk, isOfPassage } from '../contracts/chunk.ts';
import type { SourceTextLookup } from '../contracts/document.ts';
import type { DocumentVersion, LiveDocuments } from '../contracts/document-records.ts';
import type { Embedder } from '../contracts/embedder.ts';
import type { Filter, SearchIndex } from '../contracts/engine.ts';
import type { ModelCallOptions } from '../contracts/generator.ts';
import type { Reranker } from '../contracts/reranker.ts';
import { throwIfAborted } from '../errors.ts';
import type { AskedPlace } from '../question/conditions.ts';
import type { Question } from '../question/question.ts';
import { standing, type WholeQuestion } from '../question/whole-question.ts';
import type { CollectionHits } from './candidate.ts';
import { type ChoiceSettings, chooseHits, dropAll, droppedShown } from './choose/choose-hits.ts';
import { diversify } from './choose/diversify.ts';
import { type ExpansionSettings, expand } from './expand/expand.ts';
import type { KnownLanguage } from './fuse/create-fusion.ts';
import type { SearchResult } from './hit.ts';
import { documentIds, isOvertaken } from './legs/live-hits.ts';
import { withMetadataTerms } from './legs/metadata-terms.ts';
import { searchLegsOrWords } from './legs/search-legs.ts';
import { ChunkReader, type FoundPassage } from './passage.ts';
import { spansOfPlace } from './place/spans-of-place.ts';
import type { RankedCandidate } from './rank-candidates.ts';
import { Ranking, type RankingSettings } from './ranking.ts';
import { questionTrace, type ReadQuestionContext, readQuestion } from './read-question.ts';
import type { AskedTerms, ThresholdResult } from './relevance.ts';
import { type Reranked, rerank } from './rerank/rerank.ts';
import {
  commonFields,
  type DocumentList,
  mistakenConditions,
  nothingWanted,
  type Permitted,
  searchScope,
} from './search-scope.ts';
import { showHits } from './show-hits.ts';
import { Stopwatch } from './stopwatch.ts';
import type { QuestionExpansion } from './terms/expand-question.ts';

/** What is looked at to hold a search to a place. */
interface HoldToPlaceContext {
  /** The indexes that candidates were found in, by the name of their collection. */
  readonly indexes: ReadonlyMap<string, SearchIndex>;
  readonly sourceText: SourceTextLookup;
}

/** Documents that the place is looked for in: those of the best candidates. */
const documentsRead = 10;

/** More chunks than any document has. */
const anyNumber = 1_000_000;

/** Candidates before and after the threshold, of which all that passed lie at a place. */
interface HeldToPlace extends Pick<ThresholdResult, 'passed' | 'failed'> {
  /** What would have passed and lies elsewhere. */
  readonly elsewhere: readonly RankedCandidate[];
}

/**
 * Leaves of what passed the threshold what lies at a place of its document, in its order, and adds what else stands
 * there in the documents of the best. A question for nothing but a place holds nothing that could pass: it means that
 * of the document which bears most on it, of those in its language if there are any. Undefined where none of these
 * documents has such a place.
 */
async function holdToPlace(
  { passed, failed }: ThresholdResult,
  { terms }: AskedTerms,
  { place, language }: { readonly place: AskedPlace; readonly language: string },
  context: HoldToPlaceContext,
  options: { readonly signal?: AbortSignal | undefined },
): Promise<HeldToPlace | undefined> {
  const isAllAsked = terms.every(({ term }) => place.number.includes(term));
  const ranked = isAllAsked ? [...passed, ...failed] : passed;
  const there = await candidatesAt(place, ranked, context, options);
  const [first] = there;
  if (!first) return undefined;
  const { documentId } = (there.find((one) => one.language === language) ?? first).ranked.candidate;
  const held = there
    .map((one) => one.ranked)
    .filter(({ candidate }) => !isAllAsked || candidate.documentId === documentId);
  const elsewhere = ranked.filter((one) => !held.includes(one));
  return { passed: held, failed: isAllAsked ? [] : failed, elsewhere };
}

/** What is said where passages were found and no document of the best has the page asked for. */
function placeMissing({ kind, text }: AskedPlace, { passed }: Pick<ThresholdResult, 'passed'>): string[] {
  if (kind === 'section' || passed.length === 0) return [];
  return [`No document about this has a ${text}, so the passages come from elsewhere.`];
}

/** A candidate at the place, with the language of its document. */
interface CandidateAt {
  readonly ranked: RankedCandidate;
  readonly language: string;
}

async function candidatesAt(
  place: AskedPlace,
  ranked: readonly RankedCandidate[],
  { indexes, sourceText }: HoldToPlaceContext,
  options: { readonly signal?: AbortSignal | undefined },
): Promise<readonly CandidateAt[]> {
  const byDocument = Map.groupBy(ranked, ({ candidate }) => candidate.documentId);
  const held = await Promise.all(
    [...byDocument.values()].slice(0, documentsRead).map(async (found) => {
      const [best] = found as [RankedCandidate];
      const { collection, chunkId, documentId, version } = best.candidate;
      const source = await sourceText(documentId, version, options);
      const spans = spansOfPlace(source?.blocks ?? [], place);
      const index = indexes.get(collection);
      if (spans.length === 0 || !index) return [];
      const [own, [others = []]] = await Promise.all([
        index.get([chunkId], options),
        index.neighbours([chunkId], { before: anyNumber, after: anyNumber }, options),
      ]);
      const there = [...own, ...others]
        .filter((chunk) => spans.some(({ start, end }) => start < chunk.end && chunk.start < end))
        .toSorted((a, b) => a.ordinal - b.ordinal);
      const known = new Map(found.map((one) => [one.candidate.chunkId, one]));
      return there.map(({ id, language }) => {
        return { ranked: known.get(id) ?? unfound(id, best, found.at(-1) ?? best), language };
      });
    }),
  );
  const ranks = new Map(ranked.map((one, at) => [one, at]));
  const rankOf = (one: CandidateAt) => ranks.get(one.ranked) ?? ranked.length;
  return held.flat().toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** A chunk that neither leg found, no better than the last of its document that one did. */
function unfound(chunkId: string, { candidate }: RankedCandidate, last: RankedCandidate): RankedCandidate {
  return {
    candidate: { ...candidate, chunkId, vector: null, keyword: null, matchedTerms: [], gramScore: 0 },
    vectorShare: 0,
    keywordShare: 0,
    documentSupport: last.documentSupport,
    score: last.score,
  };
}

/** The section `retrieval` of the settings. */
export interface RetrievalSettings extends RankingSettings, ChoiceSettings, ExpansionSettings {
  /** What a word in a document's title counts for in the keyword leg, 0–10; one in the passage itself counts 1. */
  readonly titleWeight: number;
  /** The same for the headings above a passage. */
  readonly headingWeight: number;
  /** Passages that a reranker looks at, 1–50. */
  readonly rerankCandidates: number;
  /** Metadata field that holds a passage's date. */
  readonly dateField: string;
  /** Weight of unlikeness in maximal marginal relevance, in [0, 1]; 0 for none. */
  readonly diversity: number;
}

/** What retrieval works on. The hits of all its collections are ranked together. */
export interface RetrieveContext extends ReadQuestionContext {
  readonly reranker?: Reranker;
  readonly liveDocuments: LiveDocuments;
  readonly sourceText: SourceTextLookup;
  readonly documentList: DocumentList;
  readonly settings: RetrievalSettings;
  readonly questionExpansion: QuestionExpansion;
}

/** What one search asks for beside its question. */
export interface RetrieveOptions extends ModelCallOptions, Permitted {
  readonly filter?: Filter;
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
  /** What was asked, as it was read for the search. */
  readonly question: Question;
  /** The place in their documents that the question names and all hits lie at; absent where there is none. */
  readonly place?: AskedPlace;
}

/**
 * Finds the passages that bear on a question, one by itself or a message made whole by its conversation: keyword and
 * vector leg side by side, hits of versions that are not live dropped, fusion, relevance threshold, the place in
 * documents that the question names, reranking, the best `topK` without repetitions, and what stands around them. A
 * search that finds nothing relevant has no hits and lists the best candidates under `dropped`. Stages timed: rephrase,
 * embed, understand, vector, keyword, live, fuse, place, read, rerank, diversify, choose, expand, explain. Errors:
 * `question_empty`, `question_too_long`, `filter_invalid`, `aborted`, and those of engine and embedder. A reranker or
 * rephraser that fails is a warning.
 */
export async function retrieve(
  asked: string | WholeQuestion,
  context: RetrieveContext,
  options: RetrieveOptions = {},
): Promise<Retrieval> {
  const { collections, embedder, settings, liveDocuments, sourceText } = context;
  const { signal, onWait } = options;
  throwIfAborted(signal);
  const whole = typeof asked === 'string' ? standing(asked) : asked;
  const stopwatch = new Stopwatch();
  const { question, rephrased, embedding } = await readQuestion(whole, context, {
    documents: options.documents,
    groups: options.groups,
    projects: options.projects,
    stopwatch,
    signal,
    onWait,
  });
  // Needs nothing that is found, and is done while the vector is in the making.
  const trace = questionTrace(question, { analyser: context.analyser, rephrased: rephrased.question });
  const scope = await searchScope(question, options, context, { signal });
  const indexes = new Map(collections.map(({ name, index }) => [name, index]));
  const reader = new ChunkReader(indexes, signal);
  const liveVersions = (found: readonly CollectionHits[]) =>
    liveDocuments.versions(documentIds(found), { signal });
  // Enough to show what nearly became a hit as well, in one go.
  const headSize = Math.max(settings.topK + droppedShown, context.reranker ? settings.rerankCandidates : 0);
  // While the vector is in the making: most of the best by words are among the best by both, and what was looked up
  // is remembered.
  const prepare = async (found: readonly CollectionHits[]) => {
    const best = found.map((one) => ({ ...one, keyword: one.keyword.slice(0, headSize) }));
    await Promise.all([
      liveVersions(found),
      liveDocuments.paths(documentIds(best), { signal }),
      ...best.map(({ collection, keyword }) => reader.read(collection, keyword)),
    ]);
  };
  const search = (filter: Filter | undefined, timed: Stopwatch) =>
    searchLegsOrWords(
      question,
      {
        ...context,
        allowed: scope.allowed,
        questionExpansion: { ...context.questionExpansion, rephrased: rephrased.question },
        embedding,
        boosts: { title: settings.titleWeight, headingPath: settings.headingWeight },
        limit: settings.candidates,
        stopwatch: timed,
        prepare,
      },
      { filter, signal },
    );
  const searchLive = async () => {
    const legs = await search(scope.wanted, stopwatch);
    return { legs, live: await stopwatch.time('live', () => liveVersions(legs.hits)) };
  };
  let found = await searchLive();
  // Documents that were replaced between the search and the look at what is live are searched for once more.
  for (let tries = 1; tries < mostSearches && isOvertaken(found.legs.hits, found.live); tries++)
    found = await searchLive();
  const { live } = found;
  const legs = await byMetadata(found.legs, context, reader);
  const isNothing = legs.hits.every(({ vector, keyword }) => vector.length + keyword.length === 0);
  const unwanted = isNothing ? await nothingWanted(question, scope, context, { signal }) : [];

  const ranking = new Ranking(settings, knownLanguage(question, embedder));
  const ranked = await stopwatch.time('fuse', () => ranking.rankLive(legs.hits, live, legs));

  const { place } = question;
  const held =
    place &&
    (await stopwatch.time('place', () =>
      holdToPlace(ranked, legs, { ...question, place }, { indexes, sourceText }, { signal }),
    ));
  const { passed, failed, elsewhere } = held ?? { ...ranked, elsewhere: [] };
  const candidates = passed.slice(0, headSize);
  const head = await stopwatch.time('read', () => reader.passages(candidates));
  const reranked = await rerankHead(question, head, legs, context, { stopwatch, signal, onWait });
  const chosen = await stopwatch.time('choose', () =>
    chooseHits(reranked.passages, passed.slice(headSize), settings, reader.passages),
  );
  const spans = await stopwatch.time('expand', () =>
    expand(chosen.hits, { settings, indexes, sourceText }, { signal }),
  );

  const findFilteredOut = async () => {
    const { hits: all } = await search(scope.allowed, new Stopwatch());
    return ranking.rankFilteredOut(legs.hits, all, await liveVersions(all));
  };
  const filteredOut = options.explain && scope.wanted !== scope.allowed ? await findFilteredOut() : [];
  const { hits, dropped } = await stopwatch.time('explain', () =>
    showHits(
      {
        spans,
        dropped: [
          ...chosen.dropped,
          ...dropAll(failed, 'threshold'),
          ...dropAll(elsewhere, 'filter'),
          // Of a version that is not the live one nobody says any more who may see it.
          ...(options.groups || options.projects ? [] : dropAll(ranked.notLive, 'not-live')),
          ...dropAll(filteredOut, 'filter'),
        ],
      },
      {
        liveDocuments,
        read: reader.passages,
        fusion: ranking.fusion,
        documentSupport: settings.documentSupport,
      },
      { signal },
    ),
  );
  const lost = unread(candidates, head);
  return {
    ...(lost.length > 0 && { lost }),
    ...(held && { place }),
    question,
    result: {
      hits,
      dropped,
      question: trace(legs),
      relevance: ranked.relevance,
      ranking: { ...ranked.trace, rerank: reranked.summary },
      timings: stopwatch.read(),
      warnings: [
        ...rephrased.warnings,
        ...scope.warnings,
        ...unwanted,
        ...mistakenConditions(question.mistaken, commonFields(collections), head),
        ...legs.warnings,
        ...reranked.warnings,
        ...(place && !held ? placeMissing(place, ranked) : []),
      ],
    },
    chunks: spans.map(({ chunk }) => chunk),
  };
}

/** What the embedder knows of a question's language and the documents'. */
function knownLanguage(
  { language, documentLanguage }: Pick<Question, 'language' | 'documentLanguage'>,
  { languages }: Pick<Embedder, 'languages'>,
): KnownLanguage {
  const knows = (one: string) => languages === 'any' || languages.includes(one);
  if (!knows(language)) return 'unknown';
  return language !== documentLanguage && knows(documentLanguage) ? 'across' : 'known';
}

/** What was found, by the words of documents' own fields as well, where the collections declare any. */
async function byMetadata<Legs extends AskedTerms & { readonly hits: readonly CollectionHits[] }>(
  legs: Legs,
  { collections, analyser }: RetrieveContext,
  reader: ChunkReader,
): Promise<Legs> {
  const declaring = collections.filter(({ index }) =>
    Object.keys(index.spec.fields).some((field) => !isOfPassage(field)),
  );
  if (declaring.length === 0) return legs;
  await Promise.all(
    legs.hits
      .filter(({ collection }) => declaring.some(({ name }) => name === collection))
      .map(({ collection, vector, keyword }) => reader.read(collection, [...keyword, ...vector])),
  );
  const hits = withMetadataTerms(legs.hits, { terms: legs.terms, analyser, chunks: reader.chunks });
  return { ...legs, hits };
}

/** Searches for one question while documents are replaced under it. */
const mostSearches = 3;

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
  const passages = await stopwatch.time('diversify', () => diversify(reranked.passages, diversity, analyser));
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
