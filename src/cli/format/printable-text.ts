import { stripVTControlCharacters } from 'node:util';
import { beginning, breakableParts, ending, visibleWidth } from './terminal-width.ts';

/** Escape sequences would reach the terminal, bidirectional overrides would show another text than the document's. */
const unprintable = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

const lineBreaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/** Text of documents made safe to print on one line: white space of any kind becomes single spaces. */
export function printableLine(text: string): string {
  return printableName(text).replace(/\s+/g, ' ').trim();
}

/** File names, and what has them in it, made safe to print on one line. Spaces stay: names differ in nothing else. */
export function printableName(text: string): string {
  return stripVTControlCharacters(text).replace(lineBreaks, ' ').replace(unprintable, '');
}

/** Like {@link printableLine} for text whose line breaks and tabs are to stay. */
export function printableText(text: string): string {
  return stripVTControlCharacters(text).replace(unprintable, (character) =>
    character === '\n' || character === '\t' ? character : '',
  );
}

/** A link of Markdown, as `[the plan](plan.md "Plan")` or an image; not what stands behind a letter, as code has it. */
const link = /(?<![\p{L}\p{N}_`])!?\[([^\][\n]+)\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+"[^"\n]*")?\)/gu;

/** Text whose links are their words: a terminal cannot follow them, and addresses hide what is said. */
export function linksAsWords(text: string): string {
  return text.includes('](') ? text.replace(link, '$1') : text;
}

const unfinished =
  /(?:[^\n]?!?\[[^\][\n]{0,200}(?:\](?:\((?:[^()\n]|\([^()\n]*\))*(?:\([^()\n]*)?\)?)?)?|[^\n])$/u;

/** No link is longer. */
const longestLink = 1000;

/**
 * Where a link begins at the end of a text that may not be whole yet, with the character before it, which tells whether
 * it is one; so the last character may always be of the next.
 */
export function openLink(text: string): number {
  const from = Math.max(0, text.length - longestLink);
  const found = unfinished.exec(text.slice(from));
  return found ? from + found.index : text.length;
}

/** Cuts a line that is longer than `width` at a word and marks the cut; for what is to stay on one line. */
export function elide(line: string, width: number): string {
  if (visibleWidth(line) <= width) return line;
  const head = beginning(line, width - 1);
  const lastWord = line[head.length] === ' ' ? head : head.slice(0, Math.max(0, head.lastIndexOf(' ')));
  return `${(visibleWidth(lastWord) > width / 2 ? lastWord : head).trimEnd()}…`;
}

/** Cuts out the middle of a path that is longer than `width`: its two ends tell the most. */
export function elidePath(path: string, width: number): string {
  if (visibleWidth(path) <= width) return path;
  const tail = ending(path, Math.ceil((width - 1) * 0.7));
  return `${beginning(path, width - 1 - visibleWidth(tail))}…${tail}`;
}

/**
 * Breaks one line of words into lines of at most `width` columns, between words and between the characters of scripts
 * that write no spaces; a longer word stands alone.
 */
export function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    for (const [place, part] of breakableParts(word).entries()) {
      const gap = place === 0 && current !== '' ? ' ' : '';
      if (current !== '' && visibleWidth(current) + gap.length + visibleWidth(part) > width) {
        lines.push(current.trimEnd());
        current = part;
      } else {
        current += gap + part;
      }
    }
  }
  return [...lines, current];
}
