import { createHash } from 'node:crypto';
import type { EmbeddedTexts, Embedder, EmbedTextsOptions } from '../contracts/embedder.ts';
import { type ErrorDetails, eitherSignal, FootnoteError, isFootnoteError } from '../errors.ts';

/**
 * Scales a model's output to unit length, into a new array with a buffer of its own.
 * Errors: `vector_invalid` where it is not `dimension` numbers long, not finite, or zero; `subject` names it. Only for
 * the latter two can its text be to blame, whose place among others that were asked for with it is `position`.
 */
export function unitVector(
  values: ArrayLike<number>,
  dimension: number,
  subject: string,
  position?: number,
): Float32Array<ArrayBuffer> {
  if (values.length !== dimension) {
    const problem = `it has ${values.length} numbers instead of ${dimension}`;
    throw new FootnoteError('vector_invalid', { subject, problem });
  }
  const place = position === undefined ? {} : { position };
  const invalid = (problem: string) => new FootnoteError('vector_invalid', { subject, problem, ...place });
  let squares = 0;
  for (let index = 0; index < dimension; index++) squares += (values[index] as number) ** 2;
  if (!Number.isFinite(squares)) throw invalid('it has numbers that are not finite');
  if (squares === 0) throw invalid('all its numbers are zero');
  const scale = 1 / Math.sqrt(squares);
  const unit = new Float32Array(dimension);
  for (let index = 0; index < dimension; index++) unit[index] = (values[index] as number) * scale;
  return unit;
}

/** The mean of unit vectors, again of unit length: one vector for a question longer than its model reads. */
export function meanVector(vectors: readonly Float32Array[], subject: string): Float32Array {
  const first = vectors[0] as Float32Array;
  if (vectors.length === 1) return first;
  const sums = new Float64Array(first.length);
  for (const vector of vectors) {
    for (let index = 0; index < sums.length; index++)
      sums[index] = (sums[index] as number) + (vector[index] as number);
  }
  return unitVector(sums, first.length, subject);
}

/** The first words of a text in quotes, as messages name it. */
export function textExcerpt(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

/**
 * A failure that one text of several is to blame for, with that text's place among others: `placeOf` translates
 * `details.position`. Any other failure is returned as it is.
 */
export function movePosition(error: unknown, placeOf: (position: number) => number): unknown {
  if (!isFootnoteError(error)) return error;
  const { position } = error.details as { readonly position?: unknown };
  if (typeof position !== 'number') return error;
  const details = { ...error.details, position: placeOf(position) } as ErrorDetails<typeof error.code>;
  return new FootnoteError(error.code, details, { cause: error.cause });
}

/** The end of an embedder's id that stands for its prefixes, which are too long for one; empty where there are none. */
export function prefixMark(query: string, document: string): string {
  if (query === '' && document === '') return '';
  const prefixes = JSON.stringify([query, document]);
  return `-p${createHash('sha256').update(prefixes).digest('hex').slice(0, 8)}`;
}

/**
 * Runs tasks side by side and returns their results in order; the first that fails stops the others through the
 * signal they are given. Errors: that failure.
 */
export async function allOrAbort<T>(
  tasks: readonly ((signal: AbortSignal) => Promise<T>)[],
  signal: AbortSignal | undefined,
): Promise<readonly T[]> {
  const failed = new AbortController();
  const either = eitherSignal(signal, failed.signal);
  try {
    return await Promise.all(tasks.map((task) => task(either)));
  } catch (error) {
    failed.abort();
    throw error;
  }
}

/** One vector a text. Errors: those of the embedder. */
export async function embedTexts(
  embedder: Embedder,
  texts: readonly string[],
  { as = 'passages', signal }: EmbedTextsOptions = {},
): Promise<EmbeddedTexts> {
  const { id: model, dimension, tokenizer } = embedder;
  const stopped = signal && { signal };
  if (as === 'questions') {
    const vectors = await Promise.all(texts.map((text) => embedder.embedQuery(text, stopped)));
    return { model, dimension, vectors, tokens: sum(texts.map((text) => tokenizer.count(text))) };
  }
  const embedded = texts.length === 0 ? [] : await embedder.embedDocuments(texts, stopped);
  const vectors = embedded.map((one, at) => meanVector(one.vectors, textExcerpt(texts[at] ?? '')));
  return { model, dimension, vectors, tokens: sum(embedded.map(({ tokens }) => tokens)) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** What embeds a question, as far as a search needs it. */
type QuestionEmbedder = Pick<Embedder, 'languages' | 'embedQuery'>;

/** Where the vector of one of several embedders begins and ends in the one of all. */
interface VectorPart {
  readonly from: number;
  readonly to: number;
}

/**
 * Several embedders as one for questions over collections that have not all the same model: a question's vector is
 * theirs, one behind the other, and each collection is searched with its own part. It knows the languages that all of
 * them know. Of a single one that one.
 */
export function joinedEmbedders([first, ...others]: readonly [Embedder, ...Embedder[]]): QuestionEmbedder {
  if (others.length === 0) return first;
  const all = [first, ...others];
  const limited = all.flatMap(({ languages }) => (languages === 'any' ? [] : [languages]));
  const [some, ...rest] = limited;
  return {
    languages: some ? some.filter((one) => rest.every((languages) => languages.includes(one))) : 'any',
    async embedQuery(text, options) {
      const vectors = await Promise.all(all.map((embedder) => embedder.embedQuery(text, options)));
      const joined = new Float32Array(vectors.reduce((sum, { length }) => sum + length, 0));
      for (const [place, vector] of vectors.entries()) joined.set(vector, vectorPart(all, place).from);
      return joined;
    },
  };
}

/** The part of {@link joinedEmbedders} that is one's own. */
export function vectorPart(embedders: readonly Pick<Embedder, 'dimension'>[], place: number): VectorPart {
  const from = embedders.slice(0, place).reduce((sum, { dimension }) => sum + dimension, 0);
  return { from, to: from + (embedders[place]?.dimension ?? 0) };
}
