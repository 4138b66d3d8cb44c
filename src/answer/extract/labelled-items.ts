import type { Sentence } from '../../text/sentences/sentences.ts';
import { introduces, lineBefore } from './join-spans.ts';

/** What a paragraph tells of, before a colon: "Rigid packaging: …". */
const label = /^[*_]{0,2}\p{Lu}[\p{L}\p{M}\p{N} &/’'-]{2,40}(?:[:：][*_]{0,2}|[*_]{2}[:：])\s+\S/u;

/**
 * Makes items of the paragraphs that a sentence with a colon at its end announces, where two or more in a row begin
 * with what they tell of: printed texts have such lists without marks.
 */
export function withLabelledItems(found: readonly Sentence[], content: string): Sentence[] {
  const items = new Set(found.flatMap((_, place) => announcedBy(found, place, content)));
  return found.map((sentence) => (items.has(sentence) ? { ...sentence, kind: 'list-item' } : sentence));
}

/** The sentences of the paragraphs with labels that the one at a place announces; none of fewer than two. */
function announcedBy(found: readonly Sentence[], place: number, content: string): readonly Sentence[] {
  const { kind, start, end } = found[place] as Sentence;
  if (kind !== 'prose' || !introduces(content.slice(start, end))) return [];
  const paragraphs: Sentence[][] = [];
  for (const sentence of found.slice(place + 1)) {
    if (sentence.kind !== 'prose') break;
    if (lineBefore(content, sentence.start).trim() !== '') paragraphs.at(-1)?.push(sentence);
    else if (label.test(content.slice(sentence.start, sentence.end))) paragraphs.push([sentence]);
    else break;
  }
  return paragraphs.length > 1 ? paragraphs.flat() : [];
}
