import type { SearchResult } from '../retrieve/hit.ts';
import type { Place } from '../text/sentences/note-marks.ts';
import {
  requireFunction,
  requireList,
  requireObject,
  requireOneOf,
  requireText,
} from '../values/require-arguments.ts';
import type { Answer, AnswerEvent } from './answer.ts';

/**
 * What offsets count: UTF-16 code units, as strings of JavaScript, Java and C# do; code points, as Python's do; or
 * bytes of UTF-8, as Go's and Rust's do.
 */
export const offsetUnits = ['utf16', 'codepoint', 'utf8'] as const;

/** One of {@link offsetUnits}. */
export type OffsetUnit = (typeof offsetUnits)[number];

/** Gives a document's text, by the document's id in a collection, as `footnote.getDocumentText` does. */
export type TextOfDocument = (documentId: string, collection: string) => Promise<string>;

/** Every so many code units of a text the offset there is kept. */
const stepUnits = 1024;

/**
 * How offsets of a text in UTF-16 code units count in another unit. One within a surrogate pair counts as its end.
 * @example offsetsIn('👍 yes', 'codepoint')(3) // 2
 */
export function offsetsIn(text: string, unit: OffsetUnit): (offset: number) => number {
  requireText('text', text);
  requireOneOf('unit', unit, offsetUnits);
  if (unit === 'utf16') return (offset) => offset;
  const sizeAt = unit === 'utf8' ? bytesAt : pointsAt;
  const steps = [0];
  return (offset) => {
    const end = Math.min(offset, text.length);
    const step = Math.floor(end / stepUnits);
    for (let known = steps.length; known <= step; known += 1)
      steps.push(
        (steps[known - 1] as number) + sum(text, sizeAt, (known - 1) * stepUnits, known * stepUnits),
      );
    return (steps[step] as number) + sum(text, sizeAt, step * stepUnits, end);
  };
}

function sum(text: string, sizeAt: (text: string, at: number) => number, from: number, to: number): number {
  let total = 0;
  for (let at = from; at < to; at += 1) total += sizeAt(text, at);
  return total;
}

/** A code point counts where it begins. */
function pointsAt(text: string, at: number): number {
  return isSecondOfPair(text, at) ? 0 : 1;
}

function bytesAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  if (isSecondOfPair(text, at)) return 0;
  // A lone surrogate is written as U+FFFD.
  return (text.codePointAt(at) ?? 0) > 0xffff ? 4 : 3;
}

function isSecondOfPair(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff && at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

/**
 * An answer whose offsets count in another unit: those of citations and hits in their documents, of sentences and
 * topics in the answer. Errors: those of `textOf`; `request_invalid` where an argument is missing.
 * @example
 * const textOf = async (id, collection) => (await footnote.getDocumentText(id, { collection })).text;
 * await answerWithOffsets(await footnote.ask(question), 'codepoint', textOf);
 */
export async function answerWithOffsets(
  answer: Answer,
  unit: OffsetUnit,
  textOf: TextOfDocument,
): Promise<Answer> {
  requireObject('answer', answer);
  requireText('answer.answer', answer.answer);
  for (const list of ['citations', 'further', 'hits', 'dropped', 'sentences', 'topics'] as const)
    requireList(`answer.${list}`, answer[list]);
  const places = new DocumentOffsets(unit, textOf);
  const inAnswer = offsetsIn(answer.answer, unit);
  const { hits, dropped } = await places.ofResult(answer);
  return {
    ...answer,
    hits,
    dropped,
    citations: await places.of(answer.citations),
    further: await places.of(answer.further),
    sentences: answer.sentences.map((sentence) => placed(sentence, inAnswer)),
    topics: answer.topics.map((topic) => placed(topic, inAnswer)),
  };
}

/** The same of a search. */
export async function resultWithOffsets(
  result: SearchResult,
  unit: OffsetUnit,
  textOf: TextOfDocument,
): Promise<SearchResult> {
  requireObject('result', result);
  for (const list of ['hits', 'dropped'] as const) requireList(`result.${list}`, result[list]);
  return { ...result, ...(await new DocumentOffsets(unit, textOf).ofResult(result)) };
}

/** The same of the events of an answer. `topics` wait for the words that they are places of. */
export async function* eventsWithOffsets(
  events: AsyncIterable<AnswerEvent>,
  unit: OffsetUnit,
  textOf: TextOfDocument,
): AsyncGenerator<AnswerEvent, void> {
  const places = new DocumentOffsets(unit, textOf);
  let text = '';
  let topics: Extract<AnswerEvent, { type: 'topics' }> | undefined;
  for await (const event of events) {
    if (event.type === 'topics') {
      topics = event;
      continue;
    }
    if (event.type === 'token') text += event.text;
    const inAnswer = offsetsIn(text, unit);
    if (topics) yield { ...topics, topics: topics.topics.map((topic) => placed(topic, inAnswer)) };
    topics = undefined;
    if (event.type === 'citation') {
      const [citation = event.citation] = await places.of([event.citation]);
      yield { ...event, citation };
    } else if (event.type === 'verdict') yield { ...event, sentence: placed(event.sentence, inAnswer) };
    else if (event.type === 'retrieved')
      yield { ...event, result: { ...event.result, ...(await places.ofResult(event.result)) } };
    else if (event.type === 'done')
      yield { ...event, answer: await answerWithOffsets(event.answer, unit, textOf) };
    else yield event;
  }
}

function placed<Item extends Place>(item: Item, offsetOf: (offset: number) => number): Item {
  return { ...item, start: offsetOf(item.start), end: offsetOf(item.end) };
}

/** A place of a document, and of one cell within it where it is a row of which that is asked for. */
interface PlaceOfDocument extends Place {
  readonly documentId: string;
  readonly collection: string;
  readonly cell?: Place;
}

/** Offsets in documents; the text of each is read once. */
class DocumentOffsets {
  readonly #unit: OffsetUnit;
  readonly #textOf: TextOfDocument;
  readonly #known = new Map<string, Promise<(offset: number) => number>>();

  constructor(unit: OffsetUnit, textOf: TextOfDocument) {
    requireOneOf('unit', unit, offsetUnits);
    requireFunction('textOf', textOf);
    this.#unit = unit;
    this.#textOf = textOf;
  }

  of<Item extends PlaceOfDocument>(items: readonly Item[]): Promise<Item[]> {
    if (this.#unit === 'utf16') return Promise.resolve([...items]);
    return Promise.all(
      items.map(async (item) => {
        const offsetOf = await this.#offsets(item.documentId, item.collection);
        return { ...placed(item, offsetOf), ...(item.cell && { cell: placed(item.cell, offsetOf) }) };
      }),
    );
  }

  async ofResult({
    hits,
    dropped,
  }: Pick<SearchResult, 'hits' | 'dropped'>): Promise<Pick<SearchResult, 'hits' | 'dropped'>> {
    return { hits: await this.of(hits), dropped: await this.of(dropped) };
  }

  #offsets(documentId: string, collection: string): Promise<(offset: number) => number> {
    const key = `${collection}\n${documentId}`;
    const known =
      this.#known.get(key) ??
      this.#textOf(documentId, collection).then((text) => offsetsIn(text, this.#unit));
    this.#known.set(key, known);
    return known;
  }
}
