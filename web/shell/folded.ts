/** A text as it is searched: in one case and without accents. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
}
