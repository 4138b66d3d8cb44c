/**
 * What points to a footnote right behind a word or a stop: `[1]`, `[^note]`, `¹`, `†`. The source of a regular
 * expression.
 */
export const footnoteMark = String.raw`(?:\[\d{1,3}\]|\[\^[^\]\s]{1,40}\]|[⁰¹²³⁴-⁹†‡])`;
