import type { Embedder, EmbedderUsage, EmbedOptions, TextEmbedding } from '../../contracts/embedder.ts';
import { eitherSignal, throwIfAborted, unlessAborted } from '../../errors.ts';
import { requireFields, requireObject, requireText, requireTexts } from '../../values/require-arguments.ts';
import { checkedEmbedder } from '../checked-models.ts';
import { allOrAbort, movePosition } from '../embedding.ts';
import { EmbeddingCache, type EmbeddingCacheOptions, embeddingKey } from './embedding-cache.ts';

/** Settings of {@link cachedEmbedder}. */
export interface CachedEmbedderOptions extends EmbeddingCacheOptions {
  /** Passages that are handed on together, and kept as soon as they come back. Default 64. */
  readonly batchSize?: number;
}

/** A passage under the name of its key. */
interface Passage {
  readonly name: string;
  readonly key: Buffer;
  readonly text: string;
  /** Where its text stands in its call. */
  readonly position: number;
}

/** A passage that some call is embedding; undefined where that call came to nothing. Never rejects. */
type Outcome = PromiseWithResolvers<TextEmbedding | undefined>;

/** What one call is stopped by, and who follows it. */
type Following = EmbedOptions & { readonly signal: AbortSignal };

/** What one call knows by the names of its passages, and how many it had to have embedded itself. */
interface Found {
  readonly embeddings: Map<string, TextEmbedding>;
  embedded: number;
}

/**
 * An embedder that asks another one only for passages whose vectors are not in a file yet, and once for equal passages,
 * also where several calls have them at the same time. What comes back is kept batch by batch, so that a process that
 * is killed has lost no more than the batches under way. Questions and token vectors pass through. For the file see
 * {@link EmbeddingCache}; no fault of it fails the embedding.
 * Errors: `request_invalid` where there is no embedder or no file; else those of the embedder behind it, which it
 * closes with itself.
 */
export function cachedEmbedder(embedder: Embedder, options: CachedEmbedderOptions): Embedder {
  requireObject('embedder', embedder);
  requireFields('options', options, ['file', 'maxBytes', 'now', 'batchSize']);
  requireText('file', options.file);
  return new CachedEmbedder(checkedEmbedder(embedder), options);
}

class CachedEmbedder implements Embedder {
  readonly id: string;
  readonly dimension: number;
  readonly weights;
  readonly languages;
  readonly cosines;
  readonly tokenizer;
  readonly passagesAtOnce;
  readonly embedTokens: Embedder['embedTokens'];
  readonly #embedder: Embedder;
  readonly #cache: EmbeddingCache;
  readonly #batchSize: number;
  /** By name: what calls of this process are embedding. */
  readonly #inFlight = new Map<string, Outcome>();
  readonly #closing = new AbortController();
  #reusedTexts = 0;

  constructor(embedder: Embedder, { batchSize = 64, ...options }: CachedEmbedderOptions) {
    this.id = embedder.id;
    this.dimension = embedder.dimension;
    this.weights = embedder.weights;
    this.languages = embedder.languages;
    this.cosines = embedder.cosines;
    this.tokenizer = embedder.tokenizer;
    this.passagesAtOnce = embedder.passagesAtOnce;
    this.embedTokens = embedder.embedTokens?.bind(embedder);
    this.#embedder = embedder;
    this.#cache = new EmbeddingCache(embedder.dimension, options);
    this.#batchSize = batchSize;
  }

