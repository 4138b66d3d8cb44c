/** Code between equal runs of marks, or a footnote mark, that is no option of a command of LaTeX. */
const codeOrMark = /(?<run>`+|~{3,})[^]*?\k<run>|(?<!\\[a-z]+)\[(?<number>\d+)\]/gi;

/**
 * A part of an answer with other numbers in its footnote marks, without those for which that is undefined; marks that
 * are not named stay, and so does code.
 */
export function renumberMarks(text: string, numbers: ReadonlyMap<number, number | undefined>): string {
  if (numbers.entries().every(([from, to]) => from === to)) return text;
  return text.replace(codeOrMark, (found, _run, written?: string) => {
    const from = Number(written);
    if (!numbers.has(from)) return found;
    const number = numbers.get(from);
    return number === undefined ? '' : `[${number}]`;
  });
}
