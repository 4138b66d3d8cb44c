import type { Analyser } from '../contracts/analyser.ts';
import type { Verdict } from './answer.ts';

/** What checking one sentence came to. */
export interface SentenceCheck {
  readonly verdict: Verdict;
  /** Words, numbers and names of the sentence that its sources do not hold, as they are written in it. */
  readonly missing: readonly string[];
}

/** Share of a sentence's content words that its sources must hold for it to be supported, and to be partly so. */
const supportedShare = 0.8;
const partialShare = 0.5;

/**
 * Checks a sentence of an answer against the words that it cites, without a model: whether it stands there letter
 * for letter, else whether its numbers and content words do. It proves what is said to be written, not what
 * follows from it.
 */
export function verifySentence(
  sentence: string,
  sources: readonly string[],
  { analyser, language }: { readonly analyser: Analyser; readonly language: string },
): SentenceCheck {
  const claim = folded(sentence.replace(/\[\d+\]/g, ' '));
  if (sources.length === 0) return { verdict: 'uncited', missing: [] };
  if (sources.some((source) => folded(source).includes(claim))) return { verdict: 'verbatim', missing: [] };
  const held = new Set(sources.flatMap((source) => analyser.terms(source, language).map(({ text }) => text)));
  const words = claim.match(/[\p{L}\p{M}\p{N}]+(?:[.,'’-][\p{L}\p{M}\p{N}]+)*/gu) ?? [];
  const missing: string[] = [];
  let isNumberMissing = false;
  let content = 0;
  for (const word of words) {
    const terms = analyser.terms(word, language);
    if (terms.length === 0) continue;
    content += 1;
    if (terms.every(({ text }) => held.has(text))) continue;
    missing.push(word);
    if (/\p{N}/u.test(word)) isNumberMissing = true;
  }
  const share = content === 0 ? 1 : 1 - missing.length / content;
  if (share >= supportedShare && !isNumberMissing) return { verdict: 'supported', missing };
  return { verdict: share >= partialShare ? 'partial' : 'unsupported', missing };
}

function folded(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim();
}
