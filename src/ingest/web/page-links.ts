import { parseHtml } from '../../formats/html/html-document.ts';
import { decodeText } from '../../text/decode/decode-text.ts';

/** What a page says about itself and about others. */
export interface PageLinks {
  /** Addresses without fragments, in order, each once. */
  readonly links: readonly string[];
  /** Under which address the page wants to be known; undefined where it does not say. */
  readonly canonical: string | undefined;
  /** Whether it is not to be kept. */
  readonly isHidden: boolean;
}

/** Reads the links of an HTML page, by its `base`, `rel` and robots instructions. */
export async function pageLinks(html: Uint8Array, address: string, robotsHeader = ''): Promise<PageLinks> {
  const document = await parseHtml(decodeText(html).text);
  const meta = [...document.querySelectorAll('meta[name]')]
    .filter((one) => /^(?:robots|footnote)$/i.test(one.getAttribute('name') ?? ''))
    .map((one) => one.getAttribute('content') ?? '');
  const instructions = new Set(
    [robotsHeader, ...meta]
      .join(',')
      .toLowerCase()
      .split(/[\s,]+/),
  );
  const isHidden = instructions.has('noindex') || instructions.has('none');
  const follows = !instructions.has('nofollow') && !instructions.has('none');
  const base =
    normalAddress(document.querySelector('base[href]')?.getAttribute('href') ?? '', address) ?? address;
  const resolved = (href: string | null) => (href === null ? undefined : normalAddress(href, base));
  const links = follows
    ? [
        ...document.querySelectorAll(
          'a[href], area[href], link[rel~="next"], link[rel~="prev"], frame[src], iframe[src]',
        ),
      ]
        .filter((one) => !/\bnofollow\b/i.test(one.getAttribute('rel') ?? ''))
        .flatMap((one) => resolved(one.getAttribute('href') ?? one.getAttribute('src')) ?? [])
    : [];
  const canonical = resolved(document.querySelector('link[rel~="canonical"]')?.getAttribute('href') ?? null);
  return { links: [...new Set(links)], canonical, isHidden };
}

/** Longest address: what sitemaps may have and all browsers take. */
const maxAddress = 2048;

/**
 * An address of the web without its fragment, as URLs are written; undefined for whatever is none, or is too long to be
 * that of a page.
 */
export function normalAddress(href: string, base?: string): string | undefined {
  const url = URL.canParse(href, base) ? new URL(href, base) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  url.hash = '';
  return url.href.length > maxAddress ? undefined : url.href;
}

/** As many as a sitemap may have. */
const maxInSitemap = 50_000;

/**
 * The addresses of a sitemap, or of the sitemaps that it lists (https://www.sitemaps.org/protocol.html). Takes time
 * linear in its length, whatever stands in it.
 */
export function sitemapAddresses(xml: string): {
  readonly pages: readonly string[];
  readonly sitemaps: readonly string[];
} {
  const [, ...places] = xml.split('<loc>', maxInSitemap + 1);
  const addresses = places.flatMap((place) => {
    const end = place.indexOf('</loc>');
    const text = place.slice(0, Math.max(end, 0)).trim();
    const isQuoted = text.startsWith('<![CDATA[') && text.endsWith(']]>');
    return normalAddress((isQuoted ? text.slice(9, -3) : text).trim().replaceAll('&amp;', '&')) ?? [];
  });
  return /<sitemapindex\b/.test(xml)
    ? { pages: [], sitemaps: addresses }
    : { pages: addresses, sitemaps: [] };
}
