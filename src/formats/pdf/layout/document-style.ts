import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../files/package-root.ts';
import type { Fragment, Line, PageText } from './lines.ts';

/** What must be known of the whole document to read a line of it. */
export interface DocumentStyle {
  /** Font size of most of the text, and whether most of it is bold or in a fixed pitch. */
  readonly bodySize: number;
  readonly isBodyBold: boolean;
  readonly isBodyMonospaced: boolean;
  readonly words: KnownWords;
}

/** Larger than the body by this factor: a heading. */
export const headingFactor = 1.15;

/** Smaller than the body by this factor: small print, such as footnotes, imprints and the letters of figures. */
export const smallFactor = 1.08;

/** What most of the characters on these pages look like, `furniture` aside; `words` are those of the document. */
export function documentStyle(
  pages: readonly PageText[],
  furniture: ReadonlySet<Fragment>,
  words: KnownWords,
): DocumentStyle {
  const bySize = new Map<number, number>();
  let all = 0;
  let bold = 0;
  let monospaced = 0;
  for (const fragment of pages.flatMap(({ sheets }) => sheets.flatMap(({ fragments }) => fragments))) {
    if (furniture.has(fragment)) continue;
    const { text, size, isBold, isMonospaced } = fragment;
    const half = Math.round(size * 2) / 2;
    bySize.set(half, (bySize.get(half) ?? 0) + text.length);
    all += text.length;
    if (isBold) bold += text.length;
    if (isMonospaced) monospaced += text.length;
  }
  const [bodySize] = [...bySize].reduce((most, each) => (each[1] > most[1] ? each : most), [10, 0]);
  return { bodySize, isBodyBold: bold > all / 2, isBodyMonospaced: monospaced > all / 2, words };
}

/** Whether a line is larger than the body. */
export function isLarge(line: Line, { bodySize }: DocumentStyle): boolean {
  return line.size > headingFactor * bodySize;
}

/** Whether a line is smaller than the body. */
export function isSmall(line: Line, { bodySize }: DocumentStyle): boolean {
  return line.size * smallFactor < bodySize;
}

/** Whether a line stands out from the body as headings do: by its size or its weight. */
export function standsOut(line: Line, style: DocumentStyle): boolean {
  return isLarge(line, style) || (line.isBold && !style.isBodyBold && line.size >= 0.9 * style.bodySize);
}

/** Whether a line is code in a document that is not all set like code. */
export function isCode(line: Line, { isBodyMonospaced }: DocumentStyle): boolean {
  return line.isMonospaced && !isBodyMonospaced;
}

/** Words are learnt up to this many different ones. */
const maxWords = 200_000;

/** No broken word is longer. */
const maxWordLength = 60;

/** A shorter end is one of a word, and a shorter beginning too. */
const minPart = 3;

/** A beginning that is a longer word by itself is seldom that of another word. */
const maxSyllable = 5;

/** Scripts that part no words: their lines go on without a space. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff0f\uff1a-\uff1f]$/u;
const unspacedStart =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff0f\uff1a-\uff1f]/u;

const wholeWords = /\p{L}+(?:-\p{L}+)*(?!\p{L}|[-\u00ad]?$)/gu;

/** A word and a space before another that may be its end: in small letters, or all of both in capitals. */
const beforeEnd = /(?<![\p{L}-])(?:(\p{Lu}+) (?=(\p{Lu}+)(?![\p{L}-]))|(\p{L}+) (?=(\p{Ll}+)(?![\p{L}-])))/gu;

/** A document is English where so many of its longer words are common ones, of so many looked at. */
const minCommon = 0.7;
const minLooked = 20;
const maxLooked = 300;

