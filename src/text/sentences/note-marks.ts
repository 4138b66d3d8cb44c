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
