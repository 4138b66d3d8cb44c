import { closesFence, fenceMarks } from '../text/code-fence.ts';
import { itemMark } from '../text/item-mark.ts';
import { sentences } from '../text/sentences.ts';
import { LookPoints } from './look-points.ts';

const leadingMarkers = /^(?:\s*\[\d+\])+/;

/**
 * Footnote marks right behind what ends a sentence. A bracket that opens there would count as the end of that sentence.
 */
const markersBehindEnd = /(?<=[.!?…。！？।؟]["'”’»)\]*_」』）]*)(?:[ \t]*\[\d+\])+/gu;

/** Prose in which nothing has ended, and nothing but a word begins. */
const unfinished = /^\s*\p{L}[^.!?…。！？।؟:;\n]*$/u;

/**
 * A sentence is taken to end here, in UTF-16 code units, whatever it says: no text without full stops is held whole.
 */
const maxSentence = 2000;

/** What stands before the words of a line. */
const beforeWords = new RegExp(String.raw`^\s*(?:${itemMark}\s+)?$`);
const itemBegun = new RegExp(String.raw`^\s*${itemMark}$`);
const wordsInLine = /^.*[\p{L}\p{N}]/u;

/** Where a sentence does not end for its length. */
const withinMark = /\[\d*$/;

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
 * it, but for those that a line begins with: they belong to the words behind them. A sentence is complete once the next
 * one has begun. However the text is cut, the same sentences are found in it: it is looked at the same places, at which
 * no more of it counts than stands before them.
 */
export class SentenceTracker {
  readonly #language: string;
  #text = '';
  readonly #lookPoints = new LookPoints();
  /** Where in the whole text `#text` begins. */
  #offset = 0;
  /** Whether all of it was the beginning of a block of code when it was looked last. */
  #isInCode = false;
  /** Whether anything has come since that may end one. */
  #mayEndCode = false;

  constructor(language: string) {
    this.#language = language;
  }

  /** The unfinished sentence, its marks included; what a mark that comes now stands for. */
  get current(): string {
    // What stands behind the mark of an item is of that item.
    if (itemBegun.test(this.#lineBefore(this.#text.length))) return '';
    return unfinished.test(this.#text) ? this.#text.trim() : (this.#spans().at(-1)?.text ?? '');
  }

  /** Takes the next words; a footnote mark comes whole. Returns the sentences they complete. */
  push(text: string): readonly TrackedSentence[] {
    const complete: TrackedSentence[] = [];
    for (let at = 0; at < text.length; ) {
      const room = this.#isInCode ? text.length : Math.max(1, maxSentence + 1 - this.#text.length);
      const until = Math.min(text.length, at + room);
      const point = this.#lookPoints.next(text, at, until);
      const part = text.slice(at, point ?? until);
      at += part.length;
      this.#text += part;
      this.#mayEndCode ||= fenceMark.test(part);
      if (point !== undefined) complete.push(...this.#look());
      const isLong = this.#text.length > maxSentence && !this.#isInCode;
      if (isLong && !withinMark.test(this.#text)) complete.push(...this.end());
    }
    return complete;
  }

  /** The sentences that are complete. */
  #look(): readonly TrackedSentence[] {
    if (this.#isInCode && !this.#mayEndCode) return [];
    this.#mayEndCode = false;
    const last = codeBlocks(this.#text).at(-1);
    this.#isInCode = last?.isOpen === true && this.#text.slice(0, last.start).trim() === '';
    const complete = this.#isInCode ? [] : this.#take(this.#spans().slice(0, -1));
    if (complete.length > 0) this.#lookPoints.hasEnded();
    return complete;
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
      const before = spans.at(-1);
      const leading = leadingMarkers.exec(text)?.[0].length ?? 0;
      const behind = text.slice(leading);
      // The list of its sources that an answer without marks ends with says where the words before it are from.
      const isOfList = behind.startsWith(':') && before && !this.#text.startsWith('[', before.start);
      const isOfLine =
        leading > 0 && wordsInLine.test(behind) && !isOfList && beforeWords.test(this.#lineBefore(start));
      const marks = isOfLine ? 0 : leading;
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

  /** What stands on the line before a place of what is there; of a line that has begun before that, its end. */
  #lineBefore(place: number): string {
    const at = place === 0 ? -1 : this.#text.lastIndexOf('\n', place - 1);
    // A word stands for the sentences that were handed out.
    return (at < 0 && this.#offset > 0 ? 'a' : '') + this.#text.slice(at + 1, place);
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
