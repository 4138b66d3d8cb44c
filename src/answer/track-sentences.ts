import { sentences } from '../text/sentences.ts';

const leadingMarkers = /^(?:\s*\[\d+\])+/;

/** A mark that may end a sentence, and the first word after it, footnote marks in between aside. */
const endAndWord = /[.!?…。！？।؟:;\n](?:\[\d+\]|[^\p{L}\p{N}])*[\p{L}\p{N}]/u;
const lastEnd = /[.!?…。！？।؟:;\n][^.!?…。！？।؟:;\n]*$/u;

/** A sentence is taken to end here, in UTF-16 code units, whatever it says: no text without full stops is held whole. */
const maxSentence = 2000;

/**
 * Finds where the sentences of a growing text end. Footnote marks after a full stop belong to the sentence before
 * it. A sentence is complete once the next one has begun.
 */
export class SentenceTracker {
  readonly #language: string;
  #text = '';
  /** What has come since the last mark that may end a sentence, where no word has followed it. */
  #sinceEnd = '';
  /** Where in the whole text `#text` begins. */
  #offset = 0;

  constructor(language: string) {
    this.#language = language;
  }

  /** The unfinished sentence, its marks included; what a mark that comes now stands for. */
  get current(): string {
    return this.#spans().at(-1)?.text ?? '';
  }

  /** Takes the next words; a footnote mark comes whole. Returns the sentences they complete, as `[start, end)` of the whole text. */
  push(text: string): readonly { start: number; end: number }[] {
    this.#text += text;
    const recent = this.#sinceEnd + text;
    this.#sinceEnd = lastEnd.exec(recent)?.[0] ?? '';
    const complete = endAndWord.test(recent) ? this.#take(this.#spans().slice(0, -1)) : [];
    return this.#text.length > maxSentence ? [...complete, ...this.end()] : complete;
  }

  /** What is left at the end. */
  end(): readonly { start: number; end: number }[] {
    return this.#take(this.#spans());
  }

  #take(spans: readonly { start: number; end: number }[]): readonly { start: number; end: number }[] {
    const last = spans.at(-1);
    if (!last) return [];
    const complete = spans.map(({ start, end }) => ({
      start: this.#offset + start,
      end: this.#offset + end,
    }));
    this.#text = this.#text.slice(last.end);
    this.#offset += last.end;
    return complete;
  }

  #spans(): readonly { start: number; end: number; text: string }[] {
    const spans: { start: number; end: number; text: string }[] = [];
    for (const { start, end } of sentences(this.#text, this.#language)) {
      const text = this.#text.slice(start, end);
      const marks = leadingMarkers.exec(text)?.[0].length ?? 0;
      const before = spans.at(-1);
      if (before && marks > 0) {
        before.end = start + marks;
        before.text = this.#text.slice(before.start, before.end);
      }
      if (text.slice(marks).trim() !== '') {
        const words = start + marks + (text.slice(marks).length - text.slice(marks).trimStart().length);
        spans.push({ start: before ? words : start, end, text });
      }
    }
    return spans;
  }
}
