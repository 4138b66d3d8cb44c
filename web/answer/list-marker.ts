/** A number or a bullet as text has it before an item of a list: the source of a regular expression. */
export const listMarkerPattern = String.raw`[-*+•]|\d{1,9}[.)]`;

/** What is shown before an item: its number as it was written, else a bullet, whatever sign stood there. */
export function shownMarker(marker: string): string {
  return /\d/.test(marker) ? marker : '•';
}

/** The width of the white space before an item in spaces; a tab is as wide as four. */
export function indentWidth(indent: string): number {
  return indent.replaceAll('\t', '    ').length;
}
