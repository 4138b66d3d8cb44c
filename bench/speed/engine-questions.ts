import { insertRanked } from './engine-brute-force.ts';
import { type Corpus, dimension } from './engine-corpus.ts';
import type { Ranked } from './engine-system.ts';

/** A question with the ids of its ten nearest chunks by an exact float32 scan. */
export interface TruthQuestion {
  readonly short: string;
  readonly long: string;
  readonly vector: readonly number[];
  readonly nearest: readonly string[];
}

const nearestCount = 10;

/** Questions about the corpus with their exact answers, as the measured processes get them. */
export function questionsWithTruth(corpus: Corpus, count: number): readonly TruthQuestion[] {
  const questions = corpus.questions(count);
  const nearest = questions.map((): Ranked[] => []);
  for (let index = 0; index < corpus.size; index++) {
    const { chunk, vector } = corpus.at(index);
    for (const [at, question] of questions.entries()) {
      let score = 0;
      for (let axis = 0; axis < dimension; axis++)
        score += (vector[axis] as number) * (question.vector[axis] as number);
      insertRanked(nearest[at] as Ranked[], { id: chunk.id, score }, nearestCount);
    }
  }
  return questions.map(({ short, long, vector }, at) => ({
    short,
    long,
    vector: [...vector],
    nearest: (nearest[at] as Ranked[]).map(({ id }) => id),
  }));
}
