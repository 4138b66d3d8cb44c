import { type OpenFootnote, withFootnote } from '../app/with-footnote.ts';
import { throwIfAborted } from '../errors.ts';
import type { Footnote } from '../footnote.ts';
import type { Config } from '../settings/config.ts';
import type { LatencyFigures } from './compared-runs.ts';
import { type EvaluationTarget, type JudgedQuestion, rankedItems } from './evaluation-question.ts';
import { type EvaluationRun, type QuestionResult, shownSettings } from './evaluation-run.ts';
import { percentile } from './metrics/answer-metrics.ts';
import { judgeRanking, meanFigures, relevantDocuments } from './metrics/ranking-metrics.ts';

/** Passages read for a ranking: the most that a search gives. */
const passagesRead = 100;

/** Questions asked at the same time: the model reads one while another is searched for. */
const questionsAtOnce = 4;

/** Enough questions for a p99, few enough to be quick; one before them is the cold one. */
const mostTimed = 200;

const itemsShown = 10;

interface MeasureOptions {
  /** Default: with the adapters that the settings name. */
  readonly open?: OpenFootnote | undefined;
  /** Called after each question. */
  readonly onQuestion?: () => void;
  readonly signal?: AbortSignal;
}

/**
 * Asks all questions that have an answer and judges what is found. The order is judged apart from the relevance
 * threshold, which has measures of its own.
 * Errors: those of {@link Footnote.search}.
 */
export async function rankQuestions(
  target: EvaluationTarget,
  options: MeasureOptions = {},
): Promise<QuestionResult[]> {
  const rankAll = (footnote: Footnote) =>
    mapAtOnce(questionsAtOnce, rankedQuestions(target), async (question) => {
      const result = await rankQuestion(question, footnote, options.signal);
      options.onQuestion?.();
      return result;
    });
  return withFootnote(withoutThreshold(target.config), rankAll, options.open);
}

/** Those that are ranked: whose answer is known. */
export function rankedQuestions({ questions }: EvaluationTarget): readonly JudgedQuestion[] {
  return questions.filter(({ judgements }) => relevantDocuments(judgements).length > 0);
}

async function rankQuestion(
  question: JudgedQuestion,
  footnote: Footnote,
  signal: AbortSignal | undefined,
): Promise<QuestionResult> {
  throwIfAborted(signal);
  const { hits } = await footnote.search(question.text, { topK: passagesRead, signal });
  const ranking = rankedItems(question, hits);
  return {
    id: question.id,
    text: question.text,
    metrics: judgeRanking(ranking, question.judgements),
    relevant: relevantDocuments(question.judgements),
    found: ranking.slice(0, itemsShown),
  };
}

/** Times questions one after the other under the settings as they are. Alone on the machine, or it means little. */
export async function measureLatency(
  target: EvaluationTarget,
  { open, onQuestion, signal }: MeasureOptions = {},
): Promise<LatencyFigures> {
  const timeAll = async (footnote: Footnote) => {
    const times: number[] = [];
    for (const { text } of timedQuestions(target)) {
      throwIfAborted(signal);
      const startedMs = performance.now();
      await footnote.search(text, { signal });
      times.push(performance.now() - startedMs);
      onQuestion?.();
    }
    const [cold = 0, ...warm] = times;
    const at = (share: number) => percentile(warm.length > 0 ? warm : times, share);
    return { p50: at(0.5), p95: at(0.95), p99: at(0.99), cold };
  };
  return withFootnote(target.config, timeAll, open);
}

/** Those that are timed: the first ones, answerable or not. */
export function timedQuestions({ questions }: EvaluationTarget): readonly JudgedQuestion[] {
  return questions.slice(0, mostTimed + 1);
}

/** Puts a run together. */
export function assembleRun(
  { dataset, documents, config, indexSeconds }: EvaluationTarget,
  results: readonly QuestionResult[],
  latencyMs: LatencyFigures,
): EvaluationRun {
  return {
    dataset,
    documents,
    queries: results.length,
    metrics: meanFigures(results.map(({ metrics }) => metrics)),
    latencyMs,
    settings: shownSettings(config),
    indexSeconds,
    questions: results,
  };
}

/** The same settings under which every search finds something. */
export function withoutThreshold(config: Config): Config {
  return { ...config, retrieval: { ...config.retrieval, minCosine: 0, minCoverage: 0, minScore: 0 } };
}

/** Works on so many items at the same time. Results are in the order of the items. */
export async function mapAtOnce<Item, Result>(
  atOnce: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [position, item] of waiting) results[position] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
