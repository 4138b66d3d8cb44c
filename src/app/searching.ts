import { chunkId } from '../contracts/chunk.ts';
import type { DocumentPassage, DocumentPassages, DocumentSummary } from '../contracts/document.ts';
import type { Embedder } from '../contracts/embedder.ts';
import type { FieldTypes, SearchIndex } from '../contracts/engine.ts';
import type { ModelCallOptions } from '../contracts/generator.ts';
import { isAborted, isFootnoteError, throwIfAborted } from '../errors.ts';
import type { AskOptions, QueryOptions, RerankOptions } from '../footnote.ts';
import { joinedEmbedders, meanVector, vectorPart } from '../models/embedding.ts';
import { presets, presetWarnings } from '../presets/presets.ts';
import { stripQuestion } from '../question/question.ts';
import type { WholeQuestion } from '../question/whole-question.ts';
import { requireSameStamp } from '../records/indexes/index-stamp.ts';
import { rerankTexts, type TextToRerank } from '../retrieve/rerank/rerank-texts.ts';
import { type Retrieval, retrieve } from '../retrieve/retrieve.ts';
import type { Permitted } from '../retrieve/search-scope.ts';
import type { QuestionExpansion } from '../retrieve/terms/expand-question.ts';
import type { Synonyms } from '../retrieve/terms/synonyms.ts';
import type { Config } from '../settings/config.ts';
import { defaults } from '../settings/default-config.ts';
import { type Adapters, embedderOfIndex } from './adapters.ts';
import type { Collections, OpenCollection } from './collections.ts';

/** What retrieval is wired from. */
interface SearchingContext {
  readonly config: Config;
  readonly adapters: Pick<Adapters, 'analyser' | 'embedder' | 'otherLanguages' | 'rephraser' | 'reranker'>;
  readonly collections: Collections;
}

/** A question, and what it may find beside what its caller says. */
type SearchOptions = QueryOptions & Permitted & ModelCallOptions & Pick<AskOptions, 'quotesOnly'>;

/** Searches for one question while indexes or documents are replaced under it. */
const mostSearches = 3;

interface NamedCollection extends OpenCollection {
  readonly name: string;
}

/** The wiring of retrieval: from a question and what the caller asks for to passages of the collections it names. */
export class Searching {
  readonly #config: Config;
  readonly #adapters: SearchingContext['adapters'];
  readonly #collections: Collections;
  #synonyms: Synonyms | undefined;

  constructor({ config, adapters, collections }: SearchingContext) {
    this.#config = config;
    this.#adapters = adapters;
    this.#collections = collections;
  }

