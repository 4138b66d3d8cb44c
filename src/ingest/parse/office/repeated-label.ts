/** Longer text is not a label. */
const maxLength = 100;

/** A label that spans rows is repeated in each, so that a row stands for itself; any other text becomes blank. */
export function repeatedLabel(text: string): string {
  return text.length <= maxLength ? text : '';
}
