import type { Line } from './lines.ts';

/** The width of a character of a fixed pitch in font sizes. */
const pitch = 0.6;

const maxIndent = 400;

/** Baselines further apart than this many font sizes have a blank line between them. */
const maxLeading = 1.7;

/** How a line that only code has ends, or begins and ends. */
const codeLine = /[{};]$|^[)}\]]+,?$/;

/** Whether lines of a fixed pitch are code, and not words or figures in columns. */
export function holdsCode(lines: readonly Line[]): boolean {
  return lines.some(({ text }) => codeLine.test(text));
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
