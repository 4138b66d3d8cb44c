import { readFile } from 'node:fs/promises';
import { answerWeights, type Feature } from '../src/answer/extract/answer-weights.ts';
import { chooseUnits } from '../src/answer/extract/choose-units.ts';
import { type AskedToQuote, termsAskedFor } from '../src/answer/extract/quoting-request.ts';
import { type ScoredUnit, scoreUnits } from '../src/answer/extract/score-units.ts';
import { answerLookup, containsAnswer } from '../src/evaluate/metrics/answer-metrics.ts';
import { englishWordVectors } from '../src/models/local/word-vectors.ts';
import { readPart } from '../src/question/question.ts';
import { analyser } from '../src/text/analyser/analyser.ts';
import type { RecordedQuestion } from './record.ts';

export const featureNames = Object.keys(answerWeights) as readonly Feature[];

/** A recorded question with the units that may be quoted, the features of each, and which of them answer. */
export interface Example {
  readonly question: Omit<RecordedQuestion, 'request'>;
  /** As quoting reads it. */
  readonly asked: Pick<AskedToQuote, 'question' | 'terms'>;
  readonly units: readonly ScoredUnit[];
  readonly rows: readonly Float64Array[];
  /** Whether each holds an accepted answer and stands in a document that answers. */
  readonly answers: readonly boolean[];
  /** Whether each holds an accepted answer, wherever it stands. */
  readonly holds: readonly boolean[];
}

const analysis = analyser();
const vectors = englishWordVectors();

/** Reads what `record.ts` wrote; questions that were refused have no units. */
export async function readExamples(file: string): Promise<Example[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const { request, ...question } = JSON.parse(line) as RecordedQuestion;
    const part = readPart(question.text, request?.language ?? 'en');
    const terms = request ? termsAskedFor(part, request.terms, analysis) : [];
    const asked = { question: part, terms };
    const units = request ? scoreUnits({ ...request, ...asked }, analysis, vectors) : [];
    const rows = units.map(({ features }) =>
      Float64Array.from(featureNames, (name) => Number(features[name])),
    );
    const answers = units.map(({ unit }) => {
      const isThere = question.documents.includes(unit.passage.chunk.documentId);
      return isThere && answerLookup(unit.text)(question.answers);
    });
    const holds = units.map(({ unit }) => answerLookup(unit.text)(question.answers));
    return { question, asked, units, rows, answers, holds };
  });
}

/** What is quoted when each unit has such a score. */
export function quotesOf({ units, asked }: Example, scores: ArrayLike<number>, maxUnits: number): string[] {
  const scored = units.map((one, place) => ({ ...one, score: scores[place] ?? 0 }));
  return chooseUnits(scored, asked, maxUnits).map(({ passage: { chunk }, start, end }) =>
    chunk.content.slice(start - chunk.start, end - chunk.start),
  );
}

export function isAnswered({ question }: Example, quotes: readonly string[]): boolean {
  return containsAnswer(quotes.join(' '), question.answers);
}
