/** A text in which a raised number, a note’s or an exponent, and a fraction are no digits of the number before them. */
export function withNumbersApart(text: string): string {
  // What is rare is looked for first: digits are not.
  return text.replace(/\p{No}(?<=\p{Nd}.)/gu, ' $&');
}
