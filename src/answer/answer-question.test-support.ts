import type { GenerateEvent, Generator } from '../contracts/generator.ts';
import type { ConversedQuestion } from '../question/message.ts';
import { stripQuestion, understandQuestion } from '../question/question.ts';
import { searchText, type WholeQuestion } from '../question/whole-question.ts';
import type { SearchResult } from '../retrieve/hit.ts';
import type { Retrieval } from '../retrieve/retrieve.ts';
import type { Answer, AnswerEvent } from './answer.ts';
import type { AnswerContext } from './answer-context.ts';
import { answerQuestion } from './answer-question.ts';
import { numberMarkers } from './compose/markers.ts';
import { createExtractiveGenerator } from './generate/extractive-generator.ts';
import { analysis, chunk as chunkOf, cited } from './generate/quoting.test-support.ts';
import { contextFormats } from './prompt/build-context.ts';
import { readPromptTemplate } from './prompt/prompt-template.ts';

export const text = 'The dam was built in 1931. Rain fell on Monday.';

export const {
  passage: { chunk },
  hit,
} = cited(1, { ...chunkOf('dam', text), title: 'Dams' });

export const result: SearchResult = {
  hits: [hit],
  dropped: [],
  question: {
    language: 'en',
    rephrased: null,
    keywords: 'dam built',
    terms: [{ term: 'dam', weight: 1 }],
    recognised: [],
    expansions: [],
  },
  relevance: { bestCosine: 0.6, passageCosine: 0.6, coverage: 0.8, relevant: true },
  ranking: {
    candidates: { vector: 1, keyword: 1, fused: 1 },
    fusion: { method: 'convex', scale: null, documentSupport: 0 },
    threshold: { minCosine: 0.4, minCoverage: 0.45 },
    rerank: null,
  },
  timings: { fuse: 1, total: 2 },
  warnings: ['said before'],
};

/** What was found, whatever was asked. */
type Found = Omit<Retrieval, 'question'>;

/** The same for a question. */
export function foundFor(whole: WholeQuestion, retrieval: Found): Retrieval {
  const stripped = stripQuestion(searchText(whole), { maxLength: 10_000 });
  const { language } = retrieval.result.question;
  return { ...retrieval, question: understandQuestion(stripped, language, [], whole) };
}

export const found: Found = { result, chunks: [chunk] };
export const nothing: Found = {
  result: {
    ...result,
    hits: [],
    dropped: [hit],
    relevance: { bestCosine: 0.1, passageCosine: 0.1, coverage: 0, relevant: false },
  },
  chunks: [],
};

export function contextWith(retrieval: Found, change: Partial<AnswerContext> = {}): AnswerContext {
  return {
    generator: createExtractiveGenerator({ analyser: analysis, maxSentences: 1 }),
    analyser: analysis,
    tokenizer: { id: 'characters', count: (words) => words.length },
    settings: {
      maxPassages: 5,
      minPassages: 1,
      maxContextTokens: 4000,
      contextFormat: contextFormats.numbered,
      contextTokenizer: undefined,
      markers: numberMarkers,
      template: readPromptTemplate('<!-- system -->\n{context}\n<!-- user -->\n{question}', 'test'),
      verify: 'mark',
      confidence: 'relevance',
      searchSelection: false,
      fallback: '',
      language: 'question',
    },
    retrieve: async (whole) => foundFor(whole, retrieval),
    sourceText: async () => ({ text, blocks: [] }),
    calibration: async () => undefined,
    coverage: async () => ({
      documents: [
        {
          documentId: 'd1',
          title: 'Dams',
          headings: ['Walls', 'Gates'],
          hasMoreHeadings: true,
        },
        { documentId: 'd2', title: 'Bridges', headings: [], hasMoreHeadings: false },
      ],
      hasMore: true,
    }),
    ...change,
  };
}

export async function eventsOf(
  question: string,
  context: AnswerContext,
  leanedOn: Partial<ConversedQuestion> = {},
): Promise<AnswerEvent[]> {
  const asked = { question, history: [], selectedText: '', ...leanedOn };
  const events: AnswerEvent[] = [];
  for await (const event of answerQuestion(asked, context)) events.push(event);
  return events;
}

/** What the last of the events holds. */
export function answerOf(events: readonly AnswerEvent[]): Answer {
  const last = events.at(-1);
  if (last?.type !== 'done') throw new Error('the last event is not the answer');
  return last.answer;
}

export async function answerTo(...asked: Parameters<typeof eventsOf>): Promise<Answer> {
  return answerOf(await eventsOf(...asked));
}

/** A generator that says this. */
export function saying(...events: readonly GenerateEvent[]): Generator {
  return {
    name: 'scripted',
    async *generate() {
      yield* events;
    },
  };
}

export const finish: GenerateEvent = { type: 'finish', reason: 'stop' };
