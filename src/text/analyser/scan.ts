import { CharacterClass, characterClass } from './character-class.ts';

/** Lucene's limit: what is longer is no word, and goes on as another token. */
const maxTokenLength = 255;

const comma = 0x2c;
const point = 0x2e;
const hash = 0x23;
const plus = 0x2b;

/**
 * Units kept for texts of usual length. All functions here read UTF-16 code units out of an array, which is
 * faster than out of a string, and rely on the two NULs behind the text: separators, at which every scan stops.
 */
const keptUnits = new Uint16Array(16_384);
const keptBytes = Buffer.from(keptUnits.buffer);
const terminator = 2;

/** The code units of a text and two NULs. Good until the next call. */
export function unitsOf(text: string): Uint16Array {
  const fits = text.length + terminator <= keptUnits.length;
  const units = fits ? keptUnits : new Uint16Array(text.length + terminator);
  (fits ? keptBytes : Buffer.from(units.buffer)).write(text, 'utf16le');
  return units.fill(0, text.length, text.length + terminator);
}

/** End of the run of characters of one class that starts at `start`. */
export function endOfRun(text: Uint16Array, start: number, kind: CharacterClass): number {
  let end = start;
  while (classAt(text, end) === kind) end += widthAt(text, end);
  return end;
}

/**
 * End of the token that starts at `start`: letters, digits and underscores, held together by single glue
 * characters; a letter alone may carry `++` or `#`, as names of programming languages do.
 */
export function endOfWord(text: Uint16Array, start: number): number {
  const limit = start + maxTokenLength;
  let end = start;
  while (end < limit) {
    // Almost all there is to do for almost all texts.
    while (end < limit && isAsciiLetter(text[end] as number)) end += 1;
    const kind = classAt(text, end);
    if (isWordClass(kind)) end += widthAt(text, end);
    else if (kind === CharacterClass.glue && isWordAt(text, end + 1)) end += 1;
    else break;
  }
  return end - start === 1 ? endOfLanguageName(text, start) : end;
}

function endOfLanguageName(text: Uint16Array, start: number): number {
  if (classAt(text, start) !== CharacterClass.letter) return start + 1;
  let end = start + 1;
  if (text[end] === hash) end += 1;
  else if (text[end] === plus && text[end + 1] === plus) end += 2;
  return isWordAt(text, end) ? start + 1 : end;
}

/**
 * End of the number at `start`, or `start` where the digits belong to an identifier: `10-K`, `3d`, `1.2.3`,
 * `2024-01-15`. Groups of three behind commas and one decimal point belong to a number; then a unit may touch it.
 */
export function endOfNumber(text: Uint16Array, start: number): number {
  const whole = endOfDigits(text, start);
  let end = whole;
  if (whole - start <= 3) {
    while (text[end] === comma && endOfDigits(text, end + 1) === end + 4) end += 4;
  }
  if (text[end] === point) {
    const fraction = endOfDigits(text, end + 1);
    if (fraction > end + 1) end = fraction;
  }
  const continued =
    end === whole ? continuesToken(text, end) : text[end] === point && isWordAt(text, end + 1);
  return continued ? start : end;
}

function continuesToken(text: Uint16Array, position: number): boolean {
  return (
    isWordAt(text, position) ||
    (classAt(text, position) === CharacterClass.glue && isWordAt(text, position + 1))
  );
}

function endOfDigits(text: Uint16Array, start: number): number {
  const limit = start + maxTokenLength;
  let end = start;
  while (end < limit && classAt(text, end) === CharacterClass.digit) end += widthAt(text, end);
  return end;
}

function isAsciiLetter(unit: number): boolean {
  const lowerCase = unit | 0x20;
  return lowerCase >= 0x61 && lowerCase <= 0x7a;
}

function isWordAt(text: Uint16Array, position: number): boolean {
  return isWordClass(classAt(text, position));
}

function isWordClass(kind: CharacterClass): boolean {
  return (
    kind === CharacterClass.letter || kind === CharacterClass.digit || kind === CharacterClass.underscore
  );
}

const ascii = Array.from({ length: 0x80 }, (_, codePoint) => characterClass(codePoint));

/** The class of the character that starts at `position`. */
export function classAt(text: Uint16Array, position: number): CharacterClass {
  const unit = text[position] as number;
  return unit < 0x80 ? (ascii[unit] as CharacterClass) : characterClass(codePointAt(text, position));
}

/** Length in UTF-16 code units of the character that starts at `position`. */
export function widthAt(text: Uint16Array, position: number): number {
  return codePointAt(text, position) > 0xffff ? 2 : 1;
}

/** As `String.prototype.codePointAt`: a surrogate alone stands for itself. */
function codePointAt(text: Uint16Array, position: number): number {
  const high = text[position] as number;
  if ((high & 0xfc00) !== 0xd800) return high;
  const low = text[position + 1] as number;
  return (low & 0xfc00) === 0xdc00 ? 0x10000 + ((high & 0x3ff) << 10) + (low & 0x3ff) : high;
}
