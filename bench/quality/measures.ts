import type { Answer } from '../../src/answer/answer.ts';
import { calibrate } from '../../src/evaluate/calibrate/calibrate.ts';
import { containsAnswer } from '../../src/evaluate/metrics/answer-metrics.ts';
import type { RankingMetricName } from '../../src/evaluate/metrics/ranking-metrics.ts';
import type { Footnote } from '../../src/footnote.ts';
import type { AskedSet, PlacedText } from './asked-set.ts';
import { type HalvedFigure, halved } from './halves.ts';

type Measure = (set: AskedSet) => Promise<HalvedFigure>;

/** Every measure by the name that suites and results use. All lie in [0, 1], higher is better. */
const measures = {
  'nDCG@10': ranked('ndcg@10'),
  'MRR@10': ranked('mrr@10'),
  'recall@3': ranked('recall@3'),
  'answer in 1 sentence': answered(1),
  'answer in 2 sentences': answered(2),
  'answer in 3 sentences': answered(3),
  'citation exactness': citationExactness,
  'answerable answered': (set) =>
    means(set.answerable, async ({ text }) => share(!(await set.ask(text)).abstained)),
  'off-topic refused': (set) =>
    means(set.offTopic, async ({ text }) => share((await set.ask(text)).abstained)),
  'answerable answered, calibrated': async (set) => ({
    even: 1 - (await calibrated(set)).abstention.answerableRefused,
  }),
  'off-topic refused, calibrated': async (set) => ({ even: (await calibrated(set)).abstention.recall }),
} satisfies Record<string, Measure>;

export type MeasureName = keyof typeof measures;

export const measureNames = Object.keys(measures) as [MeasureName, ...MeasureName[]];

/** The value of one measure. */
export function measure(name: MeasureName, set: AskedSet): Promise<HalvedFigure> {
  return measures[name](set);
}

function ranked(metric: RankingMetricName): Measure {
  return async (set) => {
    const rankings = await set.rankings();
    return means(set.answerable, async ({ id }) => rankings.get(id)?.metrics[metric] ?? 0);
  };
}

/** Share of the questions whose answer holds one of the accepted answers when it may have that many sentences. */
function answered(maxSentences: 1 | 2 | 3): Measure {
  return (set) =>
    means(set.answerable, async ({ text, answers }) => {
      const { citations } = await set.ask(text, maxSentences);
      return share(containsAnswer(citations.map(({ quote }) => quote).join(' '), answers));
    });
}

/** Share of all citations, of answerable and off-topic questions, whose span of the document's text is the quote. */
async function citationExactness(set: AskedSet): Promise<HalvedFigure> {
  const footnote = await set.footnote();
  let exact = 0;
  let all = 0;
  for (const { text } of [...set.answerable, ...set.offTopic]) {
    for (const citation of (await set.ask(text)).citations) {
      all += 1;
      if (await isExact(footnote, citation)) exact += 1;
    }
  }
  return { all: all === 0 ? 0 : exact / all };
}

async function isExact(footnote: Footnote, citation: Answer['citations'][number]): Promise<boolean> {
  const { text } = await footnote.getDocumentText(citation.documentId);
  return text.slice(citation.start, citation.end) === citation.quote;
}

/** Chosen on every second question, judged on the others. */
async function calibrated(set: AskedSet) {
  const questions = { answerable: textsOf(set.answerable), offTopic: textsOf(set.offTopic) };
  return calibrate(await set.footnote(), questions);
}

function textsOf(questions: readonly PlacedText[]): string[] {
  return questions.map(({ text }) => text);
}

/** The means of a value over each half of the questions, asked one after another, and over all. */
async function means<Item extends { readonly place: number }>(
  items: readonly Item[],
  valueOf: (item: Item) => Promise<number>,
): Promise<HalvedFigure> {
  const values: { place: number; value: number }[] = [];
  for (const item of items) values.push({ place: item.place, value: await valueOf(item) });
  return halved(values, (some) => some.reduce((sum, { value }) => sum + value, 0) / some.length);
}

function share(holds: boolean): number {
  return holds ? 1 : 0;
}
