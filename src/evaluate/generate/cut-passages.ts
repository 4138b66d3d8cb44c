import { sentences } from '../../text/sentences/sentences.ts';

/** What a reader takes in at once, and a chunk of the default length holds, in characters. */
const wantedLength = 1200;

/** Shorter ones say too little to ask about. */
const shortest = 200;

/** Passages of a text, each of whole sentences: `[start, end)`, in order, without overlap. */
export function cutPassages(text: string, language: string): { start: number; end: number }[] {
  const passages: { start: number; end: number }[] = [];
  for (const { start, end } of sentences(text, language)) {
    const last = passages.at(-1);
    if (last && end - last.start <= wantedLength) last.end = end;
    else passages.push({ start, end });
  }
  return passages.filter(({ start, end }) => end - start >= shortest);
}
