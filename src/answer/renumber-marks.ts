/** Code between equal runs of marks, or a footnote mark, that is no option of a command of LaTeX. */
const codeOrMark = /(?<run>`+|~{3,})[^]*?\k<run>|(?<!\\[a-z]+)\[(?<number>\d+)\]/gi;

/** A part of an answer with other numbers in its footnote marks; marks without one stay, and so does code. */
export function renumberMarks(text: string, numbers: ReadonlyMap<number, number>): string {
  if (numbers.entries().every(([from, to]) => from === to)) return text;
  return text.replace(codeOrMark, (found, _run, written?: string) => {
    const number = written === undefined ? undefined : numbers.get(Number(written));
    return number === undefined ? found : `[${number}]`;
  });
}
