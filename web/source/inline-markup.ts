import { formulaOf, formulaPattern, formulasIn } from './formula.ts';

/**
 * A stretch of text within a block and how it is set. `mark` is punctuation that only means formatting, `formula` TeX
 * with its delimiters, `space` the white space behind a block.
 */
export interface InlinePiece {
  readonly start: number;
  readonly end: number;
  readonly kind: 'text' | 'strong' | 'emphasis' | 'code' | 'formula' | 'mark' | 'space';
}

// Every alternative is bounded and starts with its own character, so that hostile text costs linear time.
const marks =
  /(?<strong>\*\*(?=[^\s*])[^*\n]{1,400}\*\*)|(?<emphasis>(?<![*\w])\*(?=[^\s*])[^*\n]{1,400}(?<=[^\s*])\*(?![*\w]))|(?<code>(?<!`)(?<ticks>`{1,9})(?!`)[^\n]{1,400}?(?<!`)\k<ticks>(?!`))|(?<highlight>(?<![\w=])==(?=[^\s=])[^=\n]{1,400}(?<=\S)==(?![\w=]))|(?<page>!?\[\[(?<target>[^[\]|\n]{0,400}\|)?[^[\]|\n]{1,400}\]\])|(?<link>!?\[[^\]\n]{1,400}\]\([^()\s]{1,400}\))/;

const markup = new RegExp(`${marks.source}|(?<formula>${formulaPattern})`, 'g');

/**
 * Cuts `[start, end)` of a text into pieces by the common inline marks of Markdown: `**strong**`, `*emphasis*`,
 * code, links, and formulas, and those of notes: `[[Page|words]]`, `==highlight==`. The pieces follow one another
 * without a gap, so that joining them gives the text back.
 */
export function inlineMarkup(text: string, start = 0, end = text.length): readonly InlinePiece[] {
  const pieces: InlinePiece[] = [];
  let position = start;
  const add = (to: number, kind: InlinePiece['kind']) => {
    if (to > position) pieces.push({ start: position, end: to, kind });
    position = Math.max(position, to);
  };
  for (const match of text.slice(start, end).matchAll(markup)) {
    const { strong, emphasis, highlight, page, target = '', link, ticks, code, formula } = match.groups ?? {};
    if (formula && !formulaOf(formula)) continue;
    const from = start + match.index;
    const to = from + match[0].length;
    add(from, 'text');
    if (formula) {
      add(to, 'formula');
    } else if (page) {
      add(from + page.indexOf('[[') + '[['.length + target.length, 'mark');
      add(to - ']]'.length, 'text');
      add(to, 'mark');
    } else if (link) {
      add(from + link.indexOf('[') + 1, 'mark');
      add(from + link.indexOf(']('), 'text');
      add(to, 'mark');
    } else {
      const width = code ? codeMarkWidth(code, ticks) : emphasis ? 1 : 2;
      add(from + width, 'mark');
      const kind = strong || highlight ? 'strong' : emphasis ? 'emphasis' : 'code';
      const content = text.slice(position, to - width);
      for (const within of kind === 'code' ? [] : formulasIn(content)) {
        add(from + width + within.start, kind);
        add(from + width + within.end, 'formula');
      }
      add(to - width, kind);
      add(to, 'mark');
    }
  }
  add(end, 'text');
  return pieces;
}

/** The part of a piece that lies within `[start, end)`. A part of a formula is its source. */
export function pieceWithin(piece: InlinePiece, start: number, end: number): InlinePiece {
  const isWhole = start <= piece.start && end >= piece.end;
  return {
    start: Math.max(start, piece.start),
    end: Math.min(end, piece.end),
    kind: piece.kind === 'formula' && !isWhole ? 'text' : piece.kind,
  };
}

/** Ticks on one side of code, with the space that lets code begin or end with a tick of its own. */
function codeMarkWidth(code: string, ticks = '`'): number {
  const content = code.slice(ticks.length, -ticks.length);
  return /^ .*\S.* $/.test(content) ? ticks.length + 1 : ticks.length;
}
