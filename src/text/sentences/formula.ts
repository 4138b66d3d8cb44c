import type { Place } from './note-marks.ts';

/** What stands between the delimiters of a formula. */
export interface Formula {
  readonly tex: string;
  /** Whether it stands on a line of its own. */
  readonly isDisplay: boolean;
}

/** A character within a formula, one behind a backslash included; what follows an empty line is no part of it. */
const within = (excluded: string, escaped: string) =>
  String.raw`(?:[^${excluded}\\\n]|\\${escaped}[^]|\n(?![ \t]*\n))`;

/**
 * The source of a regular expression for TeX within text: `$…$`, `$$…$$`, `\(…\)` and `\[…\]`. As Pandoc does
 * (https://pandoc.org/MANUAL.html#math), a single dollar opens before a character that is no space and closes behind
 * one, so that prices stay prices. Bounded, and no formula is looked for beyond the next delimiter, so that hostile
 * text costs linear time.
 */
export const formulaPattern = [
  String.raw`(?<![\\$])\$\$${within('$', '')}{1,4000}\$\$(?!\$)`,
  String.raw`(?<![\\$\w])\$(?=[^\s$])${within('$', '')}{1,1000}(?<=[^\s\\])\$(?![\w$])`,
  String.raw`(?<!\\)\\\(${within('', '(?![()])')}{1,1000}\\\)`,
  String.raw`(?<!\\)\\\[${within('', '(?![[\\]])')}{1,4000}\\\]`,
].join('|');

/** What {@link formulaPattern} finds in a text, for `matchAll` and `replace`, which leave no state in it. */
const formulas = new RegExp(formulaPattern, 'g');

const wholeFormula = new RegExp(`^(?:${formulaPattern})$`);

/** The formula that a text is, delimiters included; undefined where it is none. */
export function formulaOf(source: string): Formula | undefined {
  if (!wholeFormula.test(source)) return undefined;
  const width = source.startsWith('$') && !source.startsWith('$$') ? 1 : 2;
  const tex = source.slice(width, -width).trim();
  if (tex === '' || isProse(tex)) return undefined;
  // Markdown escapes the brackets of a footnote or an aside in the same way.
  if (source.startsWith('\\') && /^(?!\p{L}$)[\p{L}\p{N}\s.,:;'’–-]*$/u.test(tex)) return undefined;
  return { tex, isDisplay: source.startsWith('$$') || source.startsWith('\\[') };
}

/** Whether a text ends in a formula that has a line of its own. */
export function endsInDisplay(text: string): boolean {
  const last = [...text.matchAll(formulas)].at(-1);
  const isAtEnd = last !== undefined && last.index + last[0].length === text.length;
  return isAtEnd && formulaOf(last[0])?.isDisplay === true;
}

/** A text with its formulas set among the words, none on a line of its own: for text that has one line. */
export function withInlineFormulas(text: string): string {
  return text.replace(formulas, (source) => {
    const formula = formulaOf(source);
    return formula?.isDisplay ? String.raw`\(${formula.tex}\)` : source;
  });
}

/** Words side by side, as between two amounts of money. */
function isProse(tex: string): boolean {
  return !tex.includes('\\') && /\p{L}{2}\s+\p{L}{2}/u.test(tex);
}

/** Two dollars or a bracket at the beginning of a line, where a formula has lines of its own. */
const opening = /^[ \t]*(\$\$|\\\[)/;

/** What ends a formula, by what begins it. */
const closings: Readonly<Record<string, string>> = { $$: '$$', '\\[': '\\]' };

/** A formula that a line begins with, to the end of the text where nothing ends it. */
const onOwnLines = /^[ \t]*(?:\$\$(?:[^$]|\$(?!\$))*(?:\$\$)?|\\\[(?:[^\\]|\\(?!\]))*(?:\\\])?)/gm;

/** The formulas of a text, or of what has come of it, that lines begin with: `$$…$$` and `\[…\]`, in order. */
export function formulasOnOwnLines(text: string): readonly Place[] {
  if (!text.includes('$$') && !text.includes('\\[')) return [];
  return Array.from(text.matchAll(onOwnLines), ({ 0: { length }, index }) => {
    return { start: index, end: index + length };
  });
}

/** Whether a line begins with a formula. */
export function beginsWithFormula(line: string): boolean {
  return opening.test(line);
}

/** What ends the formula that goes on behind a line, of that which is `open` before it. */
export function formulaBehind(line: string, open: string | undefined): string | undefined {
  const [begun = '', sign = ''] = open === undefined ? (opening.exec(line) ?? []) : [];
  const closing = open ?? closings[sign];
  return closing === undefined || line.includes(closing, begun.length) ? undefined : closing;
}
