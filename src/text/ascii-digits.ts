const otherDigit = /[\p{Nd}--[0-9]]/gv;
const anyDigit = /^\p{Nd}$/u;

/** A text with the decimal digits of all scripts as those of ASCII: `٨٤` is `84`. */
export function asciiDigits(text: string): string {
  return text.replace(otherDigit, (digit) => `${digitValue(digit.codePointAt(0) ?? 0)}`);
}

/** Unicode keeps the ten digits of a script beside each other, from zero on (The Unicode Standard, section 4.6). */
function digitValue(codePoint: number): number {
  let first = codePoint;
  while (anyDigit.test(String.fromCodePoint(first - 1))) first -= 1;
  return (codePoint - first) % 10;
}
