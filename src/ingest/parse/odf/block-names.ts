import { drawingNames } from './drawings.ts';

/** What deletions were, indexes that repeat headings and captions, declarations. */
export const unreadNames: ReadonlySet<string> = new Set(
  (
    'tracked-changes table-of-content illustration-index table-index object-index user-index ' +
    'alphabetical-index bibliography-source forms variable-decls sequence-decls user-field-decls ' +
    'dde-connection-decls'
  ).split(' '),
);

/** Elements below the body of a text that are read, or passed over, as wholes. */
export const blockNames: readonly string[] = [
  'p',
  'h',
  'list',
  'table',
  'section',
  'bibliography',
  ...drawingNames,
  ...unreadNames,
];
