/** What stands before an item of a list, a bullet or a number: the source of a regular expression. */
export const itemMark = String.raw`(?:[-*+•]|\d{1,4}[.)])`;

/** The same, or a letter or small Roman number, which stand before parts of sentences too: `a)`, `(iv)`, `(2)`. */
export const anyItemMark = String.raw`(?:${itemMark}|\(?(?:\p{L}|[ivx]{2,5}|\d{1,3})\))`;
