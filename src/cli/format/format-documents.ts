import type { DocumentSummary } from '../../contracts/document.ts';
import type { Block } from '../../contracts/parser.ts';
import type { Style } from '../output.ts';
import { type Fact, formatFacts } from './format-facts.ts';
import { formatBytes, formatCount, formatMinute, formatNumber } from './format-quantity.ts';
import { formatTable, type TableColumn } from './format-table.ts';
import { elide, elidePath, printableLine, printableName } from './printable-text.ts';

/** What is said where there is no document; ends with a command. */
export const noDocumentsYet = 'There are no documents here yet. Add some with: footnote ingest PATH';

const columns: readonly TableColumn[] = [
  { head: 'PATH', cut: { least: 14, by: elidePath } },
  { head: 'PASSAGES', align: 'right' },
  { head: 'SIZE', align: 'right', dropOrder: 2 },
  { head: 'READ (UTC)', dropOrder: 1 },
  { head: 'TITLE', cut: { least: 12, by: elide }, colour: 'dim' },
];

/**
 * One line for each document, and one for each copy of it, by path. On a narrow terminal size and time are left out,
 * paths and titles are cut to fit.
 */
export function formatDocuments(documents: readonly DocumentSummary[], width: number, style: Style): string {
  const rows = documents.flatMap(({ path, paths, chunks, bytes, ingestedAt, title }) => [
    [path, formatNumber(chunks), formatBytes(bytes), formatMinute(ingestedAt), printableLine(title)],
    ...paths
      .filter((other) => other !== path)
      .map((copy) => [copy, '', '', '', `same as ${printableName(path)}`]),
  ]);
  const ordered = rows.toSorted(([a = ''], [b = '']) => (a < b ? -1 : Number(a > b)));
  const shown = ordered.map(([path = '', ...rest]) => [printableName(path), ...rest]);
  return formatTable(columns, shown, width, style);
}

/** What is known of a document, and its outline. */
export function formatDocument(
  document: DocumentSummary,
  outline: readonly (Block & { kind: 'heading' })[],
  width: number,
  style: Style,
): string {
  const copies = document.paths.filter((path) => path !== document.path).map(printableName);
  const metadata = Object.entries(document.metadata).map(
    ([name, value]) => `${name}: ${typeof value === 'object' ? value.join(', ') : value}`,
  );
  const facts: readonly Fact[] = [
    ['path', printableName(document.path)],
    ['also at', copies.length > 0 ? copies.join(', ') : null],
    ['title', printableLine(document.title)],
    ['id', document.documentId],
    ['language', document.language],
    [
      'size',
      `${formatBytes(document.bytes)}, ${formatCount(document.tokens, 'token')} in ${formatCount(document.chunks, 'passage')}`,
    ],
    ['read', `${document.ingestedAt}, version ${document.version}`],
    ['sha-256', document.contentHash],
    ['metadata', metadata.length > 0 ? printableLine(metadata.join('; ')) : null],
  ];
  const headings = outline.map(({ level, title }) => `${'  '.repeat(level)}${printableLine(title)}`);
  return [formatFacts(facts, width, style), ...(headings.length > 0 ? ['', ...headings] : [])].join('\n');
}
