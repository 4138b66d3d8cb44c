/** A heading path without its first heading where that is the document's title. */
export function headingsBelowTitle(title: string, headingPath: readonly string[]): readonly string[] {
  return isSameName(headingPath[0] ?? '', title) ? headingPath.slice(1) : headingPath;
}

/** Whether a heading says the title again, but for signs and capitals: "Lesson 1: Pumps" and "Lesson 1 - Pumps". */
function isSameName(heading: string, title: string): boolean {
  return bare(heading) === bare(title);
}

function bare(words: string): string {
  return words
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}
