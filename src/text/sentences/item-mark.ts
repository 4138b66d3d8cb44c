const space = String.raw`[^\S\n]`;

/**
 * What stands before an item of a list, a bullet or a number, with the white space behind it, which `1、` and `１．` need
 * not have: the source of a regular expression with the flag `u`.
 */
export const itemMark = String.raw`(?:(?:[-*+•]|\p{Nd}{1,4}[.)])${space}+|\p{Nd}{1,4}[、．](?!\p{Nd})${space}*)`;

/** The same, or a letter or small Roman number, which stand before parts of sentences too: `a)`, `(iv)`, `(2)`. */
export const anyItemMark = String.raw`(?:${itemMark}|\(?(?:\p{L}|[ivx]{2,5}|\p{Nd}{1,3})\)${space}+)`;
