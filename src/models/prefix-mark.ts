import { createHash } from 'node:crypto';

/** The end of an embedder's id that stands for its prefixes, which are too long for one; empty where there are none. */
export function prefixMark(query: string, document: string): string {
  if (query === '' && document === '') return '';
  const prefixes = JSON.stringify([query, document]);
  return `-p${createHash('sha256').update(prefixes).digest('hex').slice(0, 8)}`;
}
