/** Words without signs and capitals: what a heading, its bookmark and its entry in a table of contents have in common. */
export function bareWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