/** What makes one word with what follows, as a rule: `overturn`, `microfilm`. */
const prefixes = new Set(
  (
    'after anti auto back bi bio by co contra counter cyber de dis down electro ever fore geo hydro hyper hypo in infra ' +
    'inter intra kilo macro mega meta micro mid milli mini mis mono multi nano neo neuro non off on out over para photo ' +
    'physio poly post pre pro proto pseudo psycho re semi socio some sub super tele thermo through trans tri ultra un ' +
    'under uni up with'
  ).split(' '),
);

/** Common English words: those that the shipped embedding model knows whole. Read when they are first asked for. */
let commonWords: ReadonlySet<string> | undefined;

function readCommonWords(): ReadonlySet<string> {
  const file = join(packageRoot, 'models', 'all-MiniLM-L6-v2', 'tokenizer.json');
  const { model } = JSON.parse(readFileSync(file, 'utf8')) as { model: { vocab: Record<string, number> } };
  return new Set(Object.keys(model.vocab).filter((word) => /^[a-z]+$/.test(word)));
}

/** A document's words: they tell whether a hyphen at the end of a line breaks a word or is a compound's own. */
export class KnownWords {
  /** How often each comes. */
  readonly #words = new Map<string, number>();
  /** The first parts of its compounds. */
  readonly #heads = new Set<string>();
  #isEnglish: boolean | undefined;

  /** Learns the words within a line, compounds whole; what stands at its end may be broken and is left out. */
  learn(line: string): void {
    if (this.#words.size >= maxWords) return;
    for (const word of line.toLowerCase().match(wholeWords) ?? []) {
      this.#words.set(word, this.#count(word) + 1);
      const headEnd = word.indexOf('-');
      if (headEnd !== -1) this.#heads.add(word.slice(0, headEnd));
    }
  }

  /** A heading without the spaces that a program left within words: `OVERVI EW`, `Busines s`. */
  mended(heading: string): string {
    return heading.replace(beforeEnd, (whole: string, ...found: (string | undefined)[]) => {
      const [first = found[2] ?? '', rest = found[3] ?? ''] = found;
      return this.#isTorn(first.toLowerCase(), rest.toLowerCase()) ? first : whole;
    });
  }

  /** Two that come as one word far more often than each by itself; a letter by itself says nothing. */
  #isTorn(first: string, rest: string): boolean {
    const whole = this.#count(first + rest);
    const isRare = (part: string) => 2 * this.#count(part) <= whole;
    return whole > 1 && isRare(first) && (rest.length === 1 || isRare(rest));
  }

  #count(word: string): number {
    return this.#words.get(word) ?? 0;
  }

  /** The text of two lines as one: a word that is broken at the line's end becomes whole again. */
  join(before: string, after: string): string {
    const end = before.slice(-maxWordLength);
    if (unspaced.test(end) && unspacedStart.test(after)) return before + after;
    if (!/[-\u00ad\u2010–—/]$/.test(end)) return `${before} ${after}`;
    if (end.endsWith('\u00ad')) return before.slice(0, -1) + after;
    const [, parts = '', first] = /(?<![-\p{L}])((?:\p{L}+-)*)(\p{L}+)[-\u2010]$/u.exec(end) ?? [];
    if (first === undefined) return /[\p{L}\d].$/u.test(end) ? before + after : `${before} ${after}`;
    const rest = /^\p{L}+-?/u.exec(after)?.[0] ?? '';
    const isBreak = /^\p{Ll}/u.test(rest) && /\p{Ll}$|^\p{L}$/u.test(first);
    const isOne =
      parts === '' ? !this.#isCompound(first.toLowerCase(), rest) : this.#endsCompound(parts, first + rest);
    return isBreak && isOne ? before.slice(0, -1) + after : before + after;
  }

  /** Whether the document has a word behind these parts of a compound, or by itself. */
  #endsCompound(parts: string, word: string): boolean {
    return [parts + word, word].some((known) => this.#words.has(known.toLowerCase()));
  }

  /**
   * A word that the document writes with a hyphen; two words of it, or one and a further part of a compound, each of
   * three letters and more, that it never writes as one, where the first may also be that of other compounds; or a word
   * longer than syllables are, and an end; or two common words that are none together.
   */
  #isCompound(first: string, rest: string): boolean {
    const words = this.#words;
    if (words.has(`${first}-${rest}`)) return true;
    const areLong = rest.length >= minPart && first.length >= minPart;
    // The end of a broken word was learnt once, from the beginning of its line.
    const isEndKnown = rest.endsWith('-') || this.#count(rest) > 1;
    const areWords = isEndKnown
      ? words.has(first) || this.#heads.has(first)
      : words.has(first) && first.length > maxSyllable;
    const isWhole = words.has(first + rest.replace('-', ''));
    return areLong && !isWhole && (areWords || this.#areCommon(first, rest.replace('-', '')));
  }

  /** `well` and `known` in an English document: no word is broken there, and there is no `wellknown`. */
  #areCommon(first: string, rest: string): boolean {
    if (prefixes.has(first) || !/^[a-z]+$/.test(first + rest)) return false;
    const common = (commonWords ??= readCommonWords());
    if (!common.has(first) || !common.has(rest) || rest.length <= minPart || common.has(first + rest))
      return false;
    return (this.#isEnglish ??= this.#isMostly(common));
  }

  #isMostly(common: ReadonlySet<string>): boolean {
    const looked = [...this.#words.keys()].filter((word) => /^[^-]{4,}$/.test(word)).slice(0, maxLooked);
    return (
      looked.length >= minLooked &&
      looked.filter((word) => common.has(word)).length >= minCommon * looked.length
    );
  }
}

