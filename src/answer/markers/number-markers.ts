import type { MarkerFormatFor } from './marker-format.ts';

/** What models put before the number, though nobody asks them to. */
const labels = ['^', 'citation', 'document', 'doc', 'passage', 'source'];

const item = String.raw`\d{1,4}(?:\s*[-–]\s*\d{1,4})?`;
const marker = new RegExp(String.raw`^${item}(?:\s*[,;，；、]\s*${item})*$`);

/**
 * `[1]`, `[2, 3]`, `[4][5]`, `[1-3]`, and `[^1]` or `[Document 1]`: the passage's number. A range, and a number behind
 * a word, count only where all of it was given: `[0-9]` is no citation.
 */
export const numberMarkers: MarkerFormatFor = (passages) => {
  const given = new Set(passages.map(({ passage }) => passage.number));
  return {
    maxLength: 40,
    mayBegin(text) {
      const begun = text.trimStart().toLowerCase();
      return labels.some((label) => label.startsWith(begun)) || /^[\d\s,;，；、–-]*$/.test(unlabelled(begun));
    },
    read(written) {
      const text = written.trim().toLowerCase();
      const numerals = unlabelled(text);
      if (!marker.test(numerals)) return undefined;
      const items = numerals.split(/[,;，；、]/).map(numbersOf);
      const isSure = numerals === text && items.every(({ length }) => length === 1);
      const numbers = items.flat();
      return isSure || (numbers.length > 0 && numbers.every((one) => given.has(one))) ? numbers : undefined;
    },
  };
};

/** Without the label before it. */
function unlabelled(text: string): string {
  const label = labels.find((one) => text.startsWith(one)) ?? '';
  return text.slice(label.length).trimStart();
}

/** The numbers from the first to the last one that are written; none where these are in the wrong order. */
function numbersOf(written: string): readonly number[] {
  const [first = 0, last = first] = written.split(/[-–]/).map(Number);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place);
}
