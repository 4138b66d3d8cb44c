/** The dots that lead to a page number in a table of contents or an index. */
const leader = /\s*(?:[.·]\s*){5,}/g;

const leadsToPage = /(?:[.·]\s*){5}[\divxlc]+$/i;

/** Whether a line is an entry that leads to a page. */
export function isLeadingToPage(line: string): boolean {
  return leadsToPage.test(line);
}

/** With an ellipsis for each leader, which says as much as a line of dots. */
export function withShortLeaders(text: string): string {
  return text.replace(leader, ' … ').trim();
}
