import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import type { SourceFile } from '../../../contracts/parser.ts';
import { FootnoteError } from '../../../errors.ts';
import { latin1Text } from '../latin1-text.ts';

const sniffLength = 8192;
const firstHeader =
  /^(?:from|to|cc|subject|date|sender|reply-to|received|return-path|delivered-to|message-id|mime-version|content-type|authentication-results|dkim-signature|arc-[\w-]+|x-[\w-]+)[ \t]*:/i;
const mailHeader = /^(?:message-id|mime-version|received|return-path)[ \t]*:/im;
const sender = /^from[ \t]*:/im;

/** Whether bytes begin with the headers of an e-mail (RFC 5322). */
export function startsAsEmail({ bytes }: SourceFile): boolean {
  const head = latin1Text(bytes, 0, sniffLength);
  if (!firstHeader.test(head)) return false;
  const headers = head.split(/\r?\n\r?\n/, 1)[0] as string;
  return mailHeader.test(headers) && sender.test(headers);
}

/**
 * Reads an e-mail; messages within it are attachments. Errors: `file_encrypted` where only the receiver's key opens
 * it, `file_damaged` where it is nested or headed beyond reason.
 */
export async function readEmail(file: SourceFile): Promise<Email> {
  const email = await PostalMime.parse(file.bytes, { forceRfc822Attachments: true }).catch(
    (cause: unknown) => {
      const problem = (cause as Error).message.replace(/\.$/, '');
      throw new FootnoteError('file_damaged', { path: file.path, problem }, { cause });
    },
  );
  if (isEncrypted(email)) throw new FootnoteError('file_encrypted', { path: file.path });
  return email;
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
