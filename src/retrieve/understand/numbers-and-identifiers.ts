import type { Place } from '../../text/sentences/blank.ts';

/** A number, or a name that is none of a language's words. */
export interface Token extends Place {
  readonly kind: 'number' | 'identifier';
  readonly text: string;
}

const token = /(?<![\p{L}\p{N}_])[\p{L}\p{N}_]+(?:[-.,/][\p{L}\p{N}_]+)*(?:%|\+\+|#)?/gu;

const number = /^\p{Nd}{1,3}(?:[.,]\p{Nd}{3})+(?:[.,]\p{Nd}+)?%?$|^\p{Nd}+(?:[.,]\p{Nd}+)?%?$/u;

/** A digit beside a letter or a third group of digits, an underscore, a hump, or the symbols of `c++` and `c#`. */
const identifier = /(?=.*\p{Nd})(?=.*\p{L})|_|\p{Ll}\p{Lu}|\p{Nd}[-./]\p{Nd}+[-./]\p{Nd}|^\p{L}(?:\+\+|#)$/u;

/** Far longer than any name. What is longer is left alone, and costs nothing. */
const maxLength = 128;

/**
 * The numbers and identifiers of a text in order: `1,234.50`, `3%`; `10-K`, `user_id`, `getResponse`, `v1.2.3`, `c#`.
 */
export function numbersAndIdentifiers(text: string): Token[] {
  const found: Token[] = [];
  for (const match of text.matchAll(token)) {
    if (match[0].length > maxLength) continue;
    const kind = number.test(match[0]) ? 'number' : identifier.test(match[0]) ? 'identifier' : undefined;
    if (kind) found.push({ kind, text: match[0], start: match.index, end: match.index + match[0].length });
  }
  return found;
}
