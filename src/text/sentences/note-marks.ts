/**
 * Where a link of Markdown leads, right behind the brackets with its words: an address, which may hold pairs of
 * brackets and have a title, or the name under which one stands elsewhere (CommonMark 0.31, section 6.3). The source of
 * a regular expression.
 */
export const linkTarget = String.raw`(?:\((?:<[^<>\n]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*\)|\[[^\][\n]*\])`;

/**
 * A line that says where a link leads: `[name]: address "title"` (CommonMark 0.31, section 4.7). The words of a
 * footnote are none. The source of a regular expression for one line, or with the flag `m` for any of a text.
 */
export const linkDefinition = String.raw`^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*(?:<[^<>\n]*>|\S+)(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*$`;

/**
 * What points to a footnote right behind a word or a stop: `[1]`, `[^note]`, `¹`, `†`. The source of a regular
 * expression.
 */
export const footnoteMark = String.raw`(?:\[\d{1,3}\]|\[\^[^\]\s]{1,40}\]|[⁰¹²³⁴-⁹†‡])`;

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
const checkBox = String.raw`(?:\[[ xX✓✔]\]|[☐☑☒⬜❏✅❎❌✓✔✗✘🗸🗹])`;

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

/**
 * What programs for notes and for sites write into Markdown besides it: Obsidian, Logseq, MkDocs, Hugo, Jekyll. Sources
 * of regular expressions, each of which can match in one way only.
 */

/** What is shown from elsewhere: `![[picture.png|400]]`, `![[Page#Heading]]`. */
export const embed = String.raw`!\[\[[^\]\n]*\]\]`;

/** A call of the program that makes the page: `{{< figure >}}`, `{{query …}}`, `{% include note.html %}`. */
export const macro = String.raw`\{\{[^{}\n]*\}\}|\{%(?:[^%\n]|%(?!\}))*%\}`;

/** One that ends what an earlier one began: `{{% /notice %}}`, `{% endhighlight %}`. */
export const closingMacro = String.raw`\{\{[<%]\s*\/[^{}\n]*\}\}|\{%-?\s*end(?:[^%\n]|%(?!\}))*%\}`;

/** A comment within a line, `%%ask Ben%%`. */
export const inlineComment = String.raw`%%(?:[^%\n]|%(?!%))*%%`;

/** The name of a line, behind it, by which others link to it: `^launch-date`. */
export const blockId = String.raw`(?<=\s)\^[A-Za-z\d-]+`;

/** The target of a link to a page that is shown under other words, with what stands before them: `[[Page#Heading|`. */
export const wikiTarget = String.raw`\[\[[^[\]|\n]+\|`;

/** How a callout begins behind its quotation mark: `[!warning]- `. GitHub writes them likewise. */
export const calloutMark = String.raw`\[!\s?[\p{L}\d_-]+\][+-]?[ \t]*`;

const bullet = String.raw`(?:[-*+][ \t]+)?`;

/** What Logseq notes of a block for itself. */
const machineProperty = String.raw`(?:id|collapsed|logseq\.\S+|(?:query|hl|ls|background|card|created|updated)-\S+)::(?:[ \t].*)?`;

/** What Org keeps of the time that a task took. */
const logbook = String.raw`:(?:LOGBOOK|PROPERTIES|END):|CLOCK: \[.*`;

/** The line over an indented hint, and what takes in another file. */
const hint = String.raw`(?:!!!|\?\?\?\+?) .*|-{1,2}8<-{1,2}.*|;--8<--.*`;

const attributes = String.raw`\{:[^{}\n]*\}`;

/** A line that a reader of the page does not see, or sees as form only: it belongs to no sentence. */
const formOnly = new RegExp(
  String.raw`^[ \t]*(?:[-*+]|${hint}|${bullet}(?:${machineProperty}|${logbook}|(?:(?:${embed}|${macro}|${inlineComment}|${attributes})[ \t]*)+))[ \t]*$`,
  'u',
);

/** Whether a line of a note, or of a page's source, says nothing to who reads it. */
export function isFormOnly(line: string): boolean {
  return /^[ \t]*[-*+!?{%:;iclhqubCL]/.test(line) && formOnly.test(line);
}

/** A field of a note on a line of its own: `Budget:: 40,000 EUR`. */
export const noteField = /^[ \t]*(?:[-*+][ \t]+)?[\p{L}][\p{L}\p{N} _/-]{0,40}::[ \t]+\S/u;

/** The label of a tab over what is indented below it: `=== "Linux"`; with the mark before it, then its words. */
export const tabLabel = /^([ \t]*===[!+]? ")([^"\n]+)"[ \t]*$/;

/** A part of a text: `[start, end)`. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** The text with spaces where these places are, in order and apart, so that all the others stay where they were. */
export function blank(text: string, places: readonly Place[]): string {
  let blanked = '';
  let position = 0;
  for (const { start, end } of places) {
    blanked += text.slice(position, start) + ' '.repeat(end - start);
    position = end;
  }
  return blanked + text.slice(position);
}

/** Prose on one line: a line break, with the mark that a quoted paragraph has on each of its lines, is one space. */
export function flowLines(text: string): string {
  return text.replace(/\n[ \t]*(?:>[ \t]?)+/g, '\n').replace(/\s+/g, ' ');
}
