import type { CheckedSentence, Verdict } from '../../contracts/citation.ts';
import { needsNoSource } from '../claims/outline.ts';

/** How much of a sentence counts as borne out. */
const worth: Readonly<Record<Verdict, number>> = {
  verbatim: 1,
  supported: 1,
  partial: 0.5,
  unsupported: 0,
  uncited: 0,
};

/**
 * How much of what an answer states its sources bear out, in [0, 1]. A sentence that is said again counts as one that
 * they do not, so that a model that goes round in circles is not trusted; what needs no source, as a heading, does not
 * count. 0 where nothing is stated.
 */
export function borneOutShare(text: string, sentences: readonly CheckedSentence[]): number {
  const said = new Set<string>();
  let [sum, count] = [0, 0];
  for (const sentence of sentences) {
    if (needsNoSource(text, sentence)) continue;
    const words = text
      .slice(sentence.start, sentence.end)
      .replace(/\[\d+\]|[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    if (words === '') continue;
    count += 1;
    if (!said.has(words)) sum += worth[sentence.verdict];
    said.add(words);
  }
  return count === 0 ? 0 : sum / count;
}
