import { stripVTControlCharacters } from 'node:util';

/** Escape sequences would reach the terminal, bidirectional overrides would show another text than the document's. */
const unprintable = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/** Text of documents and file names made safe to print on one line: white space of any kind becomes single spaces. */
export function printableLine(text: string): string {
  return stripVTControlCharacters(text).replace(/\s+/g, ' ').replace(unprintable, '').trim();
}

/** Like {@link printableLine} for text whose line breaks and tabs are to stay. */
export function printableText(text: string): string {
  return stripVTControlCharacters(text).replace(unprintable, (character) =>
    character === '\n' || character === '\t' ? character : '',
  );
}

/** Cuts a line that is longer than `width` at a word and marks the cut; for what is to stay on one line. */
export function elide(line: string, width: number): string {
  if (line.length <= width) return line;
  const cut = line.lastIndexOf(' ', width - 1);
  return `${line.slice(0, cut > width / 2 ? cut : width - 1).trimEnd()}…`;
}

/** Cuts out the middle of a path that is longer than `width`: its two ends tell the most. */
export function elidePath(path: string, width: number): string {
  if (path.length <= width) return path;
  const tail = Math.ceil((width - 1) * 0.7);
  return `${path.slice(0, width - 1 - tail)}…${path.slice(path.length - tail)}`;
}

/** Columns that a line takes: colours take none. */
export function visibleWidth(line: string): number {
  return stripVTControlCharacters(line).length;
}

/** Whether every line of a text takes at most `width` columns. */
export function fitsIn(text: string, width: number): boolean {
  return text.split('\n').every((line) => visibleWidth(line) <= width);
}

/** Breaks one line of words into lines of at most `width` columns; a longer word stands alone. */
export function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && visibleWidth(current) + 1 + visibleWidth(word) > width) {
      lines.push(current);
      current = word;
    } else {
      current = current === '' ? word : `${current} ${word}`;
    }
  }
  return [...lines, current];
}
