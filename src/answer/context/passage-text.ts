import type { Passage } from '../../contracts/generator.ts';

/** What a model reads of a passage: its words, under the header of the table that it begins within. */
export function passageText({ chunk, tableHeader }: Passage): string {
  return tableHeader ? `${tableHeader.text}\n${chunk.content}` : chunk.content;
}