/** The width of a character of a fixed pitch in font sizes. */
const pitch = 0.6;

const maxIndent = 400;

/** Baselines further apart than this many font sizes have a blank line between them. */
const maxLeading = 1.7;

/** How a line that only code has ends, or begins and ends. */
const codeLine = /[{};]$|^[)}\]]+,?$/;

/** The lines of a fixed pitch that are code, and not words or figures in columns. */
export function codeLines(lines: readonly Line[], style: DocumentStyle): ReadonlySet<Line> {
  const code = new Set<Line>();
  for (let start = 0; start < lines.length; start += 1) {
    let end = start;
    while (end < lines.length && isCode(lines[end] as Line, style)) end += 1;
    const run = lines.slice(start, end);
    if (run.some(({ text }) => codeLine.test(text))) for (const line of run) code.add(line);
    start = end;
  }
  return code;
}

/**
 * Pieces of a page with those of code that follow each other as one, whatever space is between them. `linesOfCode`: the
 * lines of a piece that is code; `toPiece` makes one of such lines.
 */
export function withWholeCode<Piece>(
  pieces: readonly Piece[],
  linesOfCode: (piece: Piece) => readonly Line[] | undefined,
  toPiece: (lines: readonly Line[]) => Piece,
): readonly Piece[] {
  const whole: Piece[] = [];
  let code: Line[] | undefined;
  for (const piece of pieces) {
    const lines = linesOfCode(piece);
    if (lines && code) code.push(...lines);
    else {
      code = lines && [...lines];
      whole.push(code ? toPiece(code) : piece);
    }
  }
  return whole;
}

/** Lines of a fixed pitch with their indent and gaps as spaces, and a blank line for each space between them. */
export function codeText(lines: readonly Line[]): string {
  const left = Math.min(...lines.map((line) => line.left));
  return lines
    .map(({ fragments, baseline, size }, index) => {
      const above = lines[index - 1];
      const isApart = above !== undefined && baseline - above.baseline > maxLeading * size;
      let text = '';
      for (const fragment of fragments) {
        const column = Math.round((fragment.left - left) / (pitch * fragment.size));
        const separator = text === '' ? '' : ' ';
        text = (text + separator).padEnd(Math.min(column, maxIndent), ' ') + fragment.text;
      }
      return isApart ? `\n${text}` : text;
    })
    .join('\n');
}
