import type { Embedder, TextEmbedding } from '../contracts/embedder.ts';
import { type FootnoteError, isFootnoteError } from '../errors.ts';

/** Any model has a vector for it. */
const plainText = 'A plain sentence of seven words.';

/**
 * Embeds texts, in order; in the place of one that the embedder blames for its failure stands the reason.
 * Errors: those of the embedder that blame no text; where no text can be embedded, not even one that any model can,
 * the model is at fault and its failure is thrown.
 */
export async function embedTexts(
  texts: readonly string[],
  embedder: Pick<Embedder, 'embedDocuments'>,
  signal: AbortSignal | undefined,
): Promise<readonly (TextEmbedding | FootnoteError)[]> {
  if (texts.length === 0) return [];
  const reasons = new Map<number, FootnoteError>();
  for (;;) {
    const left = [...texts.keys()].filter((position) => !reasons.has(position));
    try {
      const tried = left.length > 0 ? left.map((position) => texts[position] as string) : [plainText];
      const embeddings = await embedder.embedDocuments(tried, { signal });
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
