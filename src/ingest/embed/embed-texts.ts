import type { Embedder, EmbedOptions, TextEmbedding } from '../../contracts/embedder.ts';
import { type FootnoteError, isFootnoteError } from '../../errors.ts';

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
