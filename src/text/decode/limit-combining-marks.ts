/** Unicode's stream-safe format (UAX 15) allows as many; no writing system comes near it. */
const maxMarks = 30;

/** One mark at a time: a repetition would need stack for each of millions of them. */
const excess = new RegExp(`(?<=\\p{M}{${maxMarks}})\\p{M}`, 'gu');

/** The same, found from its beginning and so far sooner where there is none. */
const hasExcess = new RegExp(`\\p{M}{${maxMarks + 1}}`, 'u');

/**
 * Drops the combining marks beyond the thirtieth on one letter. Normalisation sorts marks by insertion, so that
 * endless runs of them would cost quadratic time.
 */
export function limitCombiningMarks(text: string): string {
  return hasExcess.test(text) ? text.replace(excess, '') : text;
}
