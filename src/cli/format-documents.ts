import type { DocumentSummary } from '../contracts/document.ts';
import type { Block } from '../contracts/parser.ts';
import { formatColumns } from './format-columns.ts';
import { formatBytes, formatCount, formatNumber } from './format-quantity.ts';
import type { Style } from './output.ts';
import { elide, elidePath, printableLine } from './printable-text.ts';

/** What all but path and title take, with the space around it: in a wide list, and in one with the passages alone. */
const factColumns = { wide: 42, narrow: 12 };
/** Paths and titles are cut to fit, titles first, down to these. */
const pathColumns = { wide: 20, narrow: 12 };
const titleColumns = { wide: 16, narrow: 6 };
/** What a list needs for all that it can show. */
const wideColumns = factColumns.wide + pathColumns.wide + titleColumns.wide;

/** One line for each document. On a narrow terminal size and time are left out. */
export function formatDocuments(
  documents: readonly DocumentSummary[],
  columns: number,
  style: Style,
): string {
  if (documents.length === 0) return 'There are no documents here yet. Add some with: footnote ingest PATH';
  const shape = columns < wideColumns ? 'narrow' : 'wide';
  const room = columns - factColumns[shape];
  const longestPath = Math.max(...documents.map(({ path }) => path.length));
  const pathWidth = Math.min(longestPath, Math.max(pathColumns[shape], room - titleColumns[shape]));
  const titleWidth = Math.max(titleColumns[shape], room - pathWidth);
  const dim = (cell: string) => style('dim', cell);
  const rows = documents.map((document) => [
    elidePath(printableLine(document.path), pathWidth),
    formatNumber(document.chunks),
    ...(shape === 'wide'
      ? [formatBytes(document.bytes), document.ingestedAt.slice(0, 16).replace('T', ' ')]
      : []),
    dim(elide(printableLine(document.title), titleWidth)),
  ]);
  const facts = shape === 'wide' ? ['SIZE', 'READ (UTC)'] : [];
  const head = ['PATH', 'PASSAGES', ...facts, 'TITLE'].map(dim);
  return formatColumns([head, ...rows], { right: shape === 'wide' ? [1, 2] : [1] });
}

/** What is known of a document, and its outline. */
export function formatDocument(
  document: DocumentSummary,
  outline: readonly (Block & { kind: 'heading' })[],
  style: Style,
): string {
  const facts = [
    ['path', document.path],
    ['title', document.title],
    ['id', document.documentId],
    ['language', document.language],
    [
      'size',
      `${formatBytes(document.bytes)}, ${formatCount(document.tokens, 'token')} in ${formatCount(document.chunks, 'passage')}`,
    ],
    ['read', `${document.ingestedAt}, version ${document.version}`],
    ['sha-256', document.contentHash],
  ].map(([name = '', value = '']) => [style('dim', name), printableLine(value)]);
  const headings = outline.map(({ level, title }) => `${'  '.repeat(level)}${printableLine(title)}`);
  return [formatColumns(facts), ...(headings.length > 0 ? ['', ...headings] : [])].join('\n');
}