  async embedDocuments(
    texts: readonly string[],
    options: EmbedOptions = {},
  ): Promise<readonly TextEmbedding[]> {
    requireTexts('texts', texts);
    const signal = eitherSignal(options.signal, this.#closing.signal);
    throwIfAborted(signal);
    const passages = texts.map((text, position): Passage => {
      const key = embeddingKey(this.id, text);
      return { name: key.toString('latin1'), key, text, position };
    });
    const found = await this.#findAll(distinctByName(passages), { ...options, signal });
    this.#reusedTexts += texts.length - found.embedded;
    return takeEach(passages, found.embeddings);
  }

  embedQuery(text: string, options?: { signal?: AbortSignal }): Promise<Float32Array> {
    return this.#embedder.embedQuery(text, options);
  }

  usage(): EmbedderUsage {
    return { requests: 0, billedTokens: 0, ...this.#embedder.usage?.(), reusedTexts: this.#reusedTexts };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#embedder.close();
    this.#cache.close();
  }

  async #findAll(passages: readonly Passage[], options: Following): Promise<Found> {
    const found: Found = { embeddings: new Map(), embedded: 0 };
    const known = await this.#cache.find(passages.map(({ key }) => key));
    for (const [index, { name }] of passages.entries()) {
      const embedding = known[index];
      if (embedding) found.embeddings.set(name, embedding);
    }
    options.onEmbedded?.(found.embeddings.size);
    let missing = passages.filter(({ name }) => !found.embeddings.has(name));
    // More than one turn only where a call that had some of them first was stopped or failed.
    while (missing.length > 0) {
      throwIfAborted(options.signal);
      await this.#embedOrAwait(missing, found, options);
      missing = missing.filter(({ name }) => !found.embeddings.has(name));
    }
    return found;
  }

  /** Embeds what nobody is embedding, then waits for what others are. */
  async #embedOrAwait(missing: readonly Passage[], found: Found, options: Following): Promise<void> {
    const { signal, onEmbedded } = options;
    const others = new Map<string, Outcome>();
    const own: Passage[] = [];
    for (const passage of missing) {
      const outcome = this.#inFlight.get(passage.name);
      if (outcome) others.set(passage.name, outcome);
      else own.push(passage);
    }
    for (const { name } of own) this.#inFlight.set(name, Promise.withResolvers());
    await allOrAbort(
      inBatches(own, this.#batchSize).map(
        (batch) => (signal) => this.#embedBatch(batch, found, { signal, onEmbedded }),
      ),
      signal,
    );
    for (const [name, { promise }] of others) {
      const embedding = await unlessAborted(promise, signal);
      if (!embedding) continue;
      found.embeddings.set(name, copyOf(embedding));
      onEmbedded?.(1);
    }
  }

  async #embedBatch(batch: readonly Passage[], found: Found, options: Following): Promise<void> {
    try {
      const embeddings = await this.#embedder.embedDocuments(
        batch.map(({ text }) => text),
        options,
      );
      const entries = batch.map(({ name, key }, index) => ({
        name,
        key,
        embedding: embeddings[index] as TextEmbedding,
      }));
      await this.#cache.put(entries);
      for (const { name, embedding } of entries) {
        found.embeddings.set(name, embedding);
        this.#inFlight.get(name)?.resolve(embedding);
      }
      found.embedded += batch.length;
    } catch (error) {
      throw movePosition(error, (position) => batch[position]?.position ?? position);
    } finally {
      for (const { name } of batch) {
        this.#inFlight.get(name)?.resolve(undefined);
        this.#inFlight.delete(name);
      }
    }
  }
}

function distinctByName(passages: readonly Passage[]): readonly Passage[] {
  return [...new Map(passages.map((passage) => [passage.name, passage])).values()];
}

/** The embedding of every passage, in order; equal passages get vectors of their own. */
function takeEach(
  passages: readonly Passage[],
  embeddings: ReadonlyMap<string, TextEmbedding>,
): readonly TextEmbedding[] {
  const taken = new Set<string>();
  return passages.map(({ name }) => {
    const embedding = embeddings.get(name) as TextEmbedding;
    if (taken.has(name)) return copyOf(embedding);
    taken.add(name);
    return embedding;
  });
}

function copyOf({ vectors, tokens }: TextEmbedding): TextEmbedding {
  return { vectors: vectors.map((vector) => vector.slice()), tokens };
}

function inBatches<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
