import { type Chunk, chunkId } from '../contracts/chunk.ts';
import { type UnembeddedVersion, versionKey } from '../contracts/document-records.ts';
import type { Embedder, EmbedOptions, TextEmbedding } from '../contracts/embedder.ts';
import type { SearchIndex } from '../contracts/engine.ts';
import { type FootnoteError, isFootnoteError, throwIfAborted } from '../errors.ts';
import { tableHeaderField } from './chunk-metadata.ts';
import type { IngestRun } from './run.ts';
import { type Begun, settleInOrder } from './settle-in-order.ts';
import { type ChunkRun, chunkBatches } from './write.ts';

/** Chunks embedded and written at once by a model here: some seconds, and all that a crash can cost. */
const batchChunks = 128;

/** However many requests a remote one makes: what is embedded and not yet written is in memory. */
const mostBatchChunks = 2048;

/** Batches that are embedded while an earlier one is written, so that the model never waits for the disk. */
const batchesAhead = 2;

/** What embedding works with. */
export interface EmbedContext extends Pick<IngestRun, 'jobId' | 'documents' | 'index' | 'embedder'> {
  /** Where vectors of these texts are already; they are taken as they are. */
  readonly knownVectors?: KnownVectors | undefined;
}

/** The vectors of some of the chunks, by the ids of these. */
export type KnownVectors = (
  chunks: readonly Chunk[],
  options: { readonly signal?: AbortSignal | undefined },
) => Promise<ReadonlyMap<string, readonly Float32Array[]>>;

/** What came of a batch, once its vectors are written. */
export interface EmbeddedBatch {
  readonly chunks: number;
  /**
   * Of the chunks as the chunker counted them, which is what lists of documents and index reports sum up; not of those
   * whose vectors were taken over.
   */
  readonly tokens: number;
  readonly vectors: number;
  /** Chunks that the model makes no vector of, each named with the reason. */
  readonly warnings: readonly string[];
}

/** What came of one chunk. */
type Outcome = TextEmbedding | FootnoteError;

type Part = ChunkRun<UnembeddedVersion>;

interface Batch {
  readonly parts: readonly Part[];
  readonly chunks: readonly Chunk[];
  /** One for each chunk. */
  readonly outcomes: readonly Outcome[];
}

/** How many chunks are embedded and written at once, so that the embedder has all the work that it can take. */
export function chunksAtOnce({ passagesAtOnce = 0 }: Pick<Embedder, 'passagesAtOnce'>): number {
  return Math.min(Math.max(batchChunks, passagesAtOnce), mostBatchChunks);
}

/**
 * Computes the vectors of live documents that lack them, whoever wrote their text: this run, or one that was cut
 * off. Ends when no more text will come and nothing is left. Yields each batch as its vectors become searchable. A
 * chunk that the model makes no vector of is left to its words. `onEmbedded` is told of chunks once they need no more
 * work of the model. Errors: those of embedder, engine and records.
 */
export async function* embedPending(
  context: EmbedContext,
  textWritten: TextWrittenSignal,
  options: EmbedOptions,
): AsyncGenerator<EmbeddedBatch> {
  const inWork = new Set<string>();
  const works = beginBatches(context, textWritten, inWork, options);
  const limits = { maxAhead: batchesAhead, maxBytes: Number.POSITIVE_INFINITY };
  for await (const batch of settleInOrder(works, limits)) {
    const written = await write(batch, context, options.signal);
    for (const { document, to } of batch.parts)
      if (to === document.chunks) inWork.delete(versionKey(document));
    yield written;
  }
}

async function* beginBatches(
  context: EmbedContext,
  textWritten: TextWrittenSignal,
  inWork: Set<string>,
  options: EmbedOptions,
): AsyncGenerator<Begun<Batch>> {
  for await (const parts of pendingParts(context, textWritten, inWork, options.signal)) {
    const chunks = await context.index.get(parts.flatMap(chunkIds), { signal: options.signal });
    const work = embedChunks(chunks, context, options);
    yield { result: work.then((outcomes) => ({ parts, chunks, outcomes })), bytes: 0 };
  }
}

