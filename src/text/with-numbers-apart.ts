/** A text in which a raised number, a note’s or an exponent, and a fraction are no digits of the number before them. */
export function withNumbersApart(text: string): string {
  return text.replace(/(?<=\p{Nd})(?=\p{No})/gu, ' ');
}
