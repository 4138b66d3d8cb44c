import { type CodeBlock, codeBlocks } from '../../text/sentences/code-fence.ts';
import { formulasOnOwnLines } from '../../text/sentences/formula.ts';
import { itemMark, type Place } from '../../text/sentences/note-marks.ts';
import { type Sentence, sentences } from '../../text/sentences/sentences.ts';
import { wordCharacter } from '../../text/words.ts';
import { sourceLabel } from '../verify/label.ts';

/** A sentence of an answer: `[start, end)` of its text. A block of code is one, with its fences; so is a formula. */
export interface MarkedSentence {
  readonly start: number;
  readonly end: number;
  /** What it says: that of code without the fences. */
  readonly text: string;
}

/** Footnote marks next to each other. What goes before the first is looked through once, from where it begins. */
const runOfMarks = /(?<![ \t])[ \t]*\[\d+\](?:[ \t]*(?:[,;][ \t]*)?\[\d+\])*/g;

/** What stands before the words of a line: the marks of quotations and items, and a dash. */
const lineStart = String.raw`^[\s>]*(?:${itemMark}|[–—]\s+)?`;
const beginsLine = new RegExp(`${lineStart}$`, 'u');
/** Whether a line begins with a footnote mark. */
const beginsWithMark = new RegExp(String.raw`${lineStart}\[\d+\]`, 'u');
/** A word, or a number that is no mark. */
const said = /\p{L}|(?<![[\p{N}])\p{N}/gu;
const wordsInLine = new RegExp(`^.*(?:${said.source})`, 'u');

/** Behind marks: what else the line ends with, where the next one goes on with no word of the same sentence. */
const endsLine = /^[.!?…。！？)*_"“”’«»]*(?=[ \t]*\r?\n(?!\s*\p{Ll}(?!\))))/u;

/** Behind marks: what ends bold or slanted words that they stand within. */
const endsEmphasis = /^[*_]{1,3}(?=\s|$)/;

/** A line that ends as “It is high. — Source:” does: what marks behind that name is what stands before it. */
const endsWithColon = /[:：][*_]*\s*$/;
const endsWithLabel = new RegExp(sourceLabel, 'iu');

/** What marks that a sentence begins with are read as: a word that begins sentences. */
const firstWord = 'A';

/** A sentence, with the marks that close with it: in German “ does, which begins a quotation in English. */
export const endsSentence = /[.!?…。！？।؟]["'“”‘’«»‹›)*_\]」』）]*\s*$/u;

/** Behind marks: a stop ends what stands before them, be it on the line above, as a formula. */
const isStopped = /^[.。]/u;

/** What another line of an answer stands behind that is written as footnotes of Markdown: nothing, or such a line. */
const behindFootnote = /^\s*$|(?:^|\n)\[.*\s*$/;

/**
 * The sentences of a part of an answer with their footnote marks, in order. Marks between two sentences belong to the
 * one before them; but those that a line begins with, and further ones in such a line, to the words behind them. A line
 * that ends with marks ends a sentence, unless the next goes on in lower case.
 *
 * @param lineBegun What stands before the part on its first line.
 * @param blocks Of code in it.
 */
export function markedSentences(
  text: string,
  language: string,
  lineBegun: string,
  blocks: readonly CodeBlock[] = codeBlocks(text),
): readonly MarkedSentence[] {
  const isInCode = (place: number) => blocks.some(({ start, end }) => start <= place && place < end);
  const found = marksBetween(text, lineBegun).filter(({ start }) => !isInCode(start));
  const formulas = formulasOnOwnLines(text).filter(({ start }) => !isInCode(start));
  const spans = wholeSentences(sentences(withReadings(text, found), language), blocks, formulas).filter(
    ({ start, end, code }) => code !== undefined || says(text.slice(start, end)),
  );
  for (const { start: place, end, isOfNext } of found) {
    const before = isOfNext ? undefined : spans.findLast(({ start }) => start < place);
    if (before) before.end = Math.max(before.end, end);
  }
  return spans.map(({ start, end, code }) => ({ start, end, text: code ?? text.slice(start, end) }));
}

/** Whether a text has words, or numbers that are no marks, from a place on. */
export function says(text: string, from = 0): boolean {
  said.lastIndex = from;
  return said.test(text);
}

/** Whether a mark that comes behind these words of its line, and before others, belongs to those that follow. */
function belongsToNext(line: string): boolean {
  return beginsLine.test(line) || (beginsWithMark.test(line) && /\s$/.test(line) && endsSentence.test(line));
}

/** What stands on the line before a place of a part of an answer. */
function lineBefore(text: string, place: number, lineBegun: string): string {
  const before = text.slice(0, place);
  const at = before.lastIndexOf('\n');
  return (at < 0 ? lineBegun : '') + before.slice(at + 1);
}

/** Marks that stand between sentences, maybe, with what ends a line behind them. */
interface MarksBetween {
  /** `[start, end)` of the text. */
  readonly start: number;
  readonly end: number;
  readonly isOfNext: boolean;
  /** What stands for them where sentences are told apart: a bracket behind a stop would count as closing with it. */
  readonly reading: string;
}

function marksBetween(text: string, lineBegun: string): readonly MarksBetween[] {
  const found: MarksBetween[] = [];
  for (const { 0: marks, index: start } of text.matchAll(runOfMarks)) {
    const end = start + marks.length;
    const gap = marks.slice(0, marks.indexOf('['));
    const line = lineBefore(text, start, lineBegun) + gap;
    const behind = text.slice(end);
    const ending = endsLine.exec(behind)?.[0];
    if (ending !== undefined && !beginsLine.test(line)) {
      const reading = `${ending}${' '.repeat(marks.length - 1)}\n`;
      found.push({ start, end: end + ending.length, isOfNext: false, reading });
    } else if (beginsLine.test(line) || endsSentence.test(line)) {
      // The list of its sources that an answer without marks ends with says where the words before it are from.
      const isOfList = behind.startsWith(':') && !behindFootnote.test(lineBegun + text.slice(0, start));
      const isOfNext =
        !isOfList && !isStopped.test(behind) && belongsToNext(line) && wordsInLine.test(behind);
      const closing = (!isOfNext && endsEmphasis.exec(behind)?.[0]) || '';
      const reading = (isOfNext ? gap + firstWord : closing).padEnd(marks.length + closing.length);
      found.push({ start, end: end + closing.length, isOfNext, reading });
    } else if (endsWithColon.test(line) && line.search(endsWithLabel) > 0)
      found.push({ start, end, isOfNext: false, reading: '.'.padEnd(marks.length) });
  }
  return found;
}

function withReadings(text: string, found: readonly MarksBetween[]): string {
  let read = '';
  let at = 0;
  for (const { start, end, reading } of found) {
    read += text.slice(at, start) + reading;
    at = end;
  }
  return read + text.slice(at);
}

/** Sentences, blocks of code and formulas as a whole. */
function wholeSentences(
  found: readonly Sentence[],
  blocks: readonly CodeBlock[],
  formulas: readonly Place[],
) {
  const spans: { start: number; end: number; code?: string }[] = [];
  for (const { start, end, kind } of found) {
    const last = spans.at(-1);
    const block = kind === 'code' && blocks.find((one) => one.start < start && end <= one.end);
    const within = formulas.find((one) => one.start <= start && start < one.end);
    if (block) {
      if (last?.start !== block.start) spans.push({ ...block });
    } else if (last && within && last.start >= within.start) last.end = end;
    else spans.push({ start, end });
  }
  return spans;
}

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

/** Marks that may end a sentence. */
const endMark = /[.!?…。！？।؟:;\n]/g;

const digit = /\d/;

/**
 * Finds where in a growing text it is worth a look whether a sentence has ended: where the first word begins behind a
 * mark that may end one, footnote marks in between aside, and where that word is whole, from where on nothing changes
 * it. However the text is cut, these are the same places.
 */
class LookPoints {
  #stage: 'within' | 'behindEnd' | 'inMark' | 'inNumberOfMark' | 'inFirstWord' = 'within';

  /** The place of `text[from, to)` behind the first character to look behind; undefined where there is none. */
  next(text: string, from: number, to: number): number | undefined {
    for (let at = from; at < to; at++) {
      if (this.#stage === 'within') {
        endMark.lastIndex = at;
        at = endMark.exec(text)?.index ?? to;
        if (at < to) this.#stage = 'behindEnd';
      } else if (this.#takes(text.charAt(at))) return at + 1;
    }
    return undefined;
  }

  /** A sentence was found to end where it was looked last: a word that begins there is the first of another. */
  hasEnded(): void {
    if (this.#stage === 'inFirstWord') this.#stage = 'within';
  }

  /** Whether to look behind this character, which follows an end. */
  #takes(character: string): boolean {
    const stage = this.#stage;
    const isNumber = stage === 'inNumberOfMark';
    if (isNumber && character === ']') this.#stage = 'behindEnd';
    else if ((isNumber || stage === 'inMark') && digit.test(character)) this.#stage = 'inNumberOfMark';
    else {
      const isOfWord = wordCharacter.test(character);
      if (stage === 'inFirstWord' && isOfWord) return false;
      // What no bracket closes was no mark but a word.
      const isBehindWord = stage === 'inFirstWord' || isNumber;
      if (isOfWord) this.#stage = 'inFirstWord';
      else if (isBehindWord) this.#stage = character.search(endMark) < 0 ? 'within' : 'behindEnd';
      else this.#stage = character === '[' ? 'inMark' : 'behindEnd';
      return isOfWord || isBehindWord;
    }
    return false;
  }
}