/** Embeds chunks, but for those whose vectors are known: these cost no token. */
async function embedChunks(
  chunks: readonly Chunk[],
  { embedder, knownVectors }: EmbedContext,
  options: EmbedOptions,
): Promise<readonly Outcome[]> {
  const known = await knownVectors?.(chunks, options);
  if (known === undefined || known.size === 0)
    return embedTexts(chunks.map(embeddingText), embedder, options);
  const unknown = chunks.filter(({ id }) => !known.has(id));
  options.onEmbedded?.(chunks.length - unknown.length);
  const outcomes = await embedTexts(unknown.map(embeddingText), embedder, options);
  const made = new Map(unknown.map(({ id }, position) => [id, outcomes[position] as Outcome]));
  return chunks.map(({ id }) => made.get(id) ?? { vectors: known.get(id) ?? [], tokens: 0 });
}

/**
 * Takes vectors from an index that the same embedder has made, where a chunk of the same id has the same text there;
 * undefined where it cannot give any back.
 */
export function vectorsIn(index: SearchIndex): KnownVectors | undefined {
  const read = index.vectors.read?.bind(index.vectors);
  if (!read) return undefined;
  return async (chunks, options) => {
    const ids = chunks.map(({ id }) => id);
    const [held, vectors] = await Promise.all([index.get(ids, options), read(ids, options)]);
    const texts = new Map(held.map((chunk) => [chunk.id, embeddingText(chunk)]));
    const same = new Set(
      chunks.flatMap((chunk) => (texts.get(chunk.id) === embeddingText(chunk) ? [chunk.id] : [])),
    );
    return new Map(
      vectors.flatMap((one) => (same.has(one.chunkId) ? [[one.chunkId, one.vectors] as const] : [])),
    );
  };
}

