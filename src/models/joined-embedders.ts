import type { Embedder } from '../contracts/embedder.ts';

/** What embeds a question, as far as a search needs it. */
export type QuestionEmbedder = Pick<Embedder, 'languages' | 'embedQuery'>;

/** Where the vector of one of several embedders begins and ends in the one of all. */
export interface VectorPart {
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
