import { setImmediate } from 'node:timers/promises';
import { percentile } from '../../src/evaluate/metrics/answer-metrics.ts';
import { ndcg, relevantDocuments } from '../../src/evaluate/metrics/ranking-metrics.ts';
import type { PlannedQuestion, SearchPlan } from './search-plan.ts';
import { timeOf } from './time-of.ts';

export const timedQuestions = 200;
/** Asked before any is timed, other ones where there are as many: until then the engine's code is being compiled. */
export const warmUpQuestions = 200;
const judgedRanks = 10;

/** Asks a system the questions of a plan, to time them or to judge what comes of them. */
export class PlannedAsking {
  readonly #plan: SearchPlan;
  /** Whether the plan says what is right. */
  readonly isJudged: boolean;

  constructor(plan: SearchPlan) {
    this.#plan = plan;
    this.isJudged = plan.questions.some(({ judgements }) => judgements.length > 0);
  }

  /** The questions over and over again. */
  textAt(at: number): string {
    const { questions } = this.#plan;
    return (questions[at % questions.length] as PlannedQuestion).text;
  }

  /** Milliseconds of one question after another, warmed up, with a turn for work in the background between two. */
  async measure(ask: (text: string) => Promise<unknown>): Promise<{ p50: number; p95: number }> {
    const times: number[] = [];
    for (let at = 0; at < warmUpQuestions + timedQuestions; at++) {
      await setImmediate();
      const ms = await timeOf(() => ask(this.textAt(at)));
      if (at >= warmUpQuestions) times.push(ms);
    }
    return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
  }

  /** nDCG@10 over the questions that have an answer, of the documents that `rank` finds, best first. */
  async quality(rank: (text: string) => Promise<readonly string[]>): Promise<number> {
    const { questions, items } = this.#plan;
    let sum = 0;
    let count = 0;
    for (const question of questions) {
      const judgements = new Map(question.judgements);
      if (relevantDocuments(judgements).length === 0) continue;
      const found = (await rank(question.text)).map((documentId) => items[documentId] ?? documentId);
      sum += ndcg([...new Set(found)], judgements, judgedRanks);
      count++;
    }
    return sum / count;
  }
}
