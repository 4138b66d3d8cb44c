import type { Passage } from '../../contracts/generator.ts';
import { openCode } from '../../text/code-fence.ts';
import type { QuotableUnit } from './quotable-units.ts';

/** Where in the chunk the fence stands behind which code goes on to the next; infinite where none does. */
export function openFence(passage: Passage): number {
  const { content, start } = passage.chunk;
  // What ends code that began before the chunk begins none.
  const from = Math.max(0, (bareCodeAt(passage, -1)?.end ?? start) - start);
  const code = openCode(content.slice(from));
  return code ? from + code.start : Number.POSITIVE_INFINITY;
}

/** Whether a place of the chunk lies in code without fences of which a part stands in another. */
export function isOfCutCode(passage: Passage, place: number): boolean {
  const { start, end } = passage.chunk;
  const code = bareCodeAt(passage, place);
  return code !== undefined && (code.start < start || code.end > end);
}

function bareCodeAt({ chunk, bareCode = [] }: Passage, place: number) {
  const at = chunk.start + place;
  return bareCode.find(({ start, end }) => start <= at && at < end);
}

/** The header of the table that the chunk begins within. */
export function headerAbove(
  passage: Passage,
  termsOf: (words: string) => readonly string[],
): QuotableUnit | undefined {
  const { tableHeader } = passage;
  if (!tableHeader) return undefined;
  return {
    kind: 'table-header',
    passage,
    ...tableHeader,
    terms: termsOf(tableHeader.text),
    headingTerms: [],
    heading: '',
    nearestTerms: [],
    opensSection: false,
    label: [],
    isPartOfCode: false,
    linkedShare: 0,
  };
}
