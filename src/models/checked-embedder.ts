import { isFloat32Array } from 'node:util/types';
import type { Embedder, TextEmbedding } from '../contracts/embedder.ts';
import { FootnoteError } from '../errors.ts';
import { requireObject, requireText, unusable } from '../values/require-arguments.ts';
import { adapterFailure } from './adapter-failure.ts';

/**
 * An embedder that anyone may have written, held to what {@link Embedder} says of its answers: one for each text, with
 * vectors of its length. Errors: `request_invalid` where it does not say what it is; of its methods those of the
 * embedder, as {@link adapterFailure} has them, `model_answer_invalid` for another number of answers, and
 * `vector_invalid` for vectors of another length.
 */
export function checkedEmbedder(embedder: Embedder): Embedder {
  const { id, dimension, weights, languages, cosines, tokenizer, passagesAtOnce } = embedder;
  requireText('embedder.id', id);
  requireObject('embedder.tokenizer', tokenizer);
  if (!Number.isInteger(dimension) || dimension < 1)
    throw unusable('embedder.dimension', 'it must be a whole number above 0');
  const invalid = (problem: string) => new FootnoteError('model_answer_invalid', { model: id, problem });
  const requireVector = (vector: unknown, subject: string) => {
    const length = isFloat32Array(vector) ? vector.length : undefined;
    if (length === dimension) return;
    const problem =
      length === undefined ? 'it is not a Float32Array' : `it has ${length} numbers instead of ${dimension}`;
    throw new FootnoteError('vector_invalid', { subject: `${subject} from ${id}`, problem });
  };
  return {
    id,
    dimension,
    languages,
    tokenizer,
    ...(weights !== undefined && { weights }),
    ...(cosines !== undefined && { cosines }),
    ...(passagesAtOnce !== undefined && { passagesAtOnce }),
    async embedDocuments(texts, options) {
      const embeddings = await answerOf(() => embedder.embedDocuments(texts, options), options?.signal);
      if (embeddings?.length !== texts.length)
        throw invalid(`${embeddings?.length ?? 'no'} embeddings for ${texts.length} texts`);
      for (const [place, embedding] of embeddings.entries()) {
        const subject = `text ${place + 1} of ${texts.length}`;
        const { vectors, tokens }: Partial<TextEmbedding> = embedding ?? {};
        if (!Array.isArray(vectors) || vectors.length === 0) throw invalid(`no vectors for ${subject}`);
        if (!Number.isInteger(tokens)) throw invalid(`no number of tokens for ${subject}`);
        for (const vector of vectors) requireVector(vector, subject);
      }
      return embeddings;
    },
    async embedQuery(text, options) {
      const vector = await answerOf(() => embedder.embedQuery(text, options), options?.signal);
      requireVector(vector, 'the question');
      return vector;
    },
    ...(embedder.embedTokens && { embedTokens: embedder.embedTokens.bind(embedder) }),
    ...(embedder.usage && { usage: embedder.usage.bind(embedder) }),
    close: () => embedder.close(),
  };

  async function answerOf<T>(ask: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      throw adapterFailure(error, id, signal);
    }
  }
}
