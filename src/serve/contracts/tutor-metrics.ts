import { z } from 'zod';
import { percentile } from '../../evaluate/metrics/answer-metrics.ts';
import type { Footnote } from '../../footnote.ts';

/** Answers of this process that are looked back on. */
const answersRemembered = 1000;

/** What an answer took, in milliseconds from the question on. */
export interface AnswerLatency {
  /** Undefined where nothing was searched. */
  readonly retrievedMs: number | undefined;
  readonly firstTokenMs: number | undefined;
  readonly totalMs: number;
}

const percentiles = z
  .object({ p50: z.number(), p95: z.number(), p99: z.number() })
  .nullable()
  .describe('Milliseconds; null where nothing was asked yet.');

export const metricsResponse = z
  .object({
    answers: z.int().min(0).describe('The answers of this process that the latencies are of, at most 1000.'),
    retrieval_latency_ms: percentiles,
    first_token_latency_ms: percentiles,
    end_to_end_latency_ms: percentiles,
    rated_answers: z.int().min(0).describe('Answers of the log that readers have rated.'),
    helpful_share: z.number().min(0).max(1).nullable().describe('Of these, those that helped; null of none.'),
    cited_answers: z.int().min(0).describe('Answers of the log with citations.'),
    citations_clicked_share: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('Of these, those of which a citation was opened; null of none.'),
  })
  .meta({ id: 'TutorMetrics', description: 'How fast answers come, and what readers think of them.' });

/** The latencies of the last answers. */
export class LatencyWindow {
  #answers: AnswerLatency[] = [];

  add(answer: AnswerLatency): void {
    this.#answers.push(answer);
    if (this.#answers.length > answersRemembered) this.#answers = this.#answers.slice(-answersRemembered);
  }

  figures() {
    return {
      answers: this.#answers.length,
      retrieval_latency_ms: percentilesOf(this.#answers.flatMap(({ retrievedMs }) => retrievedMs ?? [])),
      first_token_latency_ms: percentilesOf(this.#answers.flatMap(({ firstTokenMs }) => firstTokenMs ?? [])),
      end_to_end_latency_ms: percentilesOf(this.#answers.map(({ totalMs }) => totalMs)),
    };
  }
}

function percentilesOf(figures: readonly number[]): z.output<typeof percentiles> {
  if (figures.length === 0) return null;
  const at = (share: number) => Math.round(percentile(figures, share) * 10) / 10;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** Answers of the log that are looked at. */
const entriesRead = 10_000;

/** What readers think of the answers in the log, the latest ones. */
export async function readerFigures(footnote: Pick<Footnote, 'readLog'>) {
  const { entries } = await footnote.readLog({ only: 'answered', limit: entriesRead });
  const rated = entries.filter(({ helpful }) => helpful !== null);
  const cited = entries.filter(({ citations }) => citations.length > 0);
  const clicked = cited.filter(({ citations }) => citations.some(({ opened }) => opened > 0));
  return {
    rated_answers: rated.length,
    helpful_share: shareOf(rated.filter(({ helpful }) => helpful === true).length, rated.length),
    cited_answers: cited.length,
    citations_clicked_share: shareOf(clicked.length, cited.length),
  };
}

function shareOf(some: number, all: number): number | null {
  return all === 0 ? null : some / all;
}
