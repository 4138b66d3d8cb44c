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
