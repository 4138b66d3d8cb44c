/** Whether a stop ends a text, be it within quotation marks, brackets or marks of print. */
export function endsSentence(text: string): boolean {
  return /[.!?…。！？।؟]["'”’»)\]*_`]*$/u.test(text);
}

/** Whether a text asks, by its end. */
export function endsQuestion(text: string): boolean {
  return /[?？؟]["'”’»)\]*_`]*$/u.test(text);
}
