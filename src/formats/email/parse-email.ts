import type { Email } from 'postal-mime';
import type { MetadataValue } from '../../contracts/chunk.ts';
import type { ParsedDocument, ParseOptions, SourceFile } from '../../contracts/parser.ts';
import { throwIfAborted } from '../../errors.ts';
import { detectLanguage } from '../../text/language/detect-language.ts';
import { bareWords } from '../../text/words.ts';
import { DocumentBuilder } from '../document/document-builder.ts';
import {
  addPieces,
  type HtmlPiece,
  isBarePicture,
  pictureAddresses,
  piecesOfHtml,
} from '../html/html-pieces.ts';
import { EmbeddedPictures, picturesInData } from '../ocr/embedded-pictures.ts';
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
  const { email, parts, pictures: ownPictures, warnings } = await readEmail(file);
  throwIfAborted(options.signal);
  const builder = new DocumentBuilder();
  const subject = email.subject?.trim() ?? '';
  const headers = headerLines(email);
  builder.placed({ part: 'HEADER' }, () => {
    builder.heading(1, subject);
    builder.paragraph(headers);
  });
  const pieces = email.html ? await piecesOfHtml(email.html, { hasPictures: true }) : [];
  const inData = picturesInData(pictureAddresses(pieces));
  const pictures = await EmbeddedPictures.open(file, options, new Map([...ownPictures, ...inData]));
  addMessage(builder, { email, parts, pieces }, (address, description) =>
    pictures.write(builder, decodedAddress(address), description),
  );
  // Some programs put pictures into a message that no place of its text shows.
  for (const address of ownPictures.keys()) pictures.write(builder, address);
  // A subject that is the whole message stands over nothing.
  if (builder.last?.text === headers) builder.paragraph(subject);
  addAttachments(builder, email);
  const message = builder.finish(file.path, {
    title: subject,
    metadata: metadataOf(email),
    warnings: [...warnings, ...pictures.warnings],
  });
  // The names of the headers are English whatever the message is written in.
  return { ...message, language: detectLanguage(message.text.replace(headers, '')) };
}

