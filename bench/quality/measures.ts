import type { Answer } from '../../src/answer/answer.ts';
import type { EvaluationQuestion } from '../../src/evaluate/evaluation-question.ts';
import { containsAnswer } from '../../src/evaluate/metrics/answer-containment.ts';
import { ndcg } from '../../src/evaluate/metrics/ndcg.ts';
import { recall } from '../../src/evaluate/metrics/recall.ts';
import { reciprocalRank } from '../../src/evaluate/metrics/reciprocal-rank.ts';
import type { Footnote } from '../../src/footnote.ts';
import type { IngestedSet } from './collection.ts';

/** What a measure works on. */
export interface MeasureContext {
  readonly collection: IngestedSet;
  /** Questions with at least one document judged relevant. */
  readonly answerable: readonly EvaluationQuestion[];
  /** Questions of other sets. */
  readonly offTopic: readonly string[];
}

type Measure = (context: MeasureContext) => Promise<number>;

/** Every measure by the name that suites and results use. All lie in [0, 1], higher is better. */
const measures = {
  'nDCG@10': ranked((ranking, { judgements }) => ndcg(ranking, judgements, 10)),
  'MRR@10': ranked((ranking, { judgements }) => reciprocalRank(ranking, judgements, 10)),
  'recall@3': ranked((ranking, { judgements }) => recall(ranking, judgements, 3)),
  'answer in 1 sentence': answered(1),
  'answer in 2 sentences': answered(2),
  'answer in 3 sentences': answered(3),
  'citation exactness': citationExactness,
  'answerable answered': ({ collection, answerable }) =>
    share(answerable, async ({ text }) => !(await collection.footnotes[3].ask(text)).abstained),
  'off-topic refused': ({ collection, offTopic }) =>
    share(offTopic, async (text) => (await collection.footnotes[3].ask(text)).abstained),
} satisfies Record<string, Measure>;

export type MeasureName = keyof typeof measures;

export const measureNames = Object.keys(measures) as [MeasureName, ...MeasureName[]];

/** The value of one measure. */
export function measure(name: MeasureName, context: MeasureContext): Promise<number> {
  return measures[name](context);
}

/** Enough chunks that ten documents are among them. */
const chunksRead = 60;

/** Mean over the answerable questions of a figure of the ranking by document: a document stands where its best chunk does. */
function ranked(score: (ranking: readonly string[], question: EvaluationQuestion) => number): Measure {
  return async ({ collection, answerable }) => {
    let sum = 0;
    for (const question of answerable) {
      const { hits, dropped } = await collection.footnotes[3].search(question.text, { topK: chunksRead });
      // The order is judged apart from the threshold, which has measures of its own.
      const chunks = hits.length > 0 ? hits : dropped;
      sum += score([...new Set(chunks.map(({ path }) => collection.documentId(path)))], question);
    }
    return sum / answerable.length;
  };
}

/** Share of the questions whose answer holds one of the accepted answers when it may have that many sentences. */
function answered(maxSentences: 1 | 2 | 3): Measure {
  return ({ collection, answerable }) =>
    share(answerable, async ({ text, answers }) => {
      const { citations } = await collection.footnotes[maxSentences].ask(text);
      return containsAnswer(citations.map(({ quote }) => quote).join(' '), answers);
    });
}

/** Share of all citations, of answerable and off-topic questions, whose span of the document's text is the quote. */
async function citationExactness({ collection, answerable, offTopic }: MeasureContext): Promise<number> {
  const footnote = collection.footnotes[3];
  let exact = 0;
  let all = 0;
  for (const question of [...answerable.map(({ text }) => text), ...offTopic]) {
    for (const citation of (await footnote.ask(question)).citations) {
      all += 1;
      if (await isExact(footnote, citation)) exact += 1;
    }
  }
  return all === 0 ? 0 : exact / all;
}

async function isExact(footnote: Footnote, citation: Answer['citations'][number]): Promise<boolean> {
  const { text } = await footnote.getDocumentText(citation.documentId);
  return text.slice(citation.start, citation.end) === citation.quote;
}

async function share<Item>(items: readonly Item[], holds: (item: Item) => Promise<boolean>): Promise<number> {
  let count = 0;
  for (const item of items) if (await holds(item)) count += 1;
  return items.length === 0 ? 0 : count / items.length;
}
