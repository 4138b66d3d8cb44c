/** A formula's parts in one line to read and search, after Unicode Technical Note 28, with round brackets only. */

/** In round brackets where it is more than one word or number. */
export function grouped(text: string): string {
  const isOne = /^.$|^[\p{L}\p{M}\p{N}.'′∞]*$/u.test(text) || /^\([^()]*\)$/.test(text);
  return isOne ? text : `(${text})`;
}

/** What stands below (`_`) or above (`^`); nothing where that is empty. */
export function script(sign: '_' | '^', text: string): string {
  return text === '' ? '' : `${sign}${grouped(text)}`;
}

/** Stands between a function's name and its argument, unseen. */
const functionApplication = '\u2061';

/** Times, separator and plus that are meant and not seen. */
const invisibleOperators = /[\u2062-\u2064]/g;

/** A formula without the signs that nobody sees, on one line. */
export function visibleMath(text: string): string {
  return text
    .replaceAll(functionApplication, ' ')
    .replace(invisibleOperators, '')
    .replace(/\s+/g, ' ')
    .trim();
}
