import type { Passage } from '../contracts/generator.ts';
import type { SourceText } from '../contracts/source-text.ts';
import type { Place } from '../text/sentences/blank.ts';
import { sentences } from '../text/sentences/sentences.ts';

/** Characters of a sentence that a chunk is read with beyond its own, most: some lines. */
const farthest = 600;

/** A chunk that reaches as far as the sentences that it begins and ends within. */
export function withWholeSentences(chunk: Passage['chunk'], { text, blocks }: SourceText): Passage['chunk'] {
  return reachingOver(chunk, text, (place) => {
    const block = blocks.find((one) => one.start < place && place < one.end);
    if (!block || block.kind === 'code') return undefined;
    const from = Math.max(block.start, place - farthest);
    const to = Math.min(block.end, place + farthest);
    const found = sentences(text.slice(from, to), chunk.language);
    const cut = found.find((one) => from + one.start < place && place < from + one.end);
    if (!cut) return undefined;
    const isWhole = (cut.start > 0 || from === block.start) && (from + cut.end < to || to === block.end);
    return isWhole ? { start: from + cut.start, end: from + cut.end } : undefined;
  });
}

/** A chunk of a text that reaches as far as what stands around its beginning and its end. */
export function reachingOver(
  chunk: Passage['chunk'],
  text: string,
  around: (place: number) => Place | undefined,
): Passage['chunk'] {
  const start = around(chunk.start)?.start ?? chunk.start;
  const end = around(chunk.end)?.end ?? chunk.end;
  return { ...chunk, start, end, content: text.slice(start, end) };
}
