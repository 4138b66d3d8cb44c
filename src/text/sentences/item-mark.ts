const space = String.raw`[^\S\n]`;

/**
 * What stands before an item of a list, a bullet or a number, with the white space behind it, which `1、` and `１．` need
 * not have: the source of a regular expression with the flag `u`.
 */
export const itemMark = String.raw`(?:(?:[-*+•]|\p{Nd}{1,4}[.)])${space}+|\p{Nd}{1,4}[、．](?!\p{Nd})${space}*)`;

/**
 * A box that says whether what stands behind it is so, ticked or not: `[x]`, `☐`. The source of a regular expression
 * with the flag `u`.
 */
const checkBox = String.raw`(?:\[[ xX✓✔]\]|[☐☑☒⬜✅❎❌✓✔✗✘🗸🗹])`;

const boxBefore = new RegExp(String.raw`^\s*${checkBox}${space}+(?=\S)`, 'u');
const boxAtEdge = new RegExp(String.raw`^\s*${checkBox}(?=\s|$)|(?:^|\s)${checkBox}\s*$`, 'u');

/** Whether a line, or a row between bars, begins or ends with a box: what it says is then so or not so. */
export function hasCheckBox(line: string): boolean {
  return line.split('|').some((cell) => boxAtEdge.test(cell));
}

/** Whether a line begins with a box and goes on behind it. */
export function beginsWithBox(line: string): boolean {
  return boxBefore.test(line);
}

/** The same, or a letter or small Roman number, which stand before parts of sentences too: `a)`, `(iv)`, `(2)`. */
export const anyItemMark = String.raw`(?:${itemMark}|\(?(?:\p{L}|[ivx]{2,5}|\p{Nd}{1,3})\)${space}+)`;
