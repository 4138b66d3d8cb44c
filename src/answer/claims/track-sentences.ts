import { type CodeBlock, codeBlocks } from '../../text/sentences/code-fence.ts';
import { LookPoints } from './look-points.ts';
import {
  beginsWithMark,
  belongsToNext,
  lineBefore,
  type MarkedSentence,
  markedSentences,
  says,
} from './marked-sentences.ts';

/** Prose in which nothing has ended, and nothing but a word begins. */
const unfinished = /^\s*\p{L}[^.!?…。！？।؟:;\n]*$/u;

/**
 * A sentence is taken to end here, in UTF-16 code units, whatever it says: no text without full stops is held whole.
 */
const maxSentence = 2000;

/** As much of the beginning of a line as tells whether it is an item, and begins with a mark. */
const longestBegun = 16;

/** Where a sentence does not end for its length. */
const withinMark = /\[\d*$/;

const fenceMark = /[`~]/;

/**
 * Finds where the sentences of a growing text end, which are those of {@link markedSentences}. A sentence is complete
 * once the next one has begun. However the text is cut, the same sentences are found in it: it is looked at the same
 * places, at which no more of it counts than stands before them.
 */
export class SentenceTracker {
  readonly #language: string;
  #text = '';
  readonly #lookPoints = new LookPoints();
  /** Where in the whole text `#text` begins. */
  #offset = 0;
  /** Whether anything but marks is in it. */
  #says = false;
  /** How the line begins that it begins within. */
  #lineBegun = '';
  /** What is longer ends here, or is looked through again at twice its length where it holds no sentence. */
  #longest = maxSentence;
  /** Whether all of it was the beginning of a block of code when it was looked last. */
  #isInCode = false;
  /** Whether anything has come since that may end one. */
  #mayEndCode = false;

  constructor(language: string) {
    this.#language = language;
  }

  /**
   * What a mark that comes now stands for, behind this `gap`: the unfinished sentence, its marks included; nothing
   * where it belongs to words to come.
   */
  claimBefore(gap: string): string {
    const text = this.#text;
    // Marks without end would be read again with each.
    if (!this.#says) return '';
    if (unfinished.test(text) && !gap.includes('\n')) return text.trim();
    const last = this.#sentences().at(-1)?.text ?? '';
    const line = lineBefore(text + gap, text.length + gap.length, this.#lineBegun);
    // On a line of its own it may as well cite what stands above, as it does code.
    const isOfNext = belongsToNext(line) && (/[^\s>–—]/.test(line) || beginsWithMark.test(last));
    return isOfNext ? '' : last;
  }

  /** Takes the next words; a footnote mark comes whole. Returns the sentences they complete. */
  push(text: string): readonly MarkedSentence[] {
    const complete: MarkedSentence[] = [];
    for (let at = 0; at < text.length; ) {
      const room = this.#isInCode ? text.length : Math.max(1, this.#longest + 1 - this.#text.length);
      const until = Math.min(text.length, at + room);
      const point = this.#lookPoints.next(text, at, until);
      const part = text.slice(at, point ?? until);
      at += part.length;
      const known = this.#text.length;
      this.#text += part;
      this.#says ||= says(this.#text, known);
      this.#mayEndCode ||= fenceMark.test(part);
      if (point !== undefined) complete.push(...this.#look());
      const isLong = this.#text.length > this.#longest && !this.#isInCode;
      if (isLong && !withinMark.test(this.#text)) {
        this.#longest = 2 * this.#text.length;
        complete.push(...this.end());
      }
    }
    return complete;
  }

  /** The sentences that are complete. */
  #look(): readonly MarkedSentence[] {
    if (this.#isInCode && !this.#mayEndCode) return [];
    this.#mayEndCode = false;
    const blocks = codeBlocks(this.#text);
    const last = blocks.at(-1);
    this.#isInCode = last?.isOpen === true && this.#text.slice(0, last.start).trim() === '';
    const complete = this.#isInCode ? [] : this.#take(this.#sentences(blocks).slice(0, -1));
    if (complete.length > 0) this.#lookPoints.hasEnded();
    return complete;
  }

  /** What is left at the end. */
  end(): readonly MarkedSentence[] {
    return this.#take(this.#sentences());
  }

  /** Hands out the first sentences of what is there, whose places count in it. */
  #take(sentences: readonly MarkedSentence[]): readonly MarkedSentence[] {
    const last = sentences.at(-1);
    if (!last) return [];
    this.#longest = maxSentence;
    const complete = sentences.map(({ start, end, text }) => ({
      start: this.#offset + start,
      end: this.#offset + end,
      text,
    }));
    this.#lineBegun = lineBefore(this.#text, last.end, this.#lineBegun).trimStart().slice(0, longestBegun);
    this.#text = this.#text.slice(last.end);
    this.#offset += last.end;
    this.#says = says(this.#text);
    return complete;
  }

  /** The sentences of what is there, whose places count in it, and so do those of its `blocks` of code. */
  #sentences(blocks?: readonly CodeBlock[]): readonly MarkedSentence[] {
    return markedSentences(this.#text, this.#language, this.#lineBegun, blocks);
  }
}
