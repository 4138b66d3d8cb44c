import type { Passage } from '../../contracts/generator.ts';
import type { QuotableUnit } from './quotable-units.ts';

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
    linkedShare: 0,
  };
}
