/** Words that are struck out, between the marks that Markdown has for it: left plain, they would read as valid. */
export function struckWords(words: string): string {
  return words.replace(/\S(?:[^]*\S)?/, '~~$&~~');
}

/** A text in which stretches that were struck out one by one are one. */
export function joinStruck(text: string): string {
  return text.includes('~~') ? text.replace(/(?<=[^\s~])~~([^\S\n]*)~~(?=[^\s~])/g, '$1') : text;
}
