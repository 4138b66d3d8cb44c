import type { Citation } from '../contracts/generator.ts';
import type { AskedQuestion } from '../contracts/question-log.ts';
import type { Records } from '../contracts/records.ts';

/** A citation of a quote that begins its document. */
export const citation = (documentId: string, number: number, quote: string): Citation => ({
  number,
  collection: 'default',
  documentId,
  version: 1,
  chunkId: `${documentId}.1.0`,
  path: 'a.md',
  title: 'About a',
  headingPath: ['About a'],
  page: 2,
  start: 0,
  end: quote.length,
  quote,
  kind: 'paragraph',
  verdict: 'verbatim',
});

/** A question as the log takes it. */
export const asked = (id: string, changes: Partial<AskedQuestion> = {}): AskedQuestion => ({
  id,
  collection: 'default',
  askedAt: '2026-05-01T10:00:00.000Z',
  sessionId: null,
  conversationId: null,
  clientAddress: '192.0.2.7',
  question: 'Who  keeps BEES?',
  selectedText: '',
  answer: 'Ada does. [1]',
  keepsWords: false,
  outcome: 'answered',
  complete: true,
  errorCode: null,
  confidence: 0.5,
  citations: [],
  cited: [],
  chunkIds: ['a.1.0'],
  retrievalMs: 3,
  answerMs: 4,
  totalMs: 7,
  model: 'm',
  promptTokens: 10,
  completionTokens: 20,
  ...changes,
});

/** A conversation with one answer of two sentences, each from its own document. */
export async function converse(
  { interactions }: Records,
  conversationId: string,
  answerId: string,
  documents: readonly [string, string],
) {
  await interactions.begin({
    collection: 'default',
    conversationId,
    sessionId: 's',
    questionId: `${answerId}-question`,
    question: 'Who keeps bees, and where?',
    selectedText: '',
    answerId,
    askedAt: '2026-05-01T10:00:00.000Z',
  });
  await interactions.finish({
    answerId,
    content: 'Ada does. [1] In Kew. [2]',
    outcome: 'answered',
    complete: true,
    confidence: 0.5,
    citations: [citation(documents[0], 1, 'Ada does.'), citation(documents[1], 2, 'In Kew.')],
    sentences: [
      { start: 0, end: 13, verdict: 'verbatim', citations: [1], missing: [] },
      { start: 14, end: 25, verdict: 'verbatim', citations: [2], missing: [] },
    ],
    topics: [],
    trace: { chunkIds: documents.map((id) => `${id}.1.0`), timings: { total: 5 }, model: null },
  });
}

/** The whole log. */
export const all = { limit: 100, offset: 0 };