function headerLines(email: Email): string {
  const sender = email.from ? formatAddress(email.from) : '';
  const replyTo = formatAddresses(email.replyTo).join(', ');
  const lines = [
    ['From', sender],
    ['Reply-To', replyTo === sender ? '' : replyTo],
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

/** Names of parts have percent signs in addresses (RFC 2392). */
function decodedAddress(address: string): string {
  return address.startsWith('cid:')
    ? address.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : address;
}

function addMessage(
  builder: DocumentBuilder,
  { email, parts, pieces }: Pick<ReadEmail, 'email' | 'parts'> & { readonly pieces: readonly HtmlPiece[] },
  addPicture: (address: string, description: string) => void,
): void {
  const text = email.text ?? '';
  const isShown = !pieces.every(isBarePicture);
  if (lengthOf(pieces) * textOverHtml >= text.trim().length && isShown) {
    builder.placed({ part: parts.html }, () => addPieces(builder, quotedPieces(pieces), addPicture));
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
  const html = bareWords(JSON.stringify(pieces.filter(({ kind }) => kind !== 'picture')));
  const lines = signature.exec(text)?.[0].split('\n').slice(1) ?? [];
  return lines.filter((line) => !html.includes(bareWords(line))).join('\n');
}

function lengthOf(pieces: readonly HtmlPiece[]): number {
  return JSON.stringify(pieces.filter(({ kind }) => kind !== 'picture')).length;
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
function quotedPieces(pieces: readonly HtmlPiece[]): readonly HtmlPiece[] {
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

/** A stretch of a plain message. */
interface MessagePart {
  readonly kind: 'paragraph' | 'quote';
  readonly text: string;
}

/** What mail programs write between dashes, or with a colon behind it, over another's message. */
const announcements = [
  'original message|forwarded message|begin forwarded message',
  'ursprüngliche nachricht|weitergeleitete nachricht|anfang der weitergeleiteten nachricht',
  "message d'origine|message transféré|début du message (?:réexpédié|transféré)",
  'mensaje original|mensaje reenviado|inicio del mensaje reenviado',
  'messaggio originale|messaggio inoltrato|inizio messaggio inoltrato',
  'oorspronkelijk bericht|doorgestuurd bericht|begin doorgestuurd bericht',
  'mensagem original|mensagem encaminhada|início da mensagem encaminhada',
  'исходное сообщение|пересылаемое сообщение|начало переадресованного сообщения',
].join('|');

/** Lines by which mail programs put what follows down as another's words. */
const forwarded = new RegExp(
  `^(?:-{2,}\\s*(?:${announcements})(?!\\p{L})|(?:${announcements})\\s*:|_{20,}$)`,
  'iu',
);

/** The headers over a message that is answered: its sender, its date and its subject. */
const quotedHeaders = [
  'from|von|de|da|van|от|发件人|差出人|من',
  'sent|date|gesendet|datum|envoyé|enviad[oa](?: el| em)?|fecha|inviato|data|verzonden|отправлено|дата|发送时间|送信日時|التاريخ',
  'subject|betreff|objet|asunto|oggetto|onderwerp|assunto|тема|主题|件名|الموضوع',
].map((names) => new RegExp(`^[^\\p{L}\\p{N}]*(?:${names})[^\\p{L}\\p{N}]*[:：]`, 'iu'));

/** Sender, date, receivers, copies, subject, one of them over two lines. */
const maxQuotedHeaders = 6;

/** `On Monday, Ann wrote:` belongs to the quotation below it, in any language what names an address or a time. */
const attribution =
  /(?:(?:wrote|schrieb[^:]*|a écrit|escribió|ha scritto|escreveu|写道|さんは書きました)\s*|(?:@|\d:\d\d)[^:：]{0,100})[:：]\s*$/i;

/** How an attribution begins that mail programs break over lines. */
const attributionStart = /^\s*(?:on|am|le|el|il|op|em)\s/i;

/** Names and a date fit into this. */
const maxAttribution = 300;
const maxAttributionLines = 3;

/**
 * A message's paragraphs, and what it quotes: runs of lines with `>`, with the line that names their author, and
 * everything below a line that says so.
 */
export function messageParts(text: string): readonly MessagePart[] {
  const parts: MessagePart[] = [];
  let lines: string[] = [];
  let kind: MessagePart['kind'] = 'paragraph';
  const flush = (): void => {
    const words = lines.join('\n').trim();
    if (words !== '') parts.push({ kind, text: words });
    lines = [];
  };
  const all = text.split(/\r?\n/);
  const isQuoted = quotedLines(all);
  for (const [index, line] of all.entries()) {
    if (!isQuoted[index] && opensQuotation(all, index)) {
      flush();
      parts.push({ kind: 'quote', text: all.slice(index).join('\n').trim() });
      return parts;
    }
    const next = isQuoted[index] ? 'quote' : 'paragraph';
    const isBlank = line.trim() === '';
    if (isBlank && kind === 'quote') continue;
    if (isBlank || next !== kind) flush();
    kind = isBlank ? 'paragraph' : next;
    if (!isBlank) lines.push(line);
  }
  flush();
  return parts;
}

/** Whether a line is marked as another's. */
function isQuotedLine(line: string): boolean {
  return /^\s{0,3}>/.test(line);
}

/** Whether all from this line on is another's message: it says so, or its headers begin here, in any order. */
function opensQuotation(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  if (forwarded.test(line.trim())) return true;
  if (!quotedHeaders.some((header) => header.test(line))) return false;
  const below = lines.slice(index, index + maxQuotedHeaders);
  const places = quotedHeaders.map((header) => below.findIndex((one) => header.test(one)));
  return !places.includes(-1) && below.slice(0, Math.max(...places)).every((header) => header.trim() !== '');
}

/** How many of the last lines name the author of what is quoted below them; 0 where none do. */
function attributionLines(lines: readonly string[]): number {
  for (let count = Math.min(maxAttributionLines, lines.length); count > 0; count--) {
    const taken = lines.slice(-count);
    const words = taken.join(' ');
    const isOne = words.length <= maxAttribution && taken.every((line) => line.trim() !== '');
    if (isOne && attribution.test(words) && (count === 1 || attributionStart.test(words))) return count;
  }
  return 0;
}

/** For each line whether it is marked as another's, or says whose words those below it are. */
function quotedLines(lines: readonly string[]): readonly boolean[] {
  const isQuoted = lines.map(isQuotedLine);
  for (const index of lines.keys()) {
    const next = isQuoted[index + 1] || (lines[index + 1]?.trim() === '' && isQuoted[index + 2]);
    if (!next || isQuoted[index]) continue;
    const end = index + 1;
    isQuoted.fill(
      true,
      end - attributionLines(lines.slice(Math.max(0, end - maxAttributionLines), end)),
      end,
    );
  }
  return isQuoted;
}
