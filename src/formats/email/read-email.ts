import { isAscii, isUtf8 } from 'node:buffer';
import type { Address, Attachment, Email } from 'postal-mime';
import PostalMime from 'postal-mime';
import type { SourceFile } from '../../contracts/parser.ts';
import { FootnoteError } from '../../errors.ts';
import { decodeBytes } from '../../text/decode/decode-bytes.ts';
import { decodeText } from '../../text/decode/decode-text.ts';
import { latin1Text } from '../document/text-format.ts';
import { messageBytes } from './email-parser.ts';

/** An e-mail as it was read. */
export interface ReadEmail {
  /** What is attached is in it; what only makes up its looks, or signs it, is not. */
  readonly email: Email;
  /** Where its text and its HTML stand, as IMAP names parts: `1.2`. */
  readonly parts: Readonly<Record<'text' | 'html', string>>;
  /** Pictures in the text, by the address that its HTML has for them: `cid:` and the name of the part. */
  readonly pictures: ReadonlyMap<string, () => Uint8Array>;
  /** What could not be read as it stands. */
  readonly warnings: readonly string[];
}

/**
 * Reads an e-mail; messages within it are attachments. Errors: `file_encrypted` where only the receiver's key opens
 * it, `file_damaged` where it has no headers, or is nested or headed beyond reason.
 */
export async function readEmail(file: SourceFile): Promise<ReadEmail> {
  const { bytes, warnings } = withKnownEncoding(messageBytes(file.bytes));
  const parser = new PostalMime({ forceRfc822Attachments: true });
  const email = await parser.parse(withHardQuotes(bytes)).catch((cause: unknown) => {
    const problem = (cause as Error).message.replace(/\.$/, '');
    throw new FootnoteError('file_damaged', { path: file.path, problem }, { cause });
  });
  if (email.headers.every(({ value }) => value === '')) {
    const problem = 'it does not begin with message headers';
    throw new FootnoteError('file_damaged', { path: file.path, problem });
  }
  if (isEncrypted(email)) throw new FootnoteError('file_encrypted', { path: file.path });
  const whole = undividedBody(email, bytes);
  // The library declares its tree of parts as its own.
  const { root } = parser as unknown as { readonly root: MimePart };
  const parts = { text: partOf(root, 'text/plain'), html: partOf(root, 'text/html') };
  if (whole !== undefined)
    return {
      email: { ...email, text: whole },
      parts,
      pictures: new Map(),
      warnings: [...warnings, undivided],
    };
  const pictures = picturesIn(email);
  return { email: { ...email, attachments: attachmentsOf(email) }, parts, pictures, warnings };
}

function picturesIn({ attachments }: Email): ReadEmail['pictures'] {
  const shown = attachments.filter((one) => one.mimeType.startsWith('image/') && !isAttached(one));
  return new Map(
    shown.map((picture, index) => {
      const name = picture.contentId?.replace(/^<|>$/g, '') ?? `${index + 1}`;
      return [`cid:${name}`, () => attachmentBytes(picture)];
    }),
  );
}

interface MimePart {
  readonly childNodes: readonly MimePart[];
  readonly contentType: { readonly parsed: { readonly value: string } };
  readonly contentDisposition: { readonly parsed: { readonly value: string } };
}

/** The part that holds all text of a type that is not attached: the only one, or the one around several. */
function partOf(root: MimePart, type: string): string {
  if (root.childNodes.length === 0) return '1';
  const paths: string[][] = [];
  const look = (part: MimePart, path: readonly string[]): void => {
    const isAttached = part.contentDisposition.parsed.value === 'attachment';
    const isText = part.childNodes.length === 0 && (part.contentType.parsed.value || 'text/plain') === type;
    if (isText && !isAttached) paths.push([...path]);
    for (const [index, child] of part.childNodes.entries()) look(child, [...path, String(index + 1)]);
  };
  look(root, []);
  const [first = [], ...others] = paths;
  const ends = others.map((path) => first.findIndex((step, index) => path[index] !== step));
  return first.slice(0, Math.min(first.length, ...ends)).join('.') || 'TEXT';
}

const undivided = 'the message says that it has parts but not where they begin: it was kept as it is';

