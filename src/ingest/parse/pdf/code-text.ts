import type { Line } from './lines.ts';

/** The width of a character of a fixed pitch in font sizes. */
const pitch = 0.6;

const maxIndent = 400;

/** Lines of a fixed pitch with their indent and gaps as spaces. */
export function codeText(lines: readonly Line[]): string {
  const left = Math.min(...lines.map((line) => line.left));
  return lines
    .map(({ fragments }) => {
      let text = '';
      for (const fragment of fragments) {
        const column = Math.round((fragment.left - left) / (pitch * fragment.size));
        const separator = text === '' ? '' : ' ';
        text = (text + separator).padEnd(Math.min(column, maxIndent), ' ') + fragment.text;
      }
      return text;
    })
    .join('\n');
}
