import type { TableRows } from '../document-builder.ts';
import type { XmlElement } from '../xml/xml.ts';

/** A table of a document or slide, or what only looks like one. */
export type OfficeTable =
  | ({ readonly kind: 'data' } & TableRows)
  | { readonly kind: 'layout'; readonly cells: readonly XmlElement[] };

/** A table within a cell in one line: cells with a comma between two, rows with a semicolon. */
export function textOfNested(table: OfficeTable, cellText: (cell: XmlElement) => string): string {
  const rows = table.kind === 'data' ? table.rows : table.cells.map((cell) => [cellText(cell)]);
  return rows
    .map((row) => row.filter((text) => text !== '').join(', '))
    .filter((text) => text !== '')
    .join('; ');
}