  /** Errors: those of `retrieve`, `collection_unknown`; `index_mismatch` of a filter over a field declared since. */
  async retrieve(question: string | WholeQuestion, options: SearchOptions = {}): Promise<Retrieval> {
    const names = new Set(options.collections ?? [this.#collections.nameOf(options)]);
    for (let tries = 1; ; tries++) {
      const opened = await this.#open(names);
      // An index that a new one has replaced meanwhile may be half gone, or wholly: the new one is asked then.
      const isOvertaken = async () => tries < mostSearches && (await this.#isReplaced(opened));
      try {
        const retrieval = await this.#retrieveFrom(opened, question, options);
        if (retrieval.result.hits.length === 0 && (await isOvertaken())) continue;
        if (tries < mostSearches && (await hasLostReplaced(opened, retrieval))) continue;
        return retrieval;
      } catch (error) {
        if (isAborted(error) || !(await isOvertaken())) throw error;
      }
    }
  }

  /** See `Footnote.rerank`. */
  async rerank(question: string, passages: readonly TextToRerank[], { topN = 5, signal }: RerankOptions) {
    const { maxLength } = this.#config.question;
    stripQuestion(question, { maxLength });
    const { reranker } = this.#adapters;
    return rerankTexts(question, passages, { reranker, topN }, { signal });
  }

  #open(names: ReadonlySet<string>): Promise<readonly NamedCollection[]> {
    return Promise.all(
      Array.from(names, async (name) => ({ name, ...(await this.#collections.find(name)) })),
    );
  }

  async #isReplaced(opened: readonly NamedCollection[]): Promise<boolean> {
    const now = await this.#open(new Set(opened.map(({ name }) => name)));
    return now.some(({ facts }, at) => facts.index.id !== opened[at]?.facts.index.id);
  }

  async #retrieveFrom(
    opened: readonly NamedCollection[],
    question: string | WholeQuestion,
    options: SearchOptions,
  ): Promise<Retrieval> {
    const { records } = opened[0] as OpenCollection;
    const { library, liveDocuments } = records;
    const { analyser, rephraser, reranker } = this.#adapters;
    const { result, ...passages } = await retrieve(
      question,
      {
        ...this.#embedded(opened),
        analyser,
        ...(reranker && options.rerankCandidates !== 0 && { reranker }),
        liveDocuments,
        documentList: (name) => library.list(name, { groups: options.groups }),
        sourceText: (documentId, version) => library.text(documentId, version),
        settings: {
          ...this.#config.retrieval,
          ...this.#calibrated(opened),
          topK: options.topK ?? this.#config.retrieval.topK,
          rerankCandidates: options.rerankCandidates ?? this.#config.retrieval.rerankCandidates,
        },
        maxQuestionLength: this.#config.question.maxLength,
        languages: [...new Set(opened.flatMap(({ facts }) => facts.languages))],
        rephraser: options.quotesOnly ? undefined : rephraser,
        questionExpansion: await this.#questionExpansion(),
      },
      options,
    ).catch((error: unknown) => {
      requireApplied(this.#config.metadata.fields, opened, error);
      throw error;
    });
    const warnings = [
      ...presetWarnings(this.#config),
      ...weightsWarning(this.#config),
      ...result.warnings,
      ...new Set(opened.flatMap(({ index }) => index.warnings)),
      ...unembeddedWarning(opened),
    ];
    return { result: { ...result, warnings }, ...passages };
  }

  /** The collections, each with what of the question's vector is meant for its model, and what makes that vector. */
  #embedded(opened: readonly NamedCollection[]) {
    const embedderOf = ({ facts }: NamedCollection) => embedderOfIndex(facts.index.embedder, this.#adapters);
    const embedders = [...new Set(opened.map(embedderOf))] as [Embedder, ...Embedder[]];
    const collections = opened.map((one) => {
      const embedder = embedderOf(one);
      const { cosines } = embedder;
      const part = vectorPart(embedders, embedders.indexOf(embedder));
      return { ...one, cosines, ...(embedders.length > 1 && { vectorPart: part }) };
    });
    return { collections, embedder: joinedEmbedders(embedders) };
  }

  /** The file of synonyms is read once, by the first question. */
  async #questionExpansion(): Promise<QuestionExpansion> {
    const { spelling, compounds, exactPhrases, synonyms: file } = this.#config.question;
    const settings = { spelling, compounds, exactPhrases };
    if (file === '') return { settings };
    if (this.#synonyms === undefined) {
      const { readSynonyms } = await import('../retrieve/terms/synonyms.ts');
      this.#synonyms = await readSynonyms(file);
    }
    return { settings, synonyms: this.#synonyms };
  }

  /** The calibrated thresholds of a collection; none where settings change the defaults or several are asked. */
  #calibrated(opened: readonly OpenCollection[]) {
    const { minCosine, minCoverage } = this.#config.retrieval;
    const isChosen =
      minCosine !== defaults.retrieval.minCosine || minCoverage !== defaults.retrieval.minCoverage;
    const calibration = opened.length === 1 ? opened[0]?.facts.calibration : undefined;
    if (isChosen || !calibration) return {};
    return { minCosine: calibration.minCosine, minCoverage: calibration.minCoverage };
  }
}

/** Whether a passage could not be read because its document was replaced, or has gone, since it was found. */
async function hasLostReplaced(
  [opened]: readonly OpenCollection[],
  { lost = [] }: Retrieval,
): Promise<boolean> {
  if (!opened || lost.length === 0) return false;
  const live = await opened.records.liveDocuments.versions(lost.map(({ documentId }) => documentId));
  return lost.some(({ documentId, version }) => live.get(documentId) !== version);
}

/** Says `index_mismatch` where a filter was refused for a field that was declared after the index was built. */
function requireApplied(declared: FieldTypes, opened: readonly NamedCollection[], error: unknown): void {
  if (!isFootnoteError(error) || error.code !== 'filter_invalid') return;
  const { unknown } = error.details;
  if (typeof unknown !== 'string' || !Object.hasOwn(declared, unknown)) return;
  for (const { name, facts } of opened) {
    if (Object.hasOwn(facts.index.fields, unknown)) continue;
    requireSameStamp(name, facts.index, { ...facts.index, fields: declared }, ['fields']);
  }
}

/** Weights that the settings give, where their fusion has none. */
function weightsWarning({ preset, retrieval: { fusion, vectorWeight } }: Config): readonly string[] {
  const base = preset === 'none' ? undefined : presets[preset].settings.retrieval?.vectorWeight;
  const isGiven = vectorWeight !== (base ?? defaults.retrieval.vectorWeight);
  if (!isGiven || fusion === 'convex' || fusion === 'weighted') return [];
  return [
    `The fusion ${fusion} does not use the weights of the two searches. Remove them, or set retrieval.fusion to convex or weighted.`,
  ];
}

/** Without a number: whoever sees only some of the documents is not told how many others there are. */
function unembeddedWarning(opened: readonly OpenCollection[]): readonly string[] {
  if (opened.every(({ facts }) => facts.unembeddedChunks === 0)) return [];
  return ['Some passages can be found only by their words until their vectors are computed.'];
}

/** Passages read at once. */
const batchPassages = 256;

/** What a document came to in an index. Of a version that is being removed some are left out. Errors: `aborted`. */
export async function documentPassages(
  { documentId, version, path, ingestedAt, chunks }: DocumentSummary,
  index: SearchIndex,
  signal: AbortSignal | undefined,
): Promise<DocumentPassages> {
  const passages: DocumentPassage[] = [];
  for (let from = 0; from < chunks; from += batchPassages) {
    throwIfAborted(signal);
    const ids = Array.from({ length: Math.min(batchPassages, chunks - from) }, (_, at) =>
      chunkId(documentId, version, from + at),
    );
    const [held, written] = await Promise.all([
      index.get(ids, { signal }),
      index.vectors.read?.(ids, { signal }) ?? [],
    ]);
    const vectors = new Map(written.map((one) => [one.chunkId, one.vectors]));
    for (const chunk of held) {
      const windows = vectors.get(chunk.id) ?? [];
      passages.push({ ...chunk, vector: windows.length > 0 ? meanVector(windows, chunk.id) : null });
    }
  }
  return { documentId, version, path, ingestedAt, passages };
}
