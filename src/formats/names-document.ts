/**
 * What stands over a part of any document: the first of numbered sections, or one of those that every document may
 * have.
 */
const partName =
  /^(?:[01](?:\.\d+)*[.)]?\s|(?:table of )?contents$|abstract$|introduction$|install(?:ation|ing)?$|usage$|summary$|overview$|features$|getting started$|licen[cs]e$|inhalt(?:sverzeichnis)?$|sommaire$|table des matières$|índice$|indice$)/i;

/** What a program fills in when it makes a note or a page of it: `<% tp.file.title %>`, `{{title}}`. */
const placeholder = /^\s*(?:<%.*%>|\{\{.*\}\})\s*$/;

/** Whether a heading of a template says nothing before the template is filled in. */
export function isPlaceholder(heading: string): boolean {
  return placeholder.test(heading);
}

/** Whether a heading can be the title of its document, and not only of a part of it. */
export function namesDocument(heading: string): boolean {
  return !partName.test(heading) && !isPlaceholder(heading);
}
