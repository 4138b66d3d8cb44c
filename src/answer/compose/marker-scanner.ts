import { fenceBehind, mayBecomeFence } from '../../text/sentences/code-fence.ts';
import type { MarkerFormat } from './marker-formats.ts';

/** A piece of generated text: words, or a complete citation marker with the passages that it names. */
export type TextPiece = { readonly type: 'text'; readonly text: string } | Marker;

/** A citation as a model writes it. */
export interface Marker {
  readonly type: 'marker';
  /** As the model wrote it. */
  readonly raw: string;
  /** Numbers of passages, in the order named; those that were not given among them. */
  readonly passages: readonly number[];
}

/** Where code may begin or end, with a whole run of its marks, and where a marker may begin. */
const signs = /\n|`+|~+|[[【［(（\\<]/g;
const isCodeSign = /^[\n`~]/;

/** What stands at a place of what is held. */
type Found =
  | { readonly type: 'words' | 'codeSign' | 'nothing'; readonly length: number }
  | { readonly type: 'marker'; readonly length: number; readonly passages: readonly number[] };

/**
 * Finds citation markers in text that arrives in pieces. A marker is given out whole or not at all; what turns out to
 * be no marker, or stands in code, is given out as text. Where a marker is written as a link, with brackets of its own
 * maybe, its target is left out. Nothing is held back longer than a marker can be.
 *
 * However a text is cut, the same is found in it: what a sign begins is told by as few of the characters behind it as
 * tell, though more may have come.
 */
export class MarkerScanner {
  readonly #format: MarkerFormat;
  readonly #code = new CodeTracker();
  /** What has not been given out: from a sign on, as long as nothing tells what it begins. */
  #held = '';
  /** The end of what has been given out. */
  #before = '';
  #isBehindMarker = false;

  constructor(format: MarkerFormat) {
    this.#format = format;
  }

  /** What the text so far settles. */
  push(text: string): readonly TextPiece[] {
    const untold = this.#held.length;
    this.#held += text;
    return this.#settle(untold, false);
  }

  /** The rest. */
  end(): readonly TextPiece[] {
    return this.#settle(this.#held.length, true);
  }

  /** `untold`: so many characters of what is held do not tell what they begin. */
  #settle(untold: number, isEnd: boolean): readonly TextPiece[] {
    const pieces: TextPiece[] = [];
    const held = this.#held;
    let words = '';
    let at = 0;
    while (at < held.length) {
      const found = this.#findAt(at, at === 0 ? untold : 0, isEnd);
      if (!found) break;
      const { type, length } = found;
      const text = held.slice(at, at + length);
      at += length;
      this.#isBehindMarker = type === 'marker';
      if (type === 'codeSign') this.#code.sign(text);
      else if (type === 'marker') this.#code.marker(text);
      else this.#code.words(text);
      if (type === 'marker') {
        if (words !== '') pieces.push({ type: 'text', text: words });
        words = '';
        pieces.push({ type, raw: text, passages: found.passages });
      } else if (type !== 'nothing') words += text;
    }
    this.#before = this.#beforePlace(at);
    this.#held = held.slice(at);
    if (words !== '') pieces.push({ type: 'text', text: words });
    return pieces;
  }

  /** What stands at a place; undefined where what is still to come may tell. */
  #findAt(at: number, untold: number, isEnd: boolean): Found | undefined {
    const held = this.#held;
    if (this.#isBehindMarker && held.startsWith('(', at)) {
      const told = this.#told(at, untold, isTarget);
      if (told?.reading === true) return { type: 'nothing', length: told.length };
      return told || isEnd ? { type: 'words', length: 1 } : undefined;
    }
    signs.lastIndex = at;
    const sign = signs.exec(held);
    if (sign?.index !== at) return { type: 'words', length: (sign?.index ?? held.length) - at };
    const { length } = sign[0];
    if (isCodeSign.test(sign[0])) {
      // The rest of a run may come with the next piece.
      const isWhole = sign[0] === '\n' || at + length < held.length || isEnd;
      return isWhole ? { type: 'codeSign', length } : undefined;
    }
    if (this.#code.isInCode) return { type: 'words', length };
    const context = { format: this.#format, before: this.#beforePlace(at) };
    const told = this.#told(at, untold, (text) => readSign(text, context));
    if (!told) return isEnd ? { type: 'words', length } : undefined;
    if (told.reading === 'words') return { type: 'words', length };
    if (told.reading === 'nothing') return { type: 'nothing', length: told.length };
    return { type: 'marker', length: told.length, passages: told.reading };
  }

  /** The reading that as few characters from a place on have as any; undefined where none have one yet. */
  #told<T>(at: number, untold: number, read: (text: string) => T | undefined) {
    for (let length = untold + 1; at + length <= this.#held.length; length++) {
      const reading = read(this.#held.slice(at, at + length));
      if (reading !== undefined) return { reading, length };
    }
    return undefined;
  }

  #beforePlace(at: number): string {
    const before = this.#held.slice(Math.max(0, at - longestBefore), at);
    return (this.#before + before).slice(-longestBefore);
  }
}

/**
 * What a marker may stand between: brackets, those that models which write Chinese or Japanese often take instead, also
 * those of a link in a wiki or behind a backslash, as Markdown may be written; parentheses; elements of HTML.
 */
const enclosures: readonly (readonly [opening: string, closing: string])[] = [
  ['[[', ']]'],
  ['[', ']'],
  ['【', '】'],
  ['［', '］'],
  ['\\[', '\\]'],
  ['(', ')'],
  ['（', '）'],
  ['<sup>', '</sup>'],
  ['<cite>', '</cite>'],
  ['<citation>', '</citation>'],
  ['<ref>', '</ref>'],
];

