/** Shapes, and what holds or links them. */
export const drawingNames: ReadonlySet<string> = new Set([
  'frame',
  'g',
  'a',
  'custom-shape',
  'rect',
  'ellipse',
  'circle',
  'line',
  'path',
  'polygon',
  'polyline',
  'regular-polygon',
  'connector',
  'measure',
  'caption',
]);

/** What deletions were, indexes that repeat headings and captions, declarations. */
export const unreadNames: ReadonlySet<string> = new Set([
  'tracked-changes',
  'table-of-content',
  'illustration-index',
  'table-index',
  'object-index',
  'user-index',
  'alphabetical-index',
  'bibliography-source',
  'forms',
  'variable-decls',
  'sequence-decls',
  'user-field-decls',
  'dde-connection-decls',
]);

/** Elements below the body of a text that are read, or passed over, as wholes. */
export const blockNames: readonly string[] = [
  'p',
  'h',
  'list',
  'numbered-paragraph',
  'table',
  'section',
  'bibliography',
  ...drawingNames,
  ...unreadNames,
];
