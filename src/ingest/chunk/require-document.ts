import { requireList, requireObject, requireText } from '../../require-arguments.ts';

/** Refuses what is no parsed document, as a text by itself is none: see `parseFile`. Errors: `request_invalid`. */
export function requireDocument(document: object): void {
  requireObject('document', document);
  const { text, blocks } = document as { readonly text?: unknown; readonly blocks?: unknown };
  requireText('document.text', text);
  requireList('document.blocks', blocks);
}