/** Within others than these a number may have brackets of its own. */
const isBracket = /^\\?[[【［]/;

/** Where Gemini’s models have the words begin that a citation is for. */
const beginsCited = '[cite_start]';

/** What a raised number is no citation behind, but an exponent. */
const mayBeRaised = /[\p{L}\p{N})\]}]$/u;

/** A backslash, or the command of LaTeX whose option stands in brackets: `\sqrt[3]{x}`. */
const latexCommand = /\\[a-z]*$/i;

/** As much of what stands before a sign as tells what it is: the longest command that is told. */
const longestBefore = 24;

/** Where a marker leads that is written as a link: `[1](#dam)`. */
const linkTarget = /^\([^\s()]*[#/.:][^\s()]*\)$/;
const linkBegun = /^\([^\s()]*$/;

/** Longest target that is waited for. */
const longestTarget = 300;

/**
 * A marker, by the passages that it names; `words` of what is none, and `nothing` of what says nothing; undefined where
 * what follows may still tell.
 */
type SignReading = readonly number[] | 'words' | 'nothing' | undefined;

/** What a sign is read with. */
interface SignContext {
  readonly format: MarkerFormat;
  /** The last {@link longestBefore} characters before the sign. */
  readonly before: string;
}

/**
 * What a text is that begins with the first character of what a marker may stand between: where it is a marker, all of
 * it is. To be asked of one character, then of one more at a time until they tell.
 */
function readSign(text: string, { format, before }: SignContext): SignReading {
  if (text === beginsCited) return 'nothing';
  // What formulas hold in brackets counts something else.
  if (text.startsWith('[') && latexCommand.test(before)) return 'words';
  const [opening, closing] = enclosures.find(([sign]) => text.startsWith(sign)) ?? [];
  if (opening === undefined || closing === undefined)
    return enclosures.some(([sign]) => sign.startsWith(text)) ? undefined : 'words';
  const written = text.slice(opening.length);
  const inner = written.slice(0, closedAt(written, opening, closing));
  const behind = written.slice(inner.length);
  if (!closing.startsWith(behind) || !mayStand(inner, opening, { format, before })) return 'words';
  const plain = isBracket.test(opening) ? inner : withoutBrackets(inner);
  if (behind === closing) return format.read(plain) ?? 'words';
  const mayGoOn = inner.length + 1 < format.maxLength && format.mayBegin(plain);
  return mayGoOn || beginsCited.startsWith(text) ? undefined : 'words';
}

/** Whether a text behind a marker is the target of a link, all of it; undefined where what follows may still tell. */
function isTarget(text: string): boolean | undefined {
  return linkBegun.test(text) && text.length < longestTarget ? undefined : linkTarget.test(text);
}

/**
 * Whether a citation may be written so, as far as it has come. Numbers alone count something in parentheses, or are
 * those of items, and are exponents where they are raised behind a word.
 */
function mayStand(inner: string, opening: string, { format, before }: SignContext): boolean {
  if (/^[(（]/.test(opening)) return format.mayBeInParentheses && /^(?:\p{L}.*)?$/u.test(inner);
  return !opening.startsWith('<') || /^\s*(?:$|[[(【])/.test(inner) || !mayBeRaised.test(before);
}

/** Where what a sign opens is closed, or its end; what the same sign opens within it has a closing of its own. */
function closedAt(written: string, opening: string, closing: string): number {
  let open = 1;
  let at = 0;
  for (; at < written.length; at++) {
    if (written[at] === opening) open += 1;
    else if (written[at] === closing[0]) open -= 1;
    if (open === 0) break;
  }
  return at;
}

/** What is written between brackets, without others in it. */
function withoutBrackets(written: string): string {
  return written
    .trim()
    .replace(/[\]】]\s*,?\s*[[【]/g, ', ')
    .replace(/[[【\]】]/g, '')
    .replace(/^\((.*?)\)?$/, '$1')
    .replace(/,\s*$/, '');
}

/** Of a line that may be a fence no more words are kept; a backtick still tells that it is none. */
const longestFence = 200;

/**
 * Tells whether a place in Markdown that arrives piece by piece is code: between fences, or between equal runs of
 * backticks on one line (CommonMark 0.31, sections 4.5 and 6.1).
 */
class CodeTracker {
  /** That of the block of code which the line begins in. */
  #fence: string | undefined;
  /** The line so far, where it may be a fence. */
  #line = '';
  /** The run of backticks that code within the line began with. */
  #run: string | undefined;

  /** Whether what comes now is code. */
  get isInCode(): boolean {
    return this.#run !== undefined || fenceBehind(this.#line, this.#fence) !== undefined;
  }

  /** Takes words without backticks, tildes and line breaks. */
  words(text: string): void {
    const isKept = this.#line.length < longestFence || text.startsWith('`');
    if (isKept && mayBecomeFence(this.#line)) this.#line += text;
  }

  /** Takes a marker that stands in no code. Behind a fence it ends the line: whatever follows, the code is over. */
  marker(text: string): void {
    if (this.#fence === undefined) this.words(text);
    else this.sign('\n');
  }

  /** Takes a line break, or a whole run of backticks or tildes. */
  sign(sign: string): void {
    if (sign === '\n') {
      this.#fence = fenceBehind(this.#line, this.#fence);
      this.#line = '';
      // A backtick that nothing closes on its line stands for itself.
      this.#run = undefined;
      return;
    }
    this.words(sign);
    if (this.#fence !== undefined || sign.startsWith('~')) return;
    if (this.#run === undefined) this.#run = sign;
    else if (this.#run === sign) this.#run = undefined;
  }
}
