/** What stands before an item of a list, a bullet or a number: the source of a regular expression. */
export const itemMark = String.raw`(?:[-*+•]|\d{1,4}[.)])`;
