import { pageUnitOf } from '../../src/contracts/page-unit.ts';

/** The page of a document as a place says it: `p. 3`, `slide 3`. A sheet is told by its name, which is a heading. */
export function pageLabel({ path, page }: { readonly path: string; readonly page: number | null }): string {
  const unit = pageUnitOf(path);
  if (page === null || unit === 'sheet') return '';
  return `${unit === 'page' ? 'p.' : unit} ${page}`;
}
