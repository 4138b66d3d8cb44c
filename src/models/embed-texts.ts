import type { EmbeddedTexts, Embedder, EmbedTextsOptions } from '../contracts/embedder.ts';
import { meanVector, textExcerpt } from './unit-vector.ts';

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