/** Pending chunks in batches. `inWork` are the versions handed out and not yet written. */
async function* pendingParts(
  context: EmbedContext,
  textWritten: TextWrittenSignal,
  inWork: Set<string>,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly Part[]> {
  const atOnce = chunksAtOnce(context.embedder);
  for (;;) {
    throwIfAborted(signal);
    // Asked before looking, so that what is written in between is not missed.
    const { isEnd } = textWritten;
    const more = textWritten.next();
    // As many as fill a batch, if they have a chunk each; the others are left to other processes.
    const limit = atOnce + inWork.size;
    const claimed = await context.documents.claimUnembedded(context.index.spec.id, context.jobId, limit);
    const versions = claimed.filter((version) => !inWork.has(versionKey(version)));
    for (const version of versions) inWork.add(versionKey(version));
    yield* chunkBatches(versions, lacking, atOnce);
    if (versions.length > 0) continue;
    if (isEnd) return;
    await more;
  }
}

function lacking({ embeddedChunks, chunks }: UnembeddedVersion) {
  return { from: embeddedChunks, to: chunks };
}

async function write(
  { parts, chunks, outcomes }: Batch,
  { documents, index }: EmbedContext,
  signal: AbortSignal | undefined,
): Promise<EmbeddedBatch> {
  throwIfAborted(signal);
  await index.vectors.add(
    chunks.map(({ id }, position) => ({ chunkId: id, vectors: vectorsOf(outcomes[position]) })),
    { signal },
  );
  await documents.embedded(
    index.spec.id,
    parts.map(({ document: { documentId, version }, to }) => ({ documentId, version, embeddedChunks: to })),
  );
  const embeddings = outcomes.filter((outcome) => 'vectors' in outcome);
  return {
    chunks: chunks.length,
    tokens: chunks.reduce((sum, chunk, position) => {
      const outcome = outcomes[position];
      const isTakenOver = outcome !== undefined && 'vectors' in outcome && outcome.tokens === 0;
      return isTakenOver ? sum : sum + chunk.tokens;
    }, 0),
    vectors: embeddings.reduce((sum, embedding) => sum + embedding.vectors.length, 0),
    warnings: unembedded({ parts, chunks, outcomes }),
  };
}

function vectorsOf(outcome: Outcome | undefined): readonly Float32Array[] {
  return outcome && 'vectors' in outcome ? outcome.vectors : [];
}

function unembedded({ parts, chunks, outcomes }: Batch): string[] {
  const paths = new Map(parts.map(({ document: { documentId, path } }) => [documentId, path]));
  return chunks.flatMap(({ documentId, ordinal }, position) => {
    const outcome = outcomes[position];
    if (!isFootnoteError(outcome)) return [];
    return [
      `${paths.get(documentId)}: passage ${ordinal + 1} can be found only by its words. ${outcome.message}`,
    ];
  });
}

function chunkIds({ document: { documentId, version }, from, to }: Part): string[] {
  return Array.from({ length: to - from }, (_, offset) => chunkId(documentId, version, from + offset));
}

/** Any model has a vector for it. */
const plainText = 'A plain sentence of seven words.';

/**
 * Embeds texts, in order; in the place of one that the embedder blames for its failure stands the reason. In the end
 * all are told of, each once, whatever the embedder tells.
 * Errors: those of the embedder that blame no text; where no text can be embedded, not even one that any model can,
 * the model is at fault and its failure is thrown.
 */
export async function embedTexts(
  texts: readonly string[],
  embedder: Pick<Embedder, 'embedDocuments'>,
  { signal, onEmbedded }: EmbedOptions,
): Promise<readonly (TextEmbedding | FootnoteError)[]> {
  if (texts.length === 0) return [];
  const reasons = new Map<number, FootnoteError>();
  let told = 0;
  const tellUpTo = (done: number) => {
    if (done > told) onEmbedded?.(done - told);
    told = Math.max(told, done);
  };
  for (;;) {
    let done = reasons.size;
    const countDone = (more: number) => {
      done += more;
      tellUpTo(Math.min(done, texts.length));
    };
    const left = [...texts.keys()].filter((position) => !reasons.has(position));
    try {
      const tried = left.length > 0 ? left.map((position) => texts[position] as string) : [plainText];
      const embeddings = await embedder.embedDocuments(tried, { signal, onEmbedded: countDone });
      tellUpTo(texts.length);
      const found = new Map(left.map((position, at) => [position, embeddings[at] as TextEmbedding]));
      return [...texts.keys()].map(
        (position) => reasons.get(position) ?? (found.get(position) as TextEmbedding),
      );
    } catch (error) {
      const position = left[blamedPosition(error) ?? -1];
      if (position === undefined) throw error;
      reasons.set(position, error as FootnoteError);
    }
  }
}

/** Which of the texts an embedder says that it failed at. */
function blamedPosition(error: unknown): number | undefined {
  if (!isFootnoteError(error)) return undefined;
  const { position } = error.details;
  return typeof position === 'number' ? position : undefined;
}

/** Longer lines are no names, but running text that stands where a heading does. */
const maxPathLength = 300;

/**
 * What is embedded for a chunk: its title and headings in one line, the header of the table that it begins within,
 * then its content without the lines of these headings: said twice, they would count for more than what the passage
 * says. A passage that says "it" and "this step" is found by what stands over it; context written by a model was
 * measured and gains no more.
 */
export function embeddingText(
  chunk: Pick<Chunk, 'title' | 'headingPath' | 'content'> & Partial<Pick<Chunk, 'metadata'>>,
): string {
  const { title, headingPath, content } = chunk;
  const path = title === '' || headingPath[0] === title ? headingPath : [title, ...headingPath];
  const header = chunk.metadata?.[tableHeaderField];
  const body = withoutHeadings(content, headingPath);
  return [path.join(' > ').slice(0, maxPathLength), header, body].filter(Boolean).join('\n');
}

/** A line that may be a heading, with the empty lines before it; the mark of Markdown does not belong to its text. */
const headingLine = /\s*(?:#{1,6}[ \t]+)?([^\n]*)(?:\n|$)/y;

function withoutHeadings(content: string, headings: readonly string[]): string {
  let start = 0;
  for (;;) {
    headingLine.lastIndex = start;
    const heading = headingLine.exec(content)?.[1]?.trim();
    if (!heading || !headings.includes(heading)) return content.slice(start).trimStart();
    start = headingLine.lastIndex;
  }
}

/** The bell between the loop that writes text and the one that computes vectors. */
export class TextWrittenSignal {
  #isEnd = false;
  #bell = Promise.withResolvers<void>();

  get isEnd(): boolean {
    return this.#isEnd;
  }

  /** Resolves at the next document that becomes live, or at the end. */
  next(): Promise<void> {
    return this.#bell.promise;
  }

  /** Documents have become live. */
  ring(): void {
    this.#bell.resolve();
    this.#bell = Promise.withResolvers<void>();
  }

  /** There will be no more. */
  end(): void {
    this.#isEnd = true;
    this.ring();
  }
}

/**
 * Counts the tokens that an embedder's provider bills from now on, those of questions asked meanwhile among them;
 * always 0 for a model that runs here.
 */
export function countBilledTokens(embedder: Pick<Embedder, 'usage'>): () => number {
  const billed = () => embedder.usage?.().billedTokens ?? 0;
  const before = billed();
  return () => billed() - before;
}
