/**
 * The address of a document's page. In `baseUrl`, `{path}` stands for the path below the given folder and `{page}`
 * for the same without its ending, as Docusaurus has it; without either the path is put at the end. Undefined where
 * there is no base.
 */
export function pageUrl(baseUrl: string, path: string): string | undefined {
  if (baseUrl === '') return undefined;
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  if (!/\{(?:path|page)\}/.test(baseUrl)) return `${baseUrl.replace(/\/$/, '')}/${encoded}`;
  return baseUrl
    .replaceAll('{path}', () => encoded)
    .replaceAll('{page}', () => encoded.replace(/\.[^./]+$/, ''));
}
