import { formulaOf, formulaPattern } from '../../src/text/sentences/formula.ts';

/**
 * A stretch of text within a block and how it is set. `mark` is punctuation that only means formatting, `formula` TeX
 * with its delimiters, `label` the name of what follows, `space` the white space behind a block.
 */
export interface InlinePiece {
  readonly start: number;
  readonly end: number;
  readonly kind: 'text' | 'strong' | 'emphasis' | 'struck' | 'code' | 'formula' | 'label' | 'mark' | 'space';
}

/** How the words of each mark are set; those of a link and of a page as the words around it. */
const kinds: Readonly<Record<string, InlinePiece['kind'] | undefined>> = {
  strong: 'strong',
  underlined: 'strong',
  emphasis: 'emphasis',
  underscored: 'emphasis',
  code: 'code',
  highlight: 'strong',
  struck: 'struck',
  page: undefined,
  link: undefined,
  address: undefined,
  escaped: undefined,
  formula: 'formula',
};

// Every alternative is bounded and starts with its own character, so that hostile text costs linear time.
const marks = [
  /\*\*(?=[^\s*])(?<strong>[^*\n]{1,400})\*\*/,
  /(?<![*\w])\*(?=[^\s*])(?<emphasis>[^*\n]{1,400}(?<=[^\s*]))\*(?![*\w])/,
  /(?<!`)(?<ticks>`{1,9})(?!`)(?<code>[^\n]{1,400}?)(?<!`)\k<ticks>(?!`)/,
  /(?<![\w=])==(?=[^\s=])(?<highlight>[^=\n]{1,400}(?<=\S))==(?![\w=])/,
  /!?\[\[(?:[^[\]|\n]{0,400}\|)?(?<page>[^[\]|\n]{1,400})\]\]/,
  /!?\[(?<link>[^\]\n]{1,400})\]\([^()\s]{1,400}\)/,
];

const struck = /(?<!~)~~(?=[^\s~])(?<struck>[^~\n]{1,400}(?<=\S))~~(?!~)/;
const formula = { source: `(?<formula>${formulaPattern})` };

/** What only documents in Markdown mean so; a name such as `__init__` is one there too. */
const markdownMarks = [
  /(?<![\w_])__(?=[^\s_])(?!\w+__)(?<underlined>[^_\n]{1,400}(?<=[^\s_]))__(?![\w_])/,
  /(?<![\w_])_(?=[^\s_])(?<underscored>[^_\n]{1,400}(?<=[^\s_]))_(?![\w_])/,
  /<(?<address>https?:\/\/[^\s<>]{1,400})>/,
  /\\(?<escaped>[!-/:-@[-`{-~])/,
];

/** What words of a text can be set by: all of Markdown, what also answers have, or what Footnote itself writes. */
const dialects = {
  markdown: joined([...marks, struck, formula, ...markdownMarks]),
  answer: joined([...marks, struck, formula]),
  plain: joined([struck, formula]),
};

/** See `dialects`. */
export type Dialect = keyof typeof dialects;

function joined(patterns: readonly { readonly source: string }[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'dg');
}

/**
 * Cuts `[start, end)` of a text into pieces by the common inline marks of Markdown: `**strong**`, `*emphasis*`,
 * `~~struck out~~`, code, links, and formulas, and those of notes: `[[Page|words]]`, `==highlight==`, also where they
 * stand within one another. The pieces follow one another without a gap, so that joining them gives the text back.
 * `kind` is that of words without a mark, `dialect` says which marks there are.
 */
export function inlineMarkup(
  text: string,
  start = 0,
  end = text.length,
  kind: InlinePiece['kind'] = 'text',
  dialect: Dialect = 'answer',
): readonly InlinePiece[] {
  const pieces: InlinePiece[] = [];
  let position = start;
  const add = (to: number, added: InlinePiece['kind']) => {
    if (to > position) pieces.push({ start: position, end: to, kind: added });
    position = Math.max(position, to);
  };
  for (const { 0: whole, index, groups = {}, indices } of text
    .slice(start, end)
    .matchAll(dialects[dialect])) {
    const { code, formula } = groups;
    if (formula && !formulaOf(formula)) continue;
    const name = Object.keys(kinds).find((one) => groups[one]) ?? '';
    const [first = 0, last = 0] = indices?.groups?.[name] ?? [];
    // A space lets code begin or end with a tick of its own.
    const padding = code && /^ .*\S.* $/.test(code) ? 1 : 0;
    add(start + index, kind);
    add(start + first + padding, 'mark');
    const within = kinds[name] ?? kind;
    if (code || formula || groups['escaped']) add(start + last - padding, within);
    else {
      pieces.push(...inlineMarkup(text, position, start + last, within, dialect));
      position = start + last;
    }
    add(start + index + whole.length, 'mark');
  }
  add(end, kind);
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

/** A number or a bullet as text has it before an item of a list: the source of a regular expression. */
export const listMarkerPattern = String.raw`[-*+•]|\d{1,9}[.)]`;

/** The parts of the pieces that lie within `[start, end)`. */
export function piecesWithin(
  pieces: readonly InlinePiece[],
  start: number,
  end: number,
): readonly InlinePiece[] {
  return pieces.map((piece) => pieceWithin(piece, start, end)).filter((piece) => piece.end > piece.start);
}