/** The body of a message of several parts that does not say what stands between them, or not what does. */
function undividedBody(
  { headers, text: found, html, attachments }: Email,
  bytes: Uint8Array,
): string | undefined {
  const type = headers.find(({ key }) => key === 'content-type')?.value ?? '';
  const isEmpty = !found?.trim() && !html && attachments.length === 0;
  if (!isEmpty || !/^\s*multipart\//i.test(type)) return undefined;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const headersEnd = /\r?\n\r?\n/.exec(text);
  const body = headersEnd ? text.slice(headersEnd.index).trim() : '';
  const [, quoted, bare] = /\bboundary\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(type) ?? [];
  const boundary = quoted ?? bare;
  return body !== '' && (boundary === undefined || !body.includes(`--${boundary}`)) ? body : undefined;
}

const charset = /\bcharset\s*=\s*"?([\w.:-]+)"?/gi;

/** What mail programs write that do not know the encoding, or wrote ASCII at first. */
const unknownCharset = /^(?:us-ascii|ascii|ansi_x3\.4-1968|unknown.*|x-unknown|default|binary|8bit)$/i;

/**
 * The message as UTF-8 where it has letters beyond ASCII as they are, and no part says in which encoding: then the
 * bytes must tell. Where only some parts do, those that do not are UTF-8 if the message is.
 */
function withKnownEncoding(bytes: Uint8Array): Pick<ReadEmail, 'warnings'> & { readonly bytes: Uint8Array } {
  if (isAscii(bytes)) return { bytes, warnings: [] };
  const raw = latin1Text(bytes, 0, bytes.length);
  const isKnown = [...raw.matchAll(charset)].some(([, name = '']) => isKnownCharset(name));
  if (isUtf8(bytes) || !(isKnown || /^content-transfer-encoding:\s*binary/im.test(raw))) {
    const { text, warnings } = decodeText(bytes);
    const named = text.replace(charset, (whole, name: string) =>
      isKnownCharset(name) ? whole : 'charset=utf-8',
    );
    return { bytes: new TextEncoder().encode(named), warnings };
  }
  return { bytes, warnings: [] };
}

function isKnownCharset(name: string): boolean {
  try {
    return !unknownCharset.test(name) && new TextDecoder(name).encoding !== '';
  } catch {
    return false;
  }
}

/** What is attached, also packed into one by Outlook; of that is left out what only says how the text looks. */
function attachmentsOf({ attachments, text, html }: Email): Attachment[] {
  const hasText = Boolean(text?.trim() || html);
  return attachments.filter(isAttached).flatMap((attachment) => {
    const packed = tnefAttachments(attachmentBytes(attachment));
    return packed && (packed.length > 0 || hasText) ? packed : [attachment];
  });
}

const signature = /^application\/(?:pgp-signature|(?:x-)?pkcs7-signature)$/;
const looks = /^(?:image|font)\/|^text\/css$|javascript$/;
const pictureName = /\.(?:png|jpe?g|gif|svg|webp|bmp)$/i;

/** Pictures, styles and scripts in the text, and signatures, are no documents of their own. */
function isAttached({ mimeType, disposition, related, filename }: Attachment): boolean {
  if (signature.test(mimeType)) return false;
  if (disposition === 'attachment') return true;
  return !looks.test(mimeType) && !(related && pictureName.test(filename ?? ''));
}

function isEncrypted({ headers }: Email): boolean {
  const type = headers.find(({ key }) => key === 'content-type')?.value ?? '';
  return /multipart\/encrypted|pkcs7-mime[^\n]*smime-type\s*=\s*"?enveloped/i.test(type);
}

/** `Name <address>`, as headers write it; groups by their members. */
export function formatAddress(address: Address): string {
  if (address.group) return address.group.map(formatAddress).join(', ');
  return address.name && address.address
    ? `${address.name} <${address.address}>`
    : address.name || (address.address ?? '');
}

/** Each of some addresses; a group of nobody is none. */
export function formatAddresses(addresses: readonly Address[] = []): readonly string[] {
  return addresses.map(formatAddress).filter((address) => address !== '');
}

const extensionByType: Readonly<Record<string, string>> = {
  'message/rfc822': '.eml',
  'text/calendar': '.ics',
  'text/csv': '.csv',
  'text/html': '.html',
  'text/plain': '.txt',
  'application/pdf': '.pdf',
};

/** An attachment's own name, or one by its number and type. */
export function attachmentName({ filename, mimeType }: Attachment, index: number): string {
  return filename?.trim() || `attachment-${index + 1}${extensionByType[mimeType] ?? ''}`;
}

/** An attachment's content. */
export function attachmentBytes({ content }: Attachment): Uint8Array {
  if (typeof content === 'string') return new TextEncoder().encode(content);
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}

/** A part whose lines flow on where they end with a space (RFC 3676). */
const flowed = /^content-type:(?:[^\r\n]|\r?\n[ \t]){0,2000}?\bformat\s*=\s*"?flowed/im;

/**
 * A message whose quoted lines flow on into none: the library joins flowed lines whatever stands before them, which
 * leaves the marks of a quotation in the middle of its sentences, and joins it to the words above it.
 */
function withHardQuotes(bytes: Uint8Array): Uint8Array {
  const raw = latin1Text(bytes, 0, bytes.length);
  if (!raw.includes('\n>') || !flowed.test(raw)) return bytes;
  const lines = raw.split('\n');
  const hard = lines.map((line, index) =>
    line.startsWith('>') || lines[index + 1]?.startsWith('>') ? withoutSoftBreak(line) : line,
  );
  return Buffer.from(hard.join('\n'), 'latin1');
}

/** Without the spaces at the end of a line, as they are or as quoted-printable writes them. */
function withoutSoftBreak(line: string): string {
  const end = line.endsWith('\r') ? '\r' : '';
  let words = line.trimEnd();
  while (words.endsWith('=20')) words = words.slice(0, -3).trimEnd();
  return words + end;
}

/** Attributes by their ids (MS-OXTNEF 2.1.3.3): what begins a file, and what it is. */
const rendering = 0x00069002;
const title = 0x00018010;
const content = 0x0006800f;
const properties = 0x00069005;

/** Properties by their ids, low byte first (MS-OXPROPS): PidTagAttachLongFilename and PidTagAttachDataBinary. */
const longName = [0x07, 0x37];
const data = [0x01, 0x37];

/** Types of properties. What is an object begins with the identifier of its kind. */
const utf16 = 0x1f;
const object = 0x0d;
const objectIdSize = 16;

const tnefSignature = 0x223e9f78;
const headerSize = 6;
const attributeSize = 9;
const checksumSize = 2;

/** The files that Outlook has packed into one (`winmail.dat`), undefined where it is none that is whole. */
function tnefAttachments(bytes: Uint8Array): readonly Attachment[] | undefined {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (source.length < headerSize || source.readUInt32LE(0) !== tnefSignature) return undefined;
  const files: { filename: string; content?: Uint8Array }[] = [];
  for (let at = headerSize; at + attributeSize <= source.length; ) {
    const id = source.readUInt32LE(at + 1);
    const end = at + attributeSize + source.readUInt32LE(at + 5);
    if (end > source.length) return undefined;
    const value = source.subarray(at + attributeSize, end);
    at = end + checksumSize;
    const file = files.at(-1);
    if (id === rendering) files.push({ filename: '' });
    if (!file) continue;
    if (id === title) file.filename ||= textOf(value, 'windows-1252');
    if (id === content) file.content = value;
    if (id === properties) {
      const name = property(value, longName);
      if (name) file.filename = textOf(name.value, name.type === utf16 ? 'utf-16le' : 'windows-1252');
      const own = property(value, data);
      if (own) file.content ??= own.value.subarray(own.type === object ? objectIdSize : 0);
    }
  }
  return files.flatMap((file) =>
    file.content
      ? [{ ...file, mimeType: 'application/octet-stream', disposition: 'attachment', content: file.content }]
      : [],
  );
}

/** A property that has one value of any length: its type, id, count and length stand before it. */
function property(source: Buffer, id: readonly number[]): { type: number; value: Buffer } | undefined {
  const at = source.indexOf(Buffer.from([...id, 1, 0, 0, 0])) - 2;
  if (at < 0 || at + 12 > source.length) return undefined;
  const length = source.readUInt32LE(at + 8);
  return { type: source.readUInt8(at), value: source.subarray(at + 12, at + 12 + length) };
}

function textOf(bytes: Uint8Array, encoding: string): string {
  return decodeBytes(bytes, encoding).replace(/\0.*$/s, '');
}
