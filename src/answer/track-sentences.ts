import { sentences } from '../text/sentences.ts';

const leadingMarkers = /^(?:\s*\[\d+\])+/;

/** Footnote marks right behind what ends a sentence. A bracket that opens there would count as the end of that sentence. */
const markersBehindEnd = /(?<=[.!?…。！？।؟]["'”’»)\]*_」』）]*)(?:[ \t]*\[\d+\])+/gu;

/** Marks that may end a sentence. */
const ends = String.raw`.!?…。！？।؟:;\n`;
const noWord = String.raw`(?:\[\d+\]|(?!\[\d+\])[^\p{L}\p{N}])*`;

/** One of them, and the first word after it, footnote marks in between aside. */
const endAndWord = new RegExp(`[${ends}]${noWord}[\\p{L}\\p{N}]`, 'u');
/** The last of them with what follows it. */
const lastEnd = new RegExp(`[${ends}][^${ends}]*$`, 'u');
/** Such a word that is whole: from here on nothing changes whether the sentence has ended. */
const wholeWord = new RegExp(`^.${noWord}[\\p{L}\\p{N}]+[^\\p{L}\\p{N}]`, 'su');

/** Prose in which nothing has ended, and nothing but a word begins. */
const unfinished = new RegExp(String.raw`^\s*\p{L}[^${ends}]*$`, 'u');

/** A sentence is taken to end here, in UTF-16 code units, whatever it says: no text without full stops is held whole. */
const maxSentence = 2000;

/** A sentence of the answer: `[start, end)` of its text. */
export interface TrackedSentence {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Finds where the sentences of a growing text end. Footnote marks after a full stop belong to the sentence before
 * it. A sentence is complete once the next one has begun.
 */
export class SentenceTracker {
  readonly #language: string;
  #text = '';
  /** What has come since the last mark that may end a sentence, where no whole word has followed it. */
  #sinceEnd = '';
  /** Where in the whole text `#text` begins. */
  #offset = 0;

  constructor(language: string) {
    this.#language = language;
  }

  /** The unfinished sentence, its marks included; what a mark that comes now stands for. */
  get current(): string {
    return unfinished.test(this.#text) ? this.#text.trim() : (this.#spans().at(-1)?.text ?? '');
  }

  /** Takes the next words; a footnote mark comes whole. Returns the sentences they complete. */
  push(text: string): readonly TrackedSentence[] {
    this.#text += text;
    const recent = this.#sinceEnd + text;
    const complete = endAndWord.test(recent) ? this.#take(this.#spans().slice(0, -1)) : [];
    const sinceEnd = lastEnd.exec(complete.length > 0 ? this.#text : recent)?.[0] ?? '';
    this.#sinceEnd = wholeWord.test(sinceEnd) ? '' : sinceEnd;
    return this.#text.length > maxSentence ? [...complete, ...this.end()] : complete;
  }

  /** What is left at the end. */
  end(): readonly TrackedSentence[] {
    return this.#take(this.#spans());
  }

  /** Hands out the first sentences of what is there, whose places count in it. */
  #take(sentences: readonly TrackedSentence[]): readonly TrackedSentence[] {
    const last = sentences.at(-1);
    if (!last) return [];
    const complete = sentences.map(({ start, end, text }) => ({
      start: this.#offset + start,
      end: this.#offset + end,
      text,
    }));
    this.#text = this.#text.slice(last.end);
    this.#offset += last.end;
    return complete;
  }

  /** The sentences of what is there, whose places count in it. */
  #spans(): readonly TrackedSentence[] {
    const spans: { start: number; end: number }[] = [];
    const behindEnds: { at: number; end: number }[] = [];
    const unmarked = this.#text.replace(markersBehindEnd, (marks, at: number) => {
      behindEnds.push({ at, end: at + marks.length });
      return ' '.repeat(marks.length);
    });
    for (const { start, end } of sentences(unmarked, this.#language)) {
      const text = this.#text.slice(start, end);
      const marks = leadingMarkers.exec(text)?.[0].length ?? 0;
      const before = spans.at(-1);
      if (before && marks > 0) before.end = start + marks;
      const words = text.slice(marks).trimStart();
      if (words.trimEnd() !== '') spans.push({ start: before ? end - words.length : start, end });
    }
    for (const { at, end } of behindEnds) {
      const before = spans.findLast(({ start }) => start < at);
      if (before) before.end = Math.max(before.end, end);
    }
    return spans.map(({ start, end }) => ({ start, end, text: this.#text.slice(start, end) }));
  }
}
