import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { DocumentRecords, KnownSource } from '../../contracts/document-records.ts';
import { FootnoteError, isAborted, isFootnoteError, throwIfAborted } from '../../errors.ts';
import { parseHtml } from '../../formats/html/html-document.ts';
import { containerAround } from '../../formats/parsers.ts';
import { decodeText } from '../../text/decode/decode-text.ts';
import { fileSelection, relativePath } from '../file-selection.ts';
import type { FileSource } from '../file-sources.ts';
import type { FindFilesOptions, Finding, FoundFile } from '../find-files.ts';
import { robotsRules } from './robots.ts';
import { crawlerName, WebClient, type WebReply } from './web-client.ts';

/** What a page says about itself and about others. */
interface PageLinks {
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

export interface WebSourceOptions {
  readonly collection: string;
  /** What is known of pages already; undefined for a collection that does not exist yet. */
  readonly documents: Pick<DocumentRecords, 'known' | 'sourcesBelow'> | undefined;
  /** Whether the pages below an address are read too, as far as links and sitemaps lead to them. */
  readonly crawl: boolean;
  readonly limits: WebLimits;
}

export interface WebLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly privateAddresses: boolean;
  /** Pages of one crawl. */
  readonly crawlPages: number;
  /** Links from the given address. */
  readonly crawlDepth: number;
  /** Between two requests; what robots.txt asks for may be more. */
  readonly delayMs: number;
}

/** No site may hold up a crawl for longer between two pages, whatever its robots.txt says. */
const maxDelayMs = 30_000;

/** Of robots.txt nothing behind this is read: https://www.rfc-editor.org/rfc/rfc9309#section-2.5. In bytes. */
const maxRobotsBytes = 500 * 1024;

/** Sitemaps that one crawl looks into. */
const maxSitemaps = 50;

/** Addresses remembered for each page that may be looked at: some are not allowed, or lead elsewhere. */
const foundForOne = 10;

/** What pages are made with and shown with, and feeds of them. */
const notForReaders =
  /^(?:image|audio|video|font)\/|^text\/(?:css|javascript)$|^application\/(?:javascript|x-javascript|json|manifest\+json|rss\+xml|atom\+xml|wasm|octet-stream|font-\w+)$/;

/** Endings of the same, which are not even asked for. */
const assetEnding =
  /\.(?:avif|bmp|css|eot|gif|gz|ico|jpe?g|js|json|m4a|map|mjs|mp[34]|ogg|otf|png|svg|tgz|ttf|wasm|wav|webm|webp|woff2?|zip)$/i;

/**
 * Pages of the web. `https://example.org/handbook/` is one page; where it is crawled, also what lies below
 * `https://example.org/handbook` as links, its sitemap and earlier crawls lead to it. Pages that are known are asked
 * for by `ETag` or `Last-Modified`, so that what has not changed is not sent again. A page that answers 404 or 410 is
 * gone.
 */
export class WebSource implements FileSource {
  readonly #options: WebSourceOptions;
  readonly #client: WebClient;
  readonly #gone = new Set<string>();
  /** What was fetched while it was looked for, until it is read. */
  #spool: Promise<string> | undefined;
  readonly #spooled = new Set<string>();

  constructor(options: WebSourceOptions) {
    this.#options = options;
    this.#client = new WebClient(options.limits);
  }

