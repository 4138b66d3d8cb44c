import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Embedder, TextEmbedding } from '../src/contracts/embedder.ts';
import type { CallOptions, Engine, IndexSpec } from '../src/contracts/engine.ts';
import type { Footnote } from '../src/footnote.ts';
import { markdownParser } from '../src/formats/markdown/markdown-parser.ts';
import { textParser } from '../src/formats/text-parser.ts';
import { onnxEmbedder } from '../src/models/local/onnx-embedder.ts';
import { openFootnote } from '../src/pipeline.ts';
import type { PartialConfig } from '../src/settings/config.ts';
import type { EngineUnderTest } from './engine.ts';
import { annex, library, libraryFields, writeLibrary } from './pipeline-library.ts';

/**
 * What every Footnote of the suite is opened with: short sections are passages of their own, and no model has to be
 * loaded for answers, which are the same on every engine whichever sentences they quote.
 */
const settings: PartialConfig = {
  chunker: { minTokens: 10, overlapTokens: 0 },
  metadata: { fields: libraryFields },
  ingest: { parserProcesses: 1 },
  answer: { reader: 'features' },
};

/** Most documents are Markdown, and parsed in this process: to start one for them takes longer than to ingest them. */
const parsers = [markdownParser, textParser];

/** Shows every passage, however far it is from the question, so that whole rankings can be compared. */
export const showAll: PartialConfig = {
  retrieval: { minCosine: 0, minCoverage: 0, duplicateSimilarity: 0, topK: 100 },
};

/**
 * A store with its engine, and the Footnotes opened over both. The place of the engine under test and the place of the
 * embedded one are alike in all but that.
 */
export class PipelinePlace {
  readonly #home = mkdtempSync(join(tmpdir(), 'footnote-pipeline-'));
  readonly #embedder: Embedder;
  readonly #under: EngineUnderTest | undefined;
  readonly #specs = new Map<string, IndexSpec>();
  readonly #shared = new Map<string, Promise<Footnote>>();
  readonly #opened: Footnote[] = [];
  #isFirst = true;

  /** Without an engine: the embedded one, as the default settings have it. */
  constructor(embedder: Embedder, under?: EngineUnderTest) {
    this.#embedder = embedder;
    this.#under = under;
  }

  /** The indexes that were opened here and not dropped since, by id. */
  get specs(): ReadonlyMap<string, IndexSpec> {
    return this.#specs;
  }

  /** Whether this is the place of the engine under test. */
  get isUnderTest(): boolean {
    return this.#under !== undefined;
  }

  /** The Footnote with these settings beside those of the suite; the same each time, and open until the suite ends. */
  footnote(changed: PartialConfig = {}): Promise<Footnote> {
    const key = JSON.stringify(changed);
    const known = this.#shared.get(key) ?? this.another(changed);
    this.#shared.set(key, known);
    return known;
  }

  /** Another Footnote over the same store and the same place of the engine, as a process of its own would open it. */
  async another(changed: PartialConfig = {}, change = (engine: Engine) => engine): Promise<Footnote> {
    const merged = { ...settings, ...changed, store: join(this.#home, 'store') };
    const engine = await this.#engine();
    const footnote = await openFootnote(merged, {
      embedder: this.#embedder,
      parsers,
      ...(engine && { engine: change(this.#watched(engine)) }),
    });
    this.#opened.push(footnote);
    return footnote;
  }

  /** The engine by itself, as somebody else's program would open it; undefined for the embedded one. */
  async engine(): Promise<Engine | undefined> {
    return this.#under?.reopen();
  }

  async close(): Promise<void> {
    await Promise.all(this.#opened.map((footnote) => footnote.close()));
    // A first engine that nobody came to open.
    if (this.#isFirst) await this.#under?.engine.close();
    await this.#under?.dispose();
    rmSync(this.#home, { recursive: true, force: true });
  }

  #engine(): Promise<Engine | undefined> {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    return isFirst ? Promise.resolve(this.#under?.engine) : this.engine();
  }

  #watched(engine: Engine): Engine {
    const specs = this.#specs;
    return {
      name: engine.name,
      open(spec: IndexSpec, options?: CallOptions) {
        specs.set(spec.id, spec);
        return engine.open(spec, options);
      },
      async drop(indexId: string, options?: CallOptions) {
        await engine.drop(indexId, options);
        specs.delete(indexId);
      },
      close: () => engine.close(),
    };
  }
}

/** The two places with the same documents in them. */
export interface PipelinePlaces {
  readonly tested: PipelinePlace;
  readonly embedded: PipelinePlace;
  /** Where the files of the collections `library` and `annex` lie. */
  readonly files: string;
  close(): Promise<void>;
}

/** What a suite may have already: another one needs the same. */
export interface GivenPlaces {
  readonly embedder?: Embedder;
  readonly beside?: EmbeddedLibrary;
}

/** The embedded engine's place with the library in it. */
export type EmbeddedLibrary = Pick<PipelinePlaces, 'embedded' | 'files' | 'close'>;

/**
 * Opens both places and ingests the library and its annex into each, each a collection. Closes with them what was not
 * given.
 */
export async function openPlaces(
  under: EngineUnderTest,
  { embedder, beside }: GivenPlaces = {},
): Promise<PipelinePlaces> {
  const model = embedder ?? (await onnxEmbedder({ threads: 1 }));
  const known = remembering(model);
  const tested = new PipelinePlace(known, under);
  const { embedded, files, close } = beside ?? (await openLibrary(known));
  const closeAll = async () => {
    await Promise.all([tested.close(), beside === undefined && close()]);
    if (embedder === undefined) await model.close();
  };
  try {
    await ingestLibrary(tested, files);
  } catch (error) {
    await closeAll();
    throw error;
  }
  return { tested, embedded, files, close: closeAll };
}

/** Writes the library and its annex into a folder and ingests them into a place of the embedded engine. */
export async function openLibrary(embedder: Embedder): Promise<EmbeddedLibrary> {
  const files = mkdtempSync(join(tmpdir(), 'footnote-library-'));
  const embedded = new PipelinePlace(embedder);
  for (const [collection, documents] of Object.entries({ library, annex }))
    writeLibrary(join(files, collection), documents);
  await ingestLibrary(embedded, files);
  const close = async () => {
    await embedded.close();
    rmSync(files, { recursive: true, force: true });
  };
  return { embedded, files, close };
}

async function ingestLibrary(place: PipelinePlace, files: string): Promise<void> {
  const footnote = await place.footnote();
  for (const collection of ['library', 'annex'])
    await footnote.ingest([join(files, collection)], { collection });
}

/** A model that is asked once for each text: all places embed the same ones. Closing it leaves it open. */
export function remembering(model: Embedder): Embedder {
  const known = new Map<string, TextEmbedding>();
  return {
    ...model,
    async embedDocuments(texts, options) {
      const unknown = [...new Set(texts)].filter((text) => !known.has(text));
      const made = await model.embedDocuments(unknown, {
        ...(options?.signal && { signal: options.signal }),
      });
      for (const [at, text] of unknown.entries()) known.set(text, made[at] as TextEmbedding);
      options?.onEmbedded?.(texts.length);
      return texts.map((text) => known.get(text) as TextEmbedding);
    },
    close: async () => {},
  };
}
