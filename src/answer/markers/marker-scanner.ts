import { CodeTracker } from './code-tracker.ts';
import type { MarkerFormat } from './marker-format.ts';

/** A piece of generated text: words, or a complete citation marker with the passages that it names. */
export type TextPiece = { readonly type: 'text'; readonly text: string } | Marker;

/** A citation as a model writes it. */
interface Marker {
  readonly type: 'marker';
  /** As the model wrote it. */
  readonly raw: string;
  /** Numbers of passages, in the order named; those that were not given among them. */
  readonly passages: readonly number[];
}

/** What a marker begins with, and its end: models that write Chinese or Japanese often take the brackets of these. */
const brackets: Readonly<Record<string, string>> = { '[': ']', '【': '】', '［': '］' };

/** Elements of HTML that some models put a citation into. */
const elements = /^<(?<name>sup|cite|citation|ref)>$/;

/** What a sign begins with that the next piece may complete. */
const begunSign = /(?:\\|<[a-z]{0,8})$/;

/** What a raised number is no citation behind, but an exponent. */
const mayBeRaised = /[\p{L}\p{N})\]}]$/u;

/** A command of LaTeX, whose option stands in brackets: `\sqrt[3]{x}`. */
const latexCommand = /\\[a-z]+$/i;

/** Longest command that is told. */
const longestCommand = 24;

