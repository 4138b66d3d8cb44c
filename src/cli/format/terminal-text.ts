import { stripVTControlCharacters } from 'node:util';

const narrow = /^[\x20-\x7E]*$/;
const nothing = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
/** East Asian characters of double width, and emoji: https://www.unicode.org/reports/tr11/ */
const wide =
  /^(?![\uFF61-\uFFDC])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303E\uFF01-\uFF60\uFFE0-\uFFE6\p{Emoji_Presentation}]$/u;

/** After the characters of scripts that write no spaces a line may break, but not before what closes a clause. */
const breaks =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}、。！？，；：])(?![\p{M}\p{Pe}\p{Pf}、。！？，；：…ーｰ])/u;

/** Columns that a line takes on a terminal: two for each East Asian character and emoji, none for colours. */
export function visibleWidth(line: string): number {
  const text = stripVTControlCharacters(line);
  if (narrow.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/** Whether every line of a text takes at most `width` columns. */
export function fitsIn(text: string, width: number): boolean {
  return text.split('\n').every((line) => visibleWidth(line) <= width);
}

/** As much of the beginning of a line without colours as takes at most `width` columns. */
export function beginning(line: string, width: number): string {
  if (narrow.test(line)) return line.slice(0, Math.max(0, width));
  let [taken, length] = [0, 0];
  for (const character of line) {
    taken += characterWidth(character);
    if (taken > width) break;
    length += character.length;
  }
  return line.slice(0, length);
}

/** As much of the end of a line without colours as takes at most `width` columns. */
export function ending(line: string, width: number): string {
  const over = visibleWidth(line) - width;
  if (over <= 0) return line;
  let [left, length] = [0, 0];
  for (const character of line) {
    if (left >= over && characterWidth(character) > 0) break;
    left += characterWidth(character);
    length += character.length;
  }
  return line.slice(length);
}

/** The parts of a word between which a line may break: one, where its script writes spaces. */
export function breakableParts(word: string): string[] {
  return narrow.test(word) ? [word] : word.split(breaks);
}

function characterWidth(character: string): number {
  if (nothing.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

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
