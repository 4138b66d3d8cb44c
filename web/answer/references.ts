import type { ShownCitation } from '../conversation/turn.ts';

/** A document that an answer cites, with the pages that are cited. */
interface Reference {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly pages: readonly number[];
}

/** The documents that citations are of, each once, in the order of the footnotes. */
function referencesOf(citations: readonly ShownCitation[]): readonly Reference[] {
  const cited = citations.filter(({ quote }) => quote !== null);
  return [...Map.groupBy(cited, ({ documentId }) => documentId).values()].flatMap((of) => {
    const [first] = of;
    if (!first) return [];
    const pages = [...new Set(of.flatMap(({ page }) => page ?? []))].toSorted((a, b) => a - b);
    const slug = first.title.normalize('NFKD').replaceAll(/[^A-Za-z0-9]+/g, '');
    // A title in another script leaves nothing that BibTeX takes for a key.
    const id = `${slug.slice(0, 24) || 'document'}-${first.documentId.slice(-6)}`;
    return [{ id, title: first.title, path: first.path, pages }];
  });
}

/** The documents that an answer cites as BibTeX: each `@misc`, since nothing says what it is. */
export function asBibtex(citations: readonly ShownCitation[]): string {
  const entries = referencesOf(citations).map(({ id, title, path, pages }) => {
    const fields = [
      `  title = {${escaped(title)}}`,
      ...(pages.length > 0 ? [`  pages = {${pages.join(', ')}}`] : []),
      ...(isAddress(path) ? [`  url = {${inBraces(path)}}`] : [`  note = {${escaped(path)}}`]),
    ];
    return `@misc{${id},\n${fields.join(',\n')}\n}\n`;
  });
  return entries.join('\n');
}

/** The same as CSL-JSON, which Zotero, pandoc and others read. */
export function asCsl(citations: readonly ShownCitation[]): string {
  const items = referencesOf(citations).map(({ id, title, path, pages }) => ({
    id,
    type: isAddress(path) ? 'webpage' : 'document',
    title,
    ...(pages.length > 0 && { page: pages.join(', ') }),
    ...(isAddress(path) ? { URL: path } : { source: path }),
  }));
  return `${JSON.stringify(items, null, 2)}\n`;
}

function isAddress(path: string): boolean {
  return /^https?:\/\//.test(path);
}

/** BibTeX counts braces behind a backslash too: an odd one would end the field, or never end it. */
const special: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\^{}',
};

function escaped(text: string): string {
  return text.replaceAll(/[\\{}$&#%_~^]/g, (mark) => special[mark] ?? `\\${mark}`);
}

/** An address as it may stand between braces. */
function inBraces(address: string): string {
  return address.replaceAll(/[\\{}\s]/g, encodeURIComponent);
}