  async *find(addresses: readonly string[], options: FindFilesOptions): AsyncGenerator<Finding> {
    const seen = new Set<string>();
    for (const given of addresses) {
      throwIfAborted(options.signal);
      const address = normalAddress(given);
      if (address === undefined) yield { kind: 'failure', path: given, error: noAddress(given) };
      else if (this.#options.crawl) yield* this.#crawl(address, options, seen);
      else if (!seen.has(address) && fileSelection(options).takesNamed(address)) {
        seen.add(address);
        yield* this.#findPage(address, options);
      }
    }
  }

  async read({ path, absolutePath }: FoundFile, { signal }: { readonly signal?: AbortSignal | undefined }) {
    if (this.#spooled.has(absolutePath)) return readFile(await this.#placeOf(absolutePath));
    const reply = await this.#client.get(absolutePath, { signal });
    requireFound(path, reply);
    return reply.body;
  }

  async fileOf(source: string): Promise<string | undefined> {
    return this.#gone.has(source) ? undefined : (containerAround(source) ?? source);
  }

  folders(addresses: readonly string[]): ReadonlyMap<string, string> {
    if (!this.#options.crawl) return new Map();
    return new Map(
      addresses.flatMap((given) => {
        const address = normalAddress(given);
        return address === undefined ? [] : [[rootOf(address), given]];
      }),
    );
  }

  async close(): Promise<void> {
    if (this.#spool) await rm(await this.#spool, { recursive: true, force: true });
  }

  async *#findPage(address: string, { onLook, signal }: FindFilesOptions): AsyncGenerator<Finding> {
    onLook?.(address);
    try {
      const known = (await this.#known([address])).get(address);
      const reply = await this.#client.get(address, { known, signal });
      if (reply.status === 304 && known) yield fileFinding(address, address, known);
      else {
        requireFound(address, reply);
        yield await this.#keep(address, address, reply);
      }
    } catch (error) {
      yield* this.#failed(address, error);
    }
  }

  /**
   * Breadth first, one request at a time. What was known goes first: links of pages that have not changed are no
   * news.
   */
  async *#crawl(start: string, options: FindFilesOptions, seen: Set<string>): AsyncGenerator<Finding> {
    const { limits } = this.#options;
    const { signal, onLook } = options;
    const root = rootOf(start);
    const selection = fileSelection(options);
    const isBelow = (address: string) => address === root || address.startsWith(`${root}/`);
    const isWanted = (address: string) =>
      selection.takesFromFolder({ path: address, relativePath: relativePath(root, address) });
    const site = await this.#siteOf(start, signal);
    const known = await this.#known(
      (await this.#options.documents?.sourcesBelow(this.#options.collection, root)) ?? [],
    );
    const queue = [start, ...known.keys()].map((address) => ({ address, depth: 0 }));
    const found = new Set(queue.map(({ address }) => address));
    const mayBeFound = found.size + limits.crawlPages * foundForOne;
    const enqueue = (address: string, depth: number) => {
      if (found.size >= mayBeFound || found.has(address) || !isBelow(address)) return;
      found.add(address);
      queue.push({ address, depth });
    };
    for (const address of await this.#sitemap(site.sitemaps, isBelow, signal)) enqueue(address, 1);
    let pages = 0;
    let refused = 0;
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { address, depth } = next;
      if (seen.has(address) || !isBelow(address) || assetEnding.test(new URL(address).pathname)) continue;
      seen.add(address);
      if (!site.allows(address)) {
        refused += 1;
        // Whoever stops the crawl is heard between two of many.
        await pause(0, signal);
        continue;
      }
      if (pages === limits.crawlPages) {
        yield {
          kind: 'warning',
          message: `${start} has more than ${limits.crawlPages} pages; the others were not looked at. Raise web.crawlPages, or crawl a part of it`,
        };
        break;
      }
      if (pages > 0) await pause(site.delayMs, signal);
      pages += 1;
      onLook?.(address);
      try {
        const before = known.get(address);
        const reply = await this.#client.get(address, { known: before, signal });
        if (reply.status === 304 && before) {
          if (isWanted(address)) yield fileFinding(root, address, before);
          continue;
        }
        requireFound(address, reply);
        const at = normalAddress(reply.address) ?? address;
        // Another site, or another part of this one, is not what was asked for.
        if (!isBelow(at) || (at !== address && seen.has(at))) continue;
        seen.add(at);
        const type = (reply.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
        if (notForReaders.test(type)) continue;
        const page = isHtml(type, reply) ? await pageLinks(reply.body, at, robotsHeader(reply)) : undefined;
        if (page && depth < limits.crawlDepth) for (const link of page.links) enqueue(link, depth + 1);
        yield* this.#pageOf(at, page, reply, { isBelow, isWanted, root, seen });
      } catch (error) {
        const isGone = isFootnoteError(error) && error.code === 'path_not_found';
        // A page that is gone is removed, as a file would be, and a link that leads nowhere is the page's own fault.
        if (isGone && address !== start) this.#gone.add(address);
        else yield* this.#failed(address, error);
      }
    }
    if (refused > 0)
      yield {
        kind: 'warning',
        message: `robots.txt of ${new URL(start).host} keeps ${refused} of the pages from being read`,
      };
  }

  async *#pageOf(
    address: string,
    page: PageLinks | undefined,
    reply: WebReply,
    {
      isBelow,
      isWanted,
      root,
      seen,
    }: {
      isBelow: (one: string) => boolean;
      isWanted: (one: string) => boolean;
      root: string;
      seen: Set<string>;
    },
  ): AsyncGenerator<Finding> {
    if (page?.isHidden) return;
    const { canonical } = page ?? {};
    const own =
      canonical !== undefined && isBelow(canonical) && isSameSite(canonical, address) ? canonical : address;
    if (own !== address && seen.has(own)) return;
    seen.add(own);
    if (isWanted(own)) yield await this.#keep(root, own, reply);
  }

  async *#failed(address: string, error: unknown): AsyncGenerator<Finding> {
    if (!isFootnoteError(error) || isAborted(error)) throw error;
    if (error.code === 'path_not_found') this.#gone.add(address);
    yield { kind: 'failure', path: address, error };
  }

  async #known(addresses: readonly string[]): Promise<ReadonlyMap<string, KnownSource>> {
    return (await this.#options.documents?.known(this.#options.collection, addresses)) ?? new Map();
  }

  /** Keeps what was fetched until it is read: a crawl may be of more than fits into memory. */
  async #keep(root: string, address: string, { body, headers }: WebReply): Promise<Finding> {
    await writeFile(await this.#placeOf(address), body);
    this.#spooled.add(address);
    const lastModified = Date.parse(headers['last-modified'] ?? '');
    // Without a date its content tells whether it has changed.
    const modifiedMs = Number.isNaN(lastModified) ? Date.now() : lastModified;
    const { etag: tag } = headers;
    return fileFinding(root, address, { bytes: body.length, modifiedMs, ...(tag !== undefined && { tag }) });
  }

  async #placeOf(address: string): Promise<string> {
    this.#spool ??= mkdtemp(join(tmpdir(), 'footnote-pages-'));
    return join(await this.#spool, createHash('sha256').update(address).digest('hex'));
  }

  /**
   * What a site allows (https://www.rfc-editor.org/rfc/rfc9309): all where it has no robots.txt, nothing where that
   * cannot be had. Errors: those of the client, `address_unreachable` for a server that fails.
   */
  async #siteOf(address: string, signal: AbortSignal | undefined) {
    const { delayMs } = this.#options.limits;
    const at = new URL('/robots.txt', address).href;
    const { status, body } = await this.#client.get(at, { signal });
    if (status >= 500)
      throw new FootnoteError('address_unreachable', { address: at, reason: `status ${status}` });
    const rules = Buffer.from(body.subarray(0, maxRobotsBytes));
    const robots = robotsRules(status < 300 ? rules.toString('utf8') : '', crawlerName);
    const { origin } = new URL(at);
    const asked = (robots.crawlDelay ?? 0) * 1000;
    return {
      allows: (page: string) => {
        const { origin: site, pathname, search } = new URL(page);
        return site !== origin || robots.allows(pathname + search);
      },
      delayMs: Math.max(delayMs, Math.min(asked, maxDelayMs)),
      sitemaps: [...robots.sitemaps, new URL('/sitemap.xml', address).href],
    };
  }

  async #sitemap(
    addresses: readonly string[],
    isBelow: (address: string) => boolean,
    signal: AbortSignal | undefined,
  ): Promise<readonly string[]> {
    const { crawlPages } = this.#options.limits;
    const pages = new Set<string>();
    const queue = [...new Set(addresses)].slice(0, maxSitemaps);
    for (let looked = 0; queue.length > 0 && looked < maxSitemaps && pages.size < crawlPages; looked += 1) {
      const at = queue.shift() as string;
      const reply = await this.#client.get(at, { signal }).catch((error: unknown) => {
        if (isAborted(error)) throw error;
        return undefined;
      });
      if (!reply || reply.status >= 300) continue;
      const found = sitemapAddresses(Buffer.from(reply.body).toString('utf8'));
      queue.push(...found.sitemaps.filter((one) => isSameSite(one, at)).slice(0, maxSitemaps));
      for (const page of found.pages) if (isBelow(page)) pages.add(page);
    }
    return [...pages];
  }
}

