/**
 * Letters alone, in lower case, without accents and one space apart: how a phrase is told from whatever else is
 * written, also where somebody types no accents.
 */
export function foldedPhrase(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/['’]|\p{M}/gu, '')
    .replace(/\P{L}+/gu, ' ')
    .trim();
}
