import type { ChunkWrite } from '../../contracts/engine.ts';
import { wordAnalyser } from './word-analyser.test-support.ts';

export interface NaiveHit {
  readonly id: string;
  readonly score: number;
}

const byScoreThenId = (left: NaiveHit, right: NaiveHit) =>
  right.score - left.score || (left.id < right.id ? -1 : 1);

/** BM25 by its formula, one chunk after another. */
export function naiveKeywordSearch(
  held: readonly ChunkWrite[],
  text: string,
  limit: number,
): readonly NaiveHit[] {
  const fields = [
    { weight: 1, of: (one: ChunkWrite) => one.chunk.content },
    { weight: 0.3, of: (one: ChunkWrite) => one.chunk.title },
    { weight: 0.3, of: (one: ChunkWrite) => one.chunk.headingPath.join('\n') },
  ].map(({ weight, of }) => {
    const terms = held.map((one) => wordAnalyser.terms(of(one), 'en'));
    const lengths = terms.map((list) => list.filter((term) => !term.isNumber).length);
    const filled = lengths.filter((length) => length > 0);
    const average = filled.reduce((sum, length) => sum + length, 0) / filled.length;
    return { weight, terms, lengths, average };
  });
  const scores = held.map(({ chunk }, at) => {
    let score = 0;
    for (const { text: term } of wordAnalyser.terms(text, 'en')) {
      for (const { weight, terms, lengths, average } of fields) {
        const frequencyIn = (list: (typeof terms)[number]) => list.filter((one) => one.text === term).length;
        const frequency = frequencyIn(terms[at] ?? []);
        if (frequency === 0) continue;
        const containing = terms.filter((list) => frequencyIn(list) > 0).length;
        const idf = Math.log(1 + (held.length - containing + 0.5) / (containing + 0.5));
        const length = lengths[at] === 0 ? 0 : (lengths[at] as number) / average;
        score += (weight * idf * frequency) / (frequency + 1.2 * (1 - 0.75 + 0.75 * length));
      }
    }
    return { id: chunk.id, score: Math.round(score * 1e12) / 1e12 };
  });
  return scores
    .filter(({ score }) => score > 0)
    .toSorted(byScoreThenId)
    .slice(0, limit);
}

/** Every cosine, the best window of each chunk. */
export function naiveVectorSearch(
  held: readonly ChunkWrite[],
  vector: Float32Array,
  limit: number,
): readonly NaiveHit[] {
  const cosine = (other: Float32Array) =>
    other.reduce((sum, value, at) => sum + value * (vector[at] as number), 0);
  return held
    .filter(({ vectors }) => vectors.length > 0)
    .map(({ chunk, vectors }) => ({ id: chunk.id, score: Math.max(...vectors.map(cosine)) }))
    .toSorted(byScoreThenId)
    .slice(0, limit);
}
