import type { MetadataValue } from '../../contracts/chunk.ts';
import type { DocumentProperties } from '../document/document-builder.ts';
import { primarySubtag } from '../document/text-format.ts';
import type { HtmlDocument } from './html-node.ts';

const maxLength = 2000;

/** `name` or `property` of the meta elements that hold each field, the best first. */
const metaNames: Readonly<Record<'authors' | 'date' | 'description', readonly string[]>> = {
  authors: ['author', 'article:author', 'dc.creator', 'dcterms.creator', 'citation_author'],
  date: [
    'article:published_time',
    'date',
    'dc.date',
    'dcterms.date',
    'dcterms.created',
    'citation_publication_date',
    'article:modified_time',
  ],
  description: ['description', 'og:description', 'dc.description', 'dcterms.description'],
};

/**
 * What the head of a page says of it: the `title` element, with the site's name where the page has it there, the
 * language, and of `authors`, `date`, `description`, `keywords` and `url` (the canonical link) those that are there.
 */
export function htmlFacts(document: HtmlDocument): DocumentProperties {
  const metas = metaContents(document);
  const metadata: Record<string, MetadataValue> = {};
  for (const [field, names] of Object.entries(metaNames)) {
    // Some pages give a link to a profile for the author.
    const value = names
      .map((name) => metas.get(name))
      .find((content) => content !== undefined && !webAddress(content));
    if (value !== undefined) metadata[field] = field === 'authors' ? [value] : value;
  }
  const keywords = metas
    .get('keywords')
    ?.split(/\s*[,;]\s*/)
    .filter((word) => word !== '');
  if (keywords && keywords.length > 0) metadata.keywords = keywords;
  const url =
    webAddress(document.querySelector('link[rel~="canonical"]')?.getAttribute('href')) ??
    webAddress(metas.get('og:url'));
  if (url) metadata.url = url;
  const title = oneLine(document.querySelector('head > title, title')?.textContent) || metas.get('og:title');
  const language = primarySubtag(
    document.documentElement?.getAttribute('lang') ??
      document.documentElement?.getAttribute('xml:lang') ??
      metas.get('content-language'),
  );
  return { title, language, metadata };
}

function metaContents(document: HtmlDocument): ReadonlyMap<string, string> {
  const contents = new Map<string, string>();
  for (const meta of document.querySelectorAll('meta')) {
    const name =
      meta.getAttribute('name') ?? meta.getAttribute('property') ?? meta.getAttribute('http-equiv');
    const content = oneLine(meta.getAttribute('content'));
    const key = name?.trim().toLowerCase();
    if (key && content !== '' && !contents.has(key)) contents.set(key, content);
  }
  return contents;
}

function webAddress(href: string | null | undefined): string | undefined {
  return href && /^https?:\/\/\S+$/i.test(href.trim()) ? href.trim().slice(0, maxLength) : undefined;
}

function oneLine(text: string | null | undefined): string {
  return (text ?? '').slice(0, maxLength).replace(/\s+/g, ' ').trim();
}
