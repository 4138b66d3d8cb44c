import type { MarkerFormatFor } from './marker-format.ts';

/** `[1]`, `[2, 3]`, `[4][5]`: the passage's number. */
export const numberMarkers: MarkerFormatFor = () => ({
  maxLength: 40,
  mayBegin: (text) => /^\[[\d\s,;]*$/.test(text),
  read: (marker) =>
    /^\[\s*\d+(?:\s*[,;]\s*\d+)*\s*\]$/.test(marker) ? marker.match(/\d+/g)?.map(Number) : undefined,
});
