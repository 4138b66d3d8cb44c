import type { Analyser } from '../contracts/analyser.ts';
import type { Chunk } from '../contracts/chunk.ts';
import { sentences } from '../text/sentences.ts';

/** Most sentences of a passage that one citation spans. */
const maxSentences = 3;

/** What a further sentence must add to the share of the claim's words. */
const worthAdding = 0.1;

/**
 * The sentences of a passage that bear out a claim: the run of up to three that holds most of its words, the
 * shortest of those that hold the same. As `[start, end)` of the document's cleaned text; the whole passage where
 * the claim shares no word with it.
 */
export function narrowCitation(
  claim: string,
  chunk: Chunk,
  { analyser, language }: { readonly analyser: Analyser; readonly language: string },
): { start: number; end: number } {
  const wanted = new Set(analyser.terms(claim.replace(/\[\d+\]/g, ' '), language).map(({ text }) => text));
  const held = sentences(chunk.content, chunk.language).map(({ start, end }) => {
    const terms = analyser.terms(chunk.content.slice(start, end), chunk.language);
    return { start, end, terms: new Set(terms.map(({ text }) => text).filter((term) => wanted.has(term))) };
  });
  let best: { start: number; end: number; score: number } | undefined;
  for (const [from, first] of held.entries()) {
    const terms = new Set<string>();
    for (const [more, last] of held.slice(from, from + maxSentences).entries()) {
      for (const term of last.terms) terms.add(term);
      const score = terms.size / wanted.size - worthAdding * more;
      if (terms.size > 0 && score > (best?.score ?? 0)) best = { start: first.start, end: last.end, score };
    }
  }
  if (!best) return { start: chunk.start, end: chunk.end };
  return { start: chunk.start + best.start, end: chunk.start + best.end };
}
