/**
 * Words without signs and capitals: what a title, its heading, its bookmark and its entry in a table of contents have
 * in common, as "Lesson 1: Pumps" and "Lesson 1 - Pumps".
 */
export function bareWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
