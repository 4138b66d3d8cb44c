/** Letters alone, in lower case and one space apart: how a phrase is told from whatever else is written. */
export function foldedPhrase(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();
}
