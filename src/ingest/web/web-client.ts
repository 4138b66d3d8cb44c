import { lookup as resolveName } from 'node:dns';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import ipaddr from 'ipaddr.js';
import { FootnoteError, isFootnoteError, throwIfAborted } from '../../errors.ts';
import { manifest } from '../../files/package-root.ts';

/** The name under which robots.txt may speak to it, and the start of what it calls itself. */
export const crawlerName = 'Footnote';

const userAgent = `${crawlerName}/${manifest.version}`;

/** As many as browsers follow. */
const maxRedirects = 20;

export interface WebClientOptions {
  /** For one answer, whole. */
  readonly timeoutMs: number;
  /** Of one answer, unpacked. */
  readonly maxBytes: number;
  /** Whether addresses of this machine and of private networks may be asked. */
  readonly privateAddresses: boolean;
}

/** An answer of a server, after all redirects. */
export interface WebReply {
  /** Where it came from in the end. */
  readonly address: string;
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Uint8Array;
}

/** What was known of a page, by which its server can say that it has not changed. */
export interface KnownPage {
  readonly tag?: string | undefined;
  readonly modifiedMs?: number | undefined;
}

/**
 * Fetches pages of servers that nobody vouches for. Names are resolved once, and the connection goes to the very
 * address that was looked at: unless it may, neither a name nor a redirect leads to this machine, its network or the
 * metadata service of a cloud.
 */
export class WebClient {
  readonly #options: WebClientOptions;

  constructor(options: WebClientOptions) {
    this.#options = options;
  }

  /**
   * Asks for a page; answers with any status. Errors: `address_refused`, `address_unreachable`, `file_too_large`,
   * `aborted`.
   */
  async get(
    address: string,
    {
      known,
      signal,
    }: { readonly known?: KnownPage | undefined; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<WebReply> {
    const { timeoutMs } = this.#options;
    const limit = AbortSignal.timeout(timeoutMs);
    const either = AbortSignal.any([limit, ...(signal ? [signal] : [])]);
    let url = new URL(address);
    try {
      for (let redirects = 0; ; redirects += 1) {
        const reply = await this.#request(url, known, either);
        const target = redirectOf(reply);
        if (target === undefined)
          return {
            address: url.href,
            status: reply.statusCode ?? 0,
            headers: reply.headers,
            body: await this.#bodyOf(reply, address),
          };
        // What else it sends is of no use, and need not end.
        reply.destroy();
        if (redirects === maxRedirects)
          throw unreachable(address, `it redirects more than ${maxRedirects} times`);
        url = new URL(target, url);
      }
    } catch (cause) {
      throwIfAborted(signal);
      if (isFootnoteError(cause)) throw cause;
      throw unreachable(address, limit.aborted ? `no answer within ${timeoutMs} ms` : reasonOf(cause), cause);
    }
  }

  #request(url: URL, known: KnownPage | undefined, signal: AbortSignal): Promise<IncomingMessage> {
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw refused(
        url.href,
        `${url.protocol} is neither http: nor https:`,
        'Save what is there, and ingest the file',
      );
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // A name is looked at once it is resolved.
    const refusal = isIP(host) ? this.#refusalOf(url.hostname, host) : undefined;
    if (refusal) throw refusal;
    const request = url.protocol === 'https:' ? requestSecure : requestPlain;
    const headers = {
      'user-agent': userAgent,
      accept: 'text/html,application/xhtml+xml,text/*;q=0.9,application/pdf;q=0.9,*/*;q=0.5',
      'accept-encoding': 'gzip, deflate, br',
      ...(known?.tag !== undefined && { 'if-none-match': known.tag }),
      ...(known?.tag === undefined &&
        known?.modifiedMs !== undefined && { 'if-modified-since': new Date(known.modifiedMs).toUTCString() }),
    };
    return new Promise((resolve, reject) => {
      // Without an agent: nothing stays open for the next page, whose address is looked at anew.
      const options = { agent: false, headers, signal, lookup: this.#lookup(url.hostname) };
      request(url, options, resolve).on('error', reject).end();
    });
  }

  /** Resolves a name, and gives the connection nothing but addresses that may be asked. */
  #lookup(name: string): LookupFunction {
    return (hostname, options, done) => {
      resolveName(hostname, { ...options, all: true }, (failed, found) => {
        const refusals = failed
          ? [failed]
          : found.flatMap(({ address }) => this.#refusalOf(name, address) ?? []);
        const [refusal = null] = refusals;
        const [first] = refusal ? [] : found;
        if (options.all || !first) done(refusal, refusal ? [] : found);
        else done(null, first.address, first.family);
      });
    };
  }

  /** Why a name that leads to an address may not be asked; undefined where it may. */
  #refusalOf(name: string, address: string): FootnoteError | undefined {
    if (this.#options.privateAddresses) return undefined;
    // Of an IPv4 address in IPv6 the address that it stands for counts.
    const range = rangeOf(address.replace(/%.*$/, ''));
    if (range === 'unicast') return undefined;
    const remedy = 'Set web.privateAddresses to true if pages of this machine and its network are meant';
    const isNamed = name.replace(/^\[|\]$/g, '') !== address;
    const reason = isNamed ? `it leads to ${address}, which is no public address` : 'it is no public address';
    return refused(name, `${reason} (${range})`, remedy);
  }

  async #bodyOf(reply: IncomingMessage, address: string): Promise<Uint8Array> {
    // It has no content, whatever its headers say of how that is packed.
    if (reply.statusCode === 304 || reply.statusCode === 204) return new Uint8Array();
    const { maxBytes } = this.#options;
    const pieces: Uint8Array[] = [];
    let size = 0;
    const stream = unpacked(reply);
    for await (const piece of stream as AsyncIterable<Uint8Array>) {
      size += piece.length;
      if (size > maxBytes) {
        reply.destroy();
        throw new FootnoteError('file_too_large', { path: address, size, limit: maxBytes });
      }
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  }
}

/** All of IPv6 that is given out: https://www.iana.org/assignments/ipv6-address-space. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

function rangeOf(address: string): string {
  const known = ipaddr.process(address);
  const range = known.range();
  // Such as `::127.0.0.1`, an old way to write IPv4 addresses.
  return range === 'unicast' && known.kind() === 'ipv6' && !known.match(globalUnicast) ? 'reserved' : range;
}

function redirectOf({ statusCode = 0, headers: { location } }: IncomingMessage): string | undefined {
  return [301, 302, 303, 307, 308].includes(statusCode) ? location : undefined;
}

function unpacked(reply: IncomingMessage): Readable {
  const coding = reply.headers['content-encoding']?.trim().toLowerCase();
  const unpack =
    coding === 'gzip' || coding === 'x-gzip'
      ? createGunzip()
      : coding === 'br'
        ? createBrotliDecompress()
        : coding === 'deflate'
          ? createInflate()
          : undefined;
  if (!unpack) return reply;
  reply.on('error', (error) => unpack.destroy(error));
  return reply.pipe(unpack);
}

function refused(address: string, reason: string, remedy: string): FootnoteError {
  return new FootnoteError('address_refused', { address, reason, remedy });
}

function unreachable(address: string, reason: string, cause?: unknown): FootnoteError {
  return new FootnoteError('address_unreachable', { address, reason }, { cause });
}

/** What the network says, such as `ECONNREFUSED`. */
function reasonOf(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  return code ?? message;
}
