import type { Embedder, TextEmbedding } from '../contracts/embedder.ts';
import { type ErrorCode, type FootnoteError, isFootnoteError } from '../errors.ts';

/** Failures that are one text's and not the model's. */
const codesOfOneText: ReadonlySet<ErrorCode> = new Set(['vector_invalid']);

/** Any model has a vector for it. */
const plainText = 'A plain sentence of seven words.';

/**
 * Embeds texts, in order; in the place of one that the model makes nothing usable of stands the reason. It is found
 * by halves: the contract has an embedder fail as a whole.
 * Errors: those of the embedder that are not of one text; where no text can be embedded, not even one that any model
 * can, the model is at fault and its failure is thrown.
 */
export async function embedTexts(
  texts: readonly string[],
  embedder: Pick<Embedder, 'embedDocuments'>,
  signal: AbortSignal | undefined,
): Promise<readonly (TextEmbedding | FootnoteError)[]> {
  const outcomes = await embedByHalves(texts, embedder, signal);
  const isNothing = outcomes.length > 0 && outcomes.every(isFootnoteError);
  if (isNothing) await embedder.embedDocuments([plainText], { signal });
  return outcomes;
}

async function embedByHalves(
  texts: readonly string[],
  embedder: Pick<Embedder, 'embedDocuments'>,
  signal: AbortSignal | undefined,
): Promise<readonly (TextEmbedding | FootnoteError)[]> {
  try {
    return await embedder.embedDocuments(texts, { signal });
  } catch (error) {
    if (!isFootnoteError(error) || !codesOfOneText.has(error.code)) throw error;
    if (texts.length <= 1) return [error];
    const middle = texts.length >> 1;
    const first = await embedByHalves(texts.slice(0, middle), embedder, signal);
    return [...first, ...(await embedByHalves(texts.slice(middle), embedder, signal))];
  }
}
