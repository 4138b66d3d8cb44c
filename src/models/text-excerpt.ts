/** The first words of a text in quotes, as messages name it. */
export function textExcerpt(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
