import { expect } from 'vitest';
import { type Chunk, chunkId } from '../../contracts/chunk.ts';
import type { Citation, GenerateEvent } from '../../contracts/generator.ts';
import { englishWordVectors } from '../../models/local/word-vectors.ts';
import { withoutQuestionWords } from '../../question/asking-words.ts';
import { askedParts } from '../../question/intent.ts';
import { readPart } from '../../question/question.ts';
import type { Hit } from '../../retrieve/hit.ts';
import { analyser } from '../../text/analyser/analyser.ts';
import type { Place } from '../../text/sentences/note-marks.ts';
import { distinctTerms } from '../../text/words.ts';
import type { CitedPassage } from '../compose/cite.ts';
import type { AskedToQuote, QuotingRequest } from '../extract/quoting-request.ts';
import type { ReadPassage } from '../passages-to-read.ts';
import { createExtractiveGenerator } from './extractive-generator.ts';

export const analysis = analyser();
const wordVectors = englishWordVectors();

/** A chunk that is all of a document from `start` on. */
export function chunk(document: string, content: string, start = 0): Chunk {
  return {
    id: chunkId(document, 1, start),
    documentId: document,
    version: 1,
    ordinal: start,
    start,
    end: start + content.length,
    content,
    title: document,
    headingPath: [],
    tokens: 0,
    language: 'en',
    metadata: {},
  };
}

/** Where words first stand in a text. */
export function spanOf(text: string, words: string): Place {
  const start = text.indexOf(words);
  return { start, end: start + words.length };
}

/** A chunk as the passage of this number, with the hit that it was found as. */
export function cited(number: number, found: Chunk, path = `${found.documentId}.md`): CitedPassage {
  const { id, documentId, title, headingPath, page = null, start, end, content } = found;
  const hit: Hit = {
    collection: 'default',
    documentId,
    path,
    title,
    chunkId: id,
    headingPath,
    page,
    start,
    end,
    content,
    metadata: {},
    score: 1,
    expansion: false,
    merged: [],
    explain: {
      matchedTerms: [],
      fusion: { method: 'convex', vector: 0.5, keyword: 0.5 },
      documentSupport: 0,
    },
  };
  return { passage: { number, chunk: found, score: 1 }, hit };
}

/** A footnote that quotes the first words of a chapter on towers. */
export function citationWith(change: Partial<Citation>): Citation {
  return {
    number: 1,
    collection: 'default',
    documentId: 'd',
    version: 1,
    chunkId: `${change.documentId ?? 'd'}.1.0`,
    path: 'towers.md',
    title: 'Towers',
    headingPath: ['Towers', 'Lamps', 'Oil'],
    page: null,
    start: 0,
    end: 4,
    quote: 'Oil.',
    kind: 'paragraph',
    verdict: 'verbatim',
    ...change,
  };
}

/** A question about chunks, best first, with the terms that are looked for. `language` is the question's. */
export function request(question: string, chunks: readonly Chunk[], language = 'en'): AskedToQuote {
  const terms = [...distinctTerms(analysis, withoutQuestionWords(question, language), language)];
  return {
    question: readPart(question, language),
    terms: terms.map((term) => ({ term, weight: 1 })),
    expansions: [],
    passages: chunks.map((entry, place) => ({ number: place + 1, chunk: entry, score: -place })),
    alreadySaid: '',
    saidEarlier: '',
  };
}

/** The same as a generator is asked. */
export function quotingRequest({ question, passages, signal, ...known }: AskedToQuote): QuotingRequest {
  const { text, language } = question;
  const parts = askedParts(text, language).map((part) =>
    part === text ? question : readPart(part, language),
  );
  const quoting = { ...known, message: question, parts };
  return {
    question: text,
    language,
    passages,
    history: [],
    messages: [],
    quoting,
    ...(signal && { signal }),
  };
}

/** The same with more known of each of its passages. */
export function knowing(asked: AskedToQuote, known: Partial<ReadPassage>): AskedToQuote {
  return { ...asked, passages: asked.passages.map((passage) => ({ ...passage, ...known })) };
}

/** The quoted texts in order, the header of a row before it; the last event must be the one finish. */
export async function quotes(asked: AskedToQuote, maxSentences = 3): Promise<string[]> {
  const events: GenerateEvent[] = [];
  const generator = createExtractiveGenerator({ analyser: analysis, maxSentences, wordVectors });
  for await (const event of generator.generate(quotingRequest(asked))) events.push(event);
  expect(events.filter(({ type }) => type === 'finish')).toHaveLength(1);
  expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
  return events.flatMap((event) => {
    if (event.type !== 'quote') return [];
    const source = asked.passages[event.passage - 1]?.chunk as Chunk;
    const places = [...(event.names ? [event.names] : []), event];
    return places.map(({ start, end }) => source.content.slice(start - source.start, end - source.start));
  });
}
