import type { Passage } from '../contracts/generator.ts';
import type { SourceText } from '../contracts/source-text.ts';
import { sentences } from '../text/sentences/sentences.ts';

/** Characters of a sentence that a chunk is read with beyond its own, most: some lines. */
const farthest = 600;

/** What no sentence begins with. */
const goesOn = /^[\p{Ll}\p{Pe}\p{Pf},.;:!?…–]/u;

/** A last line that is no item, row or heading, and that a sentence would fill. */
const breaksOff = /(?:^|\n)(?![ \t]*(?:[-*+•|#>]|\d{1,4}[.)]))[^\n]{60,}[\p{L}\p{N},;]$/u;

/** Whether a chunk may begin or end within a sentence: some chunkers cut by length alone. */
export function mayCutSentence({ content, start }: Passage['chunk']): boolean {
  return (start > 0 && goesOn.test(content)) || breaksOff.test(content);
}

/** A chunk that reaches as far as the sentences that it begins and ends within. */
export function withWholeSentences(chunk: Passage['chunk'], { text, blocks }: SourceText): Passage['chunk'] {
  const around = (place: number) => {
    const block = blocks.find((one) => one.start < place && place < one.end);
    if (!block || block.kind === 'code') return undefined;
    const from = Math.max(block.start, place - farthest);
    const to = Math.min(block.end, place + farthest);
    const found = sentences(text.slice(from, to), chunk.language);
    const cut = found.find((one) => from + one.start < place && place < from + one.end);
    if (!cut) return undefined;
    const isWhole = (cut.start > 0 || from === block.start) && (from + cut.end < to || to === block.end);
    return isWhole ? { start: from + cut.start, end: from + cut.end } : undefined;
  };
  const start = around(chunk.start)?.start ?? chunk.start;
  const end = around(chunk.end)?.end ?? chunk.end;
  return { ...chunk, start, end, content: text.slice(start, end) };
}