/** The page's folder: `https://example.org/handbook` for `https://example.org/handbook/index.html`. */
function rootOf(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname.slice(0, pathname.lastIndexOf('/'));
}

function isSameSite(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}

function isHtml(type: string, { body }: WebReply): boolean {
  return (
    type.includes('html') ||
    (type === '' && /^\s*</.test(Buffer.from(body.subarray(0, 100)).toString('latin1')))
  );
}

function robotsHeader({ headers }: WebReply): string {
  return [headers['x-robots-tag'] ?? ''].flat().join(',');
}

function fileFinding(
  root: string,
  address: string,
  { bytes, modifiedMs, tag }: Pick<KnownSource, 'bytes' | 'modifiedMs' | 'tag'>,
): Finding {
  const place = { path: address, absolutePath: address, root, isNamed: true };
  const given = { metadata: { url: address } };
  return { kind: 'file', file: { ...place, bytes, modifiedMs, given, ...(tag !== undefined && { tag }) } };
}

function requireFound(address: string, { status }: WebReply): void {
  if (status === 404 || status === 410)
    throw new FootnoteError('path_not_found', { path: address, remedy: 'Check the address' });
  if (status === 401 || status === 403)
    throw new FootnoteError('address_refused', {
      address,
      reason: `its server answers with status ${status}`,
      remedy: 'Save pages that need a login, and ingest the files',
    });
  if (status < 200 || status > 299)
    throw new FootnoteError('address_unreachable', {
      address,
      reason: `its server answers with status ${status}`,
    });
}

function noAddress(address: string): FootnoteError {
  return new FootnoteError('address_refused', {
    address,
    reason: 'it is no address of a page, or has a user and password in it',
    remedy: 'Give it as https://example.org/page',
  });
}

/** Waits, unless there is no need to any more. Errors: `aborted`. */
async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await setTimeout(milliseconds, undefined, signal && { signal }).catch(() => throwIfAborted(signal));
}
