/** Prose on one line: a line break, with the mark that a quoted paragraph has on each of its lines, is one space. */
export function flowLines(text: string): string {
  return text.replace(/\n[ \t]*(?:>[ \t]?)+/g, '\n').replace(/\s+/g, ' ');
}
