import { anyItemMark } from '../../text/item-mark.ts';
import type { Sentence } from '../../text/sentences.ts';

const mark = new RegExp(String.raw`^${anyItemMark}\s+(?=\S)`, 'u');

/** The first mark of a count: those behind it count on from it. */
const firstMark = /^\(?[aAi1]\)/;

/**
 * Makes items of what a text counts up by letters or numbers in brackets, a line for each, as contracts do: Markdown
 * knows no such list. Sentences behind the first of an item are of it up to the end of its paragraph.
 */
export function withLetteredItems(found: readonly Sentence[], content: string): Sentence[] {
  let isCounting = false;
  return found.map((sentence, place) => {
    const { start, end, kind } = sentence;
    const before = content.slice(found[place - 1]?.end ?? 0, start);
    const beginsLine = content.slice(content.lastIndexOf('\n', start - 1) + 1, start).trim() === '';
    const marked = kind === 'prose' && beginsLine ? (mark.exec(content.slice(start, end))?.[0] ?? '') : '';
    if (marked !== '' && (isCounting || firstMark.test(marked))) {
      isCounting = true;
      return { start: start + marked.length, end, kind: 'list-item' };
    }
    isCounting &&= kind === 'prose' && !/\n\s*\n/.test(before);
    return isCounting ? { start, end, kind: 'list-item' } : sentence;
  });
}
