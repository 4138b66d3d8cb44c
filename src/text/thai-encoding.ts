/** What a byte of windows-874 (TIS-620 and signs) is in a Thai word. */
const isConsonant = (byte: number): boolean => byte >= 0xa1 && byte <= 0xce;
const isVowelBefore = (byte: number): boolean => byte >= 0xe0 && byte <= 0xe4;
const isMark = (byte: number): boolean =>
  byte === 0xd1 || (byte >= 0xd4 && byte <= 0xda) || (byte >= 0xe7 && byte <= 0xee);
const isLetter = (byte: number): boolean => byte >= 0xa1 && byte <= 0xfb && (byte < 0xdb || byte > 0xde);

/** Vowels and tones above and below, of all letters of a Thai text; a third in most. */
const minMarks = 0.1;

/** Of all letters, what may stand where Thai has none such. */
const maxMisplaced = 0.02;

/**
 * Whether bytes that are not ASCII are Thai in windows-874: vowels and tones above and below letters stand on a
 * consonant, or on one another, and vowels that are written first before one. Other alphabets have letters of all
 * words at these places.
 */
export function isThai(sample: Uint8Array): boolean {
  let letters = 0;
  let marks = 0;
  let misplaced = 0;
  for (let index = 0; index < sample.length; index++) {
    const byte = sample[index] as number;
    if (byte < 0x80) continue;
    const before = sample[index - 1] ?? 0;
    const after = sample[index + 1] ?? 0;
    letters += 1;
    if (isMark(byte)) marks += 1;
    const isInPlace = isMark(byte)
      ? isConsonant(before) || isMark(before)
      : isLetter(byte) && (!isVowelBefore(byte) || isConsonant(after));
    if (!isInPlace) misplaced += 1;
  }
  return marks >= letters * minMarks && misplaced <= letters * maxMisplaced;
}
