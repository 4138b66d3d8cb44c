/** A number or a bullet as text has it before an item of a list: the source of a regular expression. */
export const listMarkerPattern = String.raw`[-*+•]|\d{1,9}[.)]`;

/** What is shown before an item: its number as it was written, else a bullet, whatever sign stood there. */
export function shownMarker(marker: string): string {
  return /\d/.test(marker) ? marker : '•';
}

/** Tells of one item after the other how deep it stands, from 0, by what indents it and those before it. */
export function depthsByIndent(): (indent: string) => number {
  const outer: number[] = [];
  return (indent) => {
    // A tab is as wide as four spaces.
    const width = indent.replaceAll('\t', '    ').length;
    while ((outer.at(-1) ?? -1) >= width) outer.pop();
    return outer.push(width) - 1;
  };
}
