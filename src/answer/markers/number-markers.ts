import type { MarkerFormatFor } from './marker-format.ts';

const item = String.raw`\d{1,4}(?:\s*[-–]\s*\d{1,4})?`;
const marker = new RegExp(String.raw`^\s*${item}(?:\s*[,;，；、]\s*${item})*\s*$`);

/**
 * `[1]`, `[2, 3]`, `[4][5]`, `[1-3]`: the passage's number. A range counts only where all of it was given: `[0-9]` is
 * no citation.
 */
export const numberMarkers: MarkerFormatFor = (passages) => {
  const given = new Set(passages.map(({ passage }) => passage.number));
  return {
    maxLength: 40,
    mayBegin: (text) => /^[\d\s,;，；、–-]*$/.test(text),
    read(written) {
      if (!marker.test(written)) return undefined;
      const items = written.split(/[,;，；、]/).map(numbersOf);
      const isCitation = items.every(
        (numbers) => numbers.length === 1 || (numbers.length > 1 && numbers.every((one) => given.has(one))),
      );
      return isCitation ? items.flat() : undefined;
    },
  };
};

/** The numbers from the first to the last one that are written; none where these are in the wrong order. */
function numbersOf(written: string): readonly number[] {
  const [first = 0, last = first] = written.split(/[-–]/).map(Number);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place);
}
