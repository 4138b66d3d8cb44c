import type { Email } from 'postal-mime';
import type { MetadataValue } from '../../contracts/chunk.ts';
import type { ParsedDocument, ParseOptions, SourceFile } from '../../contracts/parser.ts';
import { throwIfAborted } from '../../errors.ts';
import { bareWords } from '../../text/bare-words.ts';
import { detectLanguage } from '../../text/language/detect-language.ts';
import { DocumentBuilder } from '../document/document-builder.ts';
import { addPieces, type HtmlPiece, piecesOfHtml } from '../html/html-pieces.ts';
import { attributionLines, isQuotedLine, messageParts, opensQuotation } from './message-parts.ts';
import {
  attachmentBytes,
  attachmentName,
  formatAddress,
  formatAddresses,
  type ReadEmail,
  readEmail,
} from './read-email.ts';

/** Reads an e-mail as `emailParser` says. */
export async function parseEmail(file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
  const { email, parts, warnings } = await readEmail(file);
  throwIfAborted(options.signal);
  const builder = new DocumentBuilder();
  const subject = email.subject?.trim() ?? '';
  const headers = headerLines(email);
  builder.placed({ part: 'HEADER' }, () => {
    builder.heading(1, subject);
    builder.paragraph(headers);
  });
  await addMessage(builder, email, parts);
  addAttachments(builder, email);
  const message = builder.finish(file.path, {
    title: subject,
    metadata: metadataOf(email),
    warnings,
  });
  // The names of the headers are English whatever the message is written in.
  return { ...message, language: detectLanguage(message.text.replace(headers, '')) };
}

function headerLines(email: Email): string {
  const lines = [
    ['From', email.from ? formatAddress(email.from) : ''],
    ['To', formatAddresses(email.to).join(', ')],
    ['Cc', formatAddresses(email.cc).join(', ')],
    ['Date', shownDate(email.date ?? '')],
  ] as const;
  return lines
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** `2026-05-05 10:12 (UTC)`, as calendars have it; as written where it is no date. */
function shownDate(date: string): string {
  return date.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):[\d.]+Z$/, '$1 $2 (UTC)');
}

function metadataOf(email: Email): Readonly<Record<string, MetadataValue>> {
  const metadata: Record<string, MetadataValue> = {};
  if (email.from) metadata.authors = [formatAddress(email.from)];
  const [to, cc] = [formatAddresses(email.to), formatAddresses(email.cc)];
  if (to.length > 0) metadata.to = to;
  if (cc.length > 0) metadata.cc = cc;
  if (email.date) metadata.date = email.date;
  if (email.messageId) metadata.message_id = email.messageId;
  if (email.inReplyTo) metadata.in_reply_to = email.inReplyTo;
  return metadata;
}

/** A text part that says this much more than the HTML part is the message. */
const textOverHtml = 2;

async function addMessage(builder: DocumentBuilder, email: Email, parts: ReadEmail['parts']): Promise<void> {
  const pieces = email.html ? await piecesOfHtml(email.html) : [];
  const text = email.text ?? '';
  if (lengthOf(pieces) * textOverHtml >= text.trim().length && pieces.length > 0) {
    builder.placed({ part: parts.html }, () => addPieces(builder, quotedPieces(pieces)));
    builder.placed({ part: parts.text }, () => builder.paragraph(signatureBeyond(pieces, text)));
    return;
  }
  builder.placed({ part: parts.text }, () => {
    for (const part of messageParts(text)) builder[part.kind](part.text);
  });
}

/** Above a signature (RFC 3676, 4.3), which ends where a blank line or a quotation begins. */
const signature = /^-- ?\r?\n((?!>)[^\n]*\S[^\n]*\n?)+/m;

/** What the signature of the text part says and the HTML part does not. */
function signatureBeyond(pieces: readonly HtmlPiece[], text: string): string {
  const html = bareWords(JSON.stringify(pieces));
  const lines = signature.exec(text)?.[0].split('\n').slice(1) ?? [];
  return lines.filter((line) => !html.includes(bareWords(line))).join('\n');
}

function lengthOf(pieces: readonly HtmlPiece[]): number {
  return JSON.stringify(pieces).length;
}

function addAttachments(builder: DocumentBuilder, { attachments }: Email): void {
  if (attachments.length === 0) return;
  builder.paragraph('Attachments:');
  builder.list(
    attachments.map((attachment, index) => ({
      text: `${attachmentName(attachment, index)} (${attachment.mimeType}, ${attachmentBytes(attachment).length} bytes)`,
      depth: 0,
    })),
  );
}

/**
 * The pieces of a message in HTML with what it quotes as quotations: besides what is marked so, the lines over it that
 * name its author, and the running text of all below the headers of another message.
 */
export function quotedPieces(pieces: readonly HtmlPiece[]): readonly HtmlPiece[] {
  let isBelowHeaders = false;
  return pieces.flatMap((piece, index): readonly HtmlPiece[] => {
    if (piece.kind !== 'paragraph' && piece.kind !== 'heading') return [piece];
    const { kind, text } = piece;
    const lines = text.split('\n');
    const isMarked = kind === 'paragraph' && lines.every(isQuotedLine);
    isBelowHeaders ||= kind === 'paragraph' && !isMarked && opensQuotation(lines, 0);
    if (isMarked || isBelowHeaders) return [{ kind: 'quote', text }];
    const isOverQuote = kind === 'paragraph' && pieces[index + 1]?.kind === 'quote';
    const own = lines.length - (isOverQuote ? attributionLines(lines) : 0);
    if (own === lines.length) return [piece];
    return [
      { kind: 'paragraph', text: lines.slice(0, own).join('\n').trim() },
      { kind: 'quote', text: lines.slice(own).join('\n') },
    ];
  });
}
