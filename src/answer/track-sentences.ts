import { closesFence, fenceMarks } from '../text/code-fence.ts';
import { sentences } from '../text/sentences.ts';

const leadingMarkers = /^(?:\s*\[\d+\])+/;

/**
 * Footnote marks right behind what ends a sentence. A bracket that opens there would count as the end of that sentence.
 */
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

/**
 * A sentence is taken to end here, in UTF-16 code units, whatever it says: no text without full stops is held whole.
 */
const maxSentence = 2000;

const fenceMark = /[`~]/;

/** A sentence of the answer: `[start, end)` of its text. A block of code is one, with its fences. */
export interface TrackedSentence {
  readonly start: number;
  readonly end: number;
  /** What it says: that of code without the fences. */
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
  /** Whether all of it is the beginning of a block of code. */
  #isInCode = false;

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
    if (this.#isInCode && !fenceMark.test(text)) return [];
    const last = codeBlocks(this.#text).at(-1);
    this.#isInCode = last?.isOpen === true && this.#text.slice(0, last.start).trim() === '';
    if (this.#isInCode) return [];
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
    const spans: { start: number; end: number; code?: string }[] = [];
    const behindEnds: { at: number; end: number }[] = [];
    const unmarked = this.#text.replace(markersBehindEnd, (marks, at: number) => {
      behindEnds.push({ at, end: at + marks.length });
      return ' '.repeat(marks.length);
    });
    const blocks = codeBlocks(unmarked);
    for (const { start, end, kind } of sentences(unmarked, this.#language)) {
      const block = kind === 'code' && blocks.find((one) => one.start < start && end <= one.end);
      if (block) {
        if (spans.at(-1)?.start !== block.start) spans.push({ ...block });
        continue;
      }
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
    return spans.map(({ start, end, code }) => ({ start, end, text: code ?? this.#text.slice(start, end) }));
  }
}

interface CodeBlock {
  readonly start: number;
  readonly end: number;
  readonly code: string;
  /** Whether the fence that ends it is still to come. */
  readonly isOpen: boolean;
}

/** The blocks of code between fences, in order; one without an end goes on to the end of the text. */
function codeBlocks(text: string): readonly CodeBlock[] {
  const blocks: CodeBlock[] = [];
  // Most prose has none: asked at every token, that is found out many times faster so.
  if (!text.includes('```') && !text.includes('~~~')) return blocks;
  let opening: { readonly start: number; readonly codeStart: number; readonly marks: string } | undefined;
  for (const { 0: line, index: start } of text.matchAll(/^.+$/gm)) {
    const marks = fenceMarks(line);
    if (marks === undefined) continue;
    const end = start + line.length;
    if (!opening) opening = { start, codeStart: end, marks };
    else if (closesFence(line, opening.marks)) {
      blocks.push({
        start: opening.start,
        end,
        code: text.slice(opening.codeStart, start).trim(),
        isOpen: false,
      });
      opening = undefined;
    }
  }
  if (!opening) return blocks;
  const { start, codeStart } = opening;
  return [...blocks, { start, end: text.length, code: text.slice(codeStart).trim(), isOpen: true }];
}
