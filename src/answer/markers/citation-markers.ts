import type { MarkerFormatFor } from './marker-format.ts';

const word = 'citation';
const marker = /^\s*citations?\s*\d+(?:\s*(?:[,;]|and)\s*(?:citation\s*)?\d+)*\s*$/i;

/** `[Citation 1]`, `[Citation 1, Citation 2]`, `[Citations 1, 2]`: the passage's number, in any case. */
export const citationMarkers: MarkerFormatFor = () => ({
  maxLength: 80,
  mayBegin(text) {
    const begun = text.trimStart().toLowerCase();
    return begun.startsWith(word) || word.startsWith(begun);
  },
  read: (text) => (marker.test(text) ? text.match(/\d+/g)?.map(Number) : undefined),
});