/** Where a marker leads that is written as a link: `[1](#dam)`. */
const linkTarget = /^\([^\s()]*[#/.:][^\s()]*\)/;
const linkBegun = /^\([^\s()]*$/;

/** Longest target that is waited for. */
const longestTarget = 300;

/**
 * Finds citation markers in text that arrives in pieces. A marker is given out whole or not at all, however it was
 * cut; what turns out to be no marker, or stands in code, is given out as text. Where a marker is written as a link,
 * with brackets of its own maybe, its target is left out. Nothing is held back longer than a marker can be.
 */
export class MarkerScanner {
  readonly #format: MarkerFormat;
  readonly #code = new CodeTracker();
  #held = '';
  /** The end of what has been given out. */
  #before = '';
  #isBehindMarker = false;

  constructor(format: MarkerFormat) {
    this.#format = format;
  }

  /** What the text so far settles. */
  push(text: string): readonly TextPiece[] {
    this.#held += text;
    return this.#settle(false);
  }

  /** The rest. */
  end(): readonly TextPiece[] {
    return this.#settle(true);
  }

  #settle(isEnd: boolean): readonly TextPiece[] {
    const pieces: TextPiece[] = [];
    let words = '';
    let at = 0;
    const held = this.#held;
    for (;;) {
      const target = this.#isBehindMarker ? this.#targetAt(at, isEnd) : 0;
      if (target === 'unfinished') break;
      at += target;
      this.#isBehindMarker &&= target === 0 && at === held.length;
      const [next, sign] = nextSign(held, at);
      words += held.slice(at, next);
      this.#code.words(held.slice(at, next));
      at = next;
      // The rest of a run may come with the next piece.
      if (sign === '' || (isRun(sign) && at + sign.length === held.length && !isEnd)) break;
      if (begunSign.test(sign) && !isEnd) break;
      const marker = this.#begunBy(sign, at, isEnd);
      if (marker === 'unfinished') break;
      if (marker) {
        if (words !== '') pieces.push({ type: 'text', text: words });
        words = '';
        pieces.push(marker);
        this.#isBehindMarker = true;
      } else {
        words += sign;
        this.#passSign(sign);
      }
      at += marker?.raw.length ?? sign.length;
    }
    this.#before = (this.#before + held.slice(0, at)).slice(-longestCommand);
    this.#held = held.slice(at);
    if (words !== '') pieces.push({ type: 'text', text: words });
    return pieces;
  }

  /** The marker that a sign at a place of what is held begins; undefined where none does. */
  #begunBy(sign: string, at: number, isEnd: boolean): Marker | 'unfinished' | undefined {
    if (this.#code.isInCode) return undefined;
    const element = elements.exec(sign)?.groups?.['name'];
    if (element !== undefined) return this.#elementAt(at, element, isEnd);
    if (sign.length > 1 && sign.startsWith('\\')) return this.#escapedAt(at, isEnd);
    return sign in brackets ? this.#markerAt(at, isEnd) : undefined;
  }

  /** The marker within an element, with brackets of its own or, where it is no exponent, without. */
  #elementAt(at: number, name: string, isEnd: boolean): Marker | 'unfinished' | undefined {
    const from = at + name.length + 2;
    const end = this.#held.indexOf(`</${name}>`, from);
    const inner = this.#held.slice(from, end < 0 ? undefined : end).trim();
    const numbers = inner
      .replace(/^[[(【]|(?:[\])】]\s*)?(?:<\/?[a-z]*)?$/g, '')
      .replace(/\]\s*,?\s*\[/g, ', ');
    const isBracketed = /^[[(【]/.test(inner) || inner === '';
    if (!isBracketed && mayBeRaised.test(this.#before + this.#held.slice(0, at))) return undefined;
    if (end < 0) return !isEnd && this.#mayBegin(numbers) ? 'unfinished' : undefined;
    const passages = this.#read(numbers);
    return passages && { type: 'marker', raw: this.#held.slice(at, end + name.length + 3), passages };
  }

  /** The marker between brackets that have a backslash before them, as Markdown may be written: `\\[1\\]`. */
  #escapedAt(at: number, isEnd: boolean): Marker | 'unfinished' | undefined {
    const from = at + 2;
    const end = this.#held.indexOf('\\]', from);
    const inner = this.#held.slice(from, end < 0 ? undefined : end).replace(/\\$/, '');
    if (end < 0) return !isEnd && this.#mayBegin(inner) ? 'unfinished' : undefined;
    const passages = this.#read(inner);
    return passages && { type: 'marker', raw: this.#held.slice(at, end + 2), passages };
  }

  /** The marker that begins with the bracket at a place of what is held; undefined where none does. */
  #markerAt(open: number, isEnd: boolean): Marker | 'unfinished' | undefined {
    // What formulas hold in brackets counts something else.
    if (this.#isOption(open)) return undefined;
    if (this.#held.startsWith('[[', open) && !this.#held.startsWith('[[[', open))
      return this.#linkAt(open, isEnd);
    const close = this.#held.indexOf(brackets[this.#held.charAt(open)] ?? ']', open);
    if (close < 0) {
      const begun = this.#held.slice(open + 1);
      return !isEnd && this.#mayBegin(begun) ? 'unfinished' : undefined;
    }
    const passages = this.#read(this.#held.slice(open + 1, close));
    return passages && { type: 'marker', raw: this.#held.slice(open, close + 1), passages };
  }

  /** The marker within the two brackets at a place of what is held, both of which it takes with it. */
  #linkAt(open: number, isEnd: boolean): Marker | 'unfinished' | undefined {
    const inner = this.#markerAt(open + 1, isEnd);
    if (inner === undefined || inner === 'unfinished') return inner;
    const close = open + 1 + inner.raw.length;
    if (close === this.#held.length && !isEnd) return 'unfinished';
    return this.#held[close] === ']' ? { ...inner, raw: this.#held.slice(open, close + 1) } : undefined;
  }

  /** How long the target of a link is that stands at a place of what is held. */
  #targetAt(at: number, isEnd: boolean): number | 'unfinished' {
    const rest = this.#held.slice(at, at + longestTarget);
    if (!isEnd && rest.length < longestTarget && linkBegun.test(rest)) return 'unfinished';
    return linkTarget.exec(rest)?.[0].length ?? 0;
  }

  /** Whether the bracket at a place of what is held is that of a command of LaTeX. */
  #isOption(open: number): boolean {
    return latexCommand.test((this.#before + this.#held.slice(0, open)).slice(-longestCommand));
  }

  #passSign(sign: string): void {
    if (sign === '\n') this.#code.endLine();
    else if (isRun(sign)) this.#code.run(sign);
    else this.#code.words(sign);
  }

  #mayBegin(text: string): boolean {
    return text.length + 1 < this.#format.maxLength && this.#format.mayBegin(text);
  }

  #read(written: string): readonly number[] | undefined {
    // What would not have been waited for is no marker either when it comes in one piece.
    return this.#mayBegin(written) ? this.#format.read(written) : undefined;
  }
}

/** Whether it is a run of the marks that code stands between. */
function isRun(sign: string): boolean {
  return sign.startsWith('`') || sign.startsWith('~');
}

/**
 * The next sign that a marker or code may begin or end with, and where it stands; the end of the text where there is
 * none.
 */
function nextSign(text: string, start: number): readonly [at: number, sign: string] {
  const signs = /\\?[[【［]|\n|`+|~+|<(?:sup|cite|citation|ref)>|(?:\\|<[a-z]{0,8})$/g;
  signs.lastIndex = start;
  const found = signs.exec(text);
  return found ? [found.index, found[0]] : [text.length, ''];
}
