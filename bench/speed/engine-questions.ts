import { insertRanked } from './engine-brute-force.ts';
import { type Corpus, type CorpusQuestion, dimension } from './engine-corpus.ts';
import type { Ranked } from './engine-system.ts';

/** A question as plain data. */
export interface AskedQuestion extends Pick<CorpusQuestion, 'short' | 'long'> {
  readonly vector: readonly number[];
}

/** With the ids of its ten nearest chunks by an exact float32 scan. */
export interface TruthQuestion extends AskedQuestion {
  readonly nearest: readonly string[];
}

const nearestCount = 10;

/** What the measured processes ask. */
export interface AskedQuestions {
  /** Asked before any is timed: until then the engine's code is being compiled. */
  readonly warmUp: readonly AskedQuestion[];
  readonly timed: readonly TruthQuestion[];
}

const warmUpCount = 200;

/** Questions about the corpus, `count` of them with their exact answers. */
export function askedQuestions(corpus: Corpus, count: number): AskedQuestions {
  const questions = corpus.questions(warmUpCount + count);
  const [warmUp, timed] = [questions.slice(0, warmUpCount), questions.slice(warmUpCount)];
  return { warmUp: warmUp.map(asked), timed: withTruth(corpus, timed) };
}

function withTruth(corpus: Corpus, questions: readonly CorpusQuestion[]): readonly TruthQuestion[] {
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
  return questions.map((question, at) => ({
    ...asked(question),
    nearest: (nearest[at] as Ranked[]).map(({ id }) => id),
  }));
}

function asked({ short, long, vector }: CorpusQuestion): AskedQuestion {
  return { short, long, vector: [...vector] };
}
