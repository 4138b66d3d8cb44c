import { anyItemMark } from '../../text/sentences/item-mark.ts';
import type { Sentence } from '../../text/sentences/sentences.ts';
import { lineBefore } from './join-spans.ts';
import { endsSentence } from './sentence-end.ts';

const mark = new RegExp(String.raw`^${anyItemMark}(?=\S)`, 'u');
const firstMark = /^\(?[aAi1]\)/;

/** What counts: the paragraphs of a law are numbered, and what one of them counts up has letters. */
const kindOfMark = (words: string) => (/\d/.test(words) ? 'number' : 'letter');

/**
 * Makes items of what a sentence that no stop ends counts up by letters or numbers in brackets, a line for each, as
 * contracts do: Markdown knows no such list. Sentences behind the first of an item are of it up to the end of its
 * paragraph.
 */
export function withLetteredItems(found: readonly Sentence[], content: string): Sentence[] {
  const counting = new Set<string>();
  return found.map((sentence, place) => {
    const { start, end, kind } = sentence;
    const last = found[place - 1];
    const between = content.slice(last?.end ?? 0, start);
    const beginsLine = lineBefore(content, start).trim() === '';
    const marked = kind === 'prose' && beginsLine ? (mark.exec(content.slice(start, end))?.[0] ?? '') : '';
    const begins = firstMark.test(marked) && isUnfinished(last, content);
    if (begins) counting.add(kindOfMark(marked));
    const isItem = marked !== '' && counting.has(kindOfMark(marked));
    const goesOn = marked === '' && kind === 'prose' && !/\n\s*\n/.test(between);
    if (!isItem && !goesOn) counting.clear();
    return counting.size > 0 ? { start: start + marked.length, end, kind: 'list-item' } : sentence;
  });
}

function isUnfinished(said: Sentence | undefined, content: string): boolean {
  return said !== undefined && said.kind !== 'heading' && !endsSentence(content.slice(said.start, said.end));
}
