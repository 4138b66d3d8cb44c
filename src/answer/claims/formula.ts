import type { Place } from '../../text/sentences/blank.ts';

/** A formula in LaTeX that a line begins with, to the end of the text where nothing ends it. */
const formula = /^[ \t]*(?:\$\$(?:[^$]|\$(?!\$))*(?:\$\$)?|\\\[(?:[^\\]|\\(?!\]))*(?:\\\])?)/gm;
const opening = /^[ \t]*(\$\$|\\\[)/;

/** What ends a formula, by what begins it. */
const closings: Readonly<Record<string, string>> = { $$: '$$', '\\[': '\\]' };

/** The formulas of a text that lines begin with: `$$…$$` and `\[…\]`, in order. */
export function formulasIn(text: string): readonly Place[] {
  if (!text.includes('$$') && !text.includes('\\[')) return [];
  return Array.from(text.matchAll(formula), ({ 0: { length }, index }) => {
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
