import type { Container, Parser, Recognition, SourceFile } from '../../contracts/parser.ts';
import { FootnoteError, throwIfAborted } from '../../errors.ts';
import { monthNames } from '../../text/dates.ts';
import { cleanText } from '../../text/decode/clean-text.ts';
import { headText, lateParse, latin1Text, looksLikeText } from '../document/text-format.ts';
import { boundedMember, checkDepth, MemberPaths, refused } from '../zip/zip-archive.ts';

/**
 * E-mails: the subject as heading and title, sender, receivers and date, the message, its quoted replies as
 * quotations, the names of its attachments. What is attached is a document of its own, by the e-mail container.
 */
export const emailParser: Parser = {
  name: 'email',
  extensions: ['.eml', '.emlx', '.mht', '.mhtml'],
  version: 17,
  recognise: recogniseEmail,
  parse: lateParse(async () => (await import('./parse-email.ts')).parseEmail),
};

const sniffLength = 8192;
const firstHeader =
  /^(?:from|to|cc|subject|date|sender|reply-to|received|return-path|delivered-to|message-id|mime-version|content-type|authentication-results|dkim-signature|arc-[\w-]+|x-[\w-]+)[ \t]*:/i;
const mailHeader = /^(?:message-id|mime-version|received|return-path)[ \t]*:/im;
const sender = /^from[ \t]*:/im;

/** Whether a file begins with the headers of an e-mail (RFC 5322), or could be one under its name. */
function recogniseEmail(file: SourceFile): Recognition {
  const head = latin1Text(messageBytes(file.bytes), 0, sniffLength);
  const headers = firstHeader.test(head) ? (head.split(/\r?\n\r?\n/, 1)[0] as string) : '';
  if (mailHeader.test(headers) && sender.test(headers)) return 'yes';
  return looksLikeText(file) ? 'maybe' : 'no';
}

/** Apple Mail's line above a message: its length in bytes. */
const lengthLine = /^(\d{1,12})[ \t]*\r?\n/;

/** The bytes of a message without what Apple Mail (`.emlx`) sets around it: its length, and behind it what it noted. */
export function messageBytes(bytes: Uint8Array): Uint8Array {
  const [line = '', length] = lengthLine.exec(latin1Text(bytes, 0, 64)) ?? [];
  return length === undefined ? bytes : bytes.subarray(line.length, line.length + Number(length));
}

/** The attachments of an e-mail. The message itself is read by the e-mail parser: such a file is both. */
export const emailContainer: Container = {
  name: 'email',
  extensions: ['.eml', '.emlx'],
  isDocument: true,
  recognise: recogniseEmail,
  async *members(file, limits, options = {}) {
    checkDepth(limits, file.path);
    // The library is large, and many a process never meets an e-mail.
    const { attachmentBytes, attachmentName, readEmail } = await import('./read-email.ts');
    const { attachments } = (await readEmail(file)).email;
    if (attachments.length > limits.maxMembers) {
      throw refused(file.path, `it has ${attachments.length} attachments; the limit is ${limits.maxMembers}`);
    }
    const paths = new MemberPaths(file.path);
    let total = 0;
    for (const [index, attachment] of attachments.entries()) {
      throwIfAborted(options.signal);
      const bytes = attachmentBytes(attachment);
      total += bytes.length;
      if (total > limits.maxBytes) {
        throw refused(file.path, `its attachments are over the limit of ${limits.maxBytes} bytes`);
      }
      const path = paths.next(attachmentName(attachment, index));
      yield boundedMember({ path, bytes }, limits);
    }
  },
};

/**
 * Mailboxes in one file (mbox), as Thunderbird keeps them, without an ending, and Google and Apple hand them out. Each
 * message is an e-mail of its own, named by its date and subject; what was deleted and not cleared away is left out.
 */
export const mailboxContainer: Container = {
  name: 'mailbox',
  extensions: ['.mbox'],
  recognise: (file) => {
    if (startsAsMailbox(file.bytes)) return 'yes';
    return looksLikeText(file) ? 'maybe' : 'no';
  },
  async *members(file, limits, options = {}) {
    const { path, bytes } = file;
    checkDepth(limits, path);
    const messages = [...mailboxMessages(bytes)];
    if (messages.length === 0) throw withoutMessages(path, bytes);
    if (messages.length > limits.maxMembers) {
      const limit = `the limit is ${limits.maxMembers} (ingest.archiveMaxMembers)`;
      throw refused(path, `it has ${messages.length} messages; ${limit}`);
    }
    // The library that reads subjects is large, and many a process never meets an e-mail.
    const { decodeWords } = await import('postal-mime');
    const nameOf = messageNames();
    for (const { separator, start, end } of messages) {
      throwIfAborted(options.signal);
      const message = filedMessage(bytes.subarray(start, end));
      if (message.isDeleted) continue;
      const name = nameOf({ subject: decodeWords(message.subject), date: message.date || separator });
      yield boundedMember({ path: `${path}/${name}.eml`, bytes: message.bytes }, limits);
    }
  },
};

function withoutMessages(path: string, bytes: Uint8Array): FootnoteError {
  if (!bytes.some((byte) => byte > 0x20)) return new FootnoteError('file_empty', { path });
  const problem = 'it contains no message, which begins with a line "From " with its sender and date';
  return new FootnoteError('file_damaged', { path, problem });
}

/** A message as `[start, end)` of the bytes of its mailbox, without the line that stands between two of them. */
interface MailboxMessage {
  /** `From ann@example.org Tue May  5 10:12:31 2026`; of it programs write no more than the first word at times. */
  readonly separator: string;
  readonly start: number;
  readonly end: number;
}

const lineFeed = 0x0a;

/** Beyond this no line is a separator. */
const longestLine = 500;

/**
 * Sender and date, or what Thunderbird and programs for export leave of them. That a line of a letter begins with the
 * word is common, that day and time stand in it as well is not.
 */
const separatorLine =
  /^From(?: *| -| (?:.*? )?(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? +(?:[A-Z][a-z]{2} +\d{1,2}|\d{1,2} [A-Z][a-z]{2}(?: \d{4})?) +\d{1,2}:\d\d.*)\r?$/;

/** A field of a header, or a line in its place that was masked as no separator. */
const headerLine = /^(?:[!-9;-~]{1,76}[ \t]*:|>From )/;

/** What `git format-patch` dates every patch: they lie in messages as they are. */
const patchSeparator = /^From [\da-f]{7,64} Mon Sep 17 00:00:00 2001\r?$/;

/** Whether bytes begin as a mailbox does: the line before a message, and below it a header. */
export function startsAsMailbox(bytes: Uint8Array): boolean {
  const [line = '', next = ''] = headText(bytes, 2 * longestLine).split('\n', 2);
  return separatorLine.test(line) && !patchSeparator.test(line) && headerLine.test(next);
}

/**
 * The messages of a mailbox (RFC 4155, and what programs write in its place) in their order. One begins below a line
 * `From …` that a header follows. So a sentence that begins with "From" ends no message. Linear.
 */
function* mailboxMessages(bytes: Uint8Array): Generator<MailboxMessage> {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let open: { readonly separator: string; readonly start: number } | undefined;
  for (let line = content.indexOf('From'); line !== -1; line = nextFrom(content, line)) {
    const start = content.indexOf(lineFeed, line) + 1;
    if (start === 0) break;
    const separator = latin1Text(content, line, Math.min(start - 1, line + longestLine));
    if (!separatorLine.test(separator) || (open && patchSeparator.test(separator))) continue;
    if (!headerLine.test(latin1Text(content, start, start + 100))) continue;
    if (open) yield { ...open, end: line };
    open = { separator: separator.trimEnd(), start };
  }
  if (open) yield { ...open, end: content.length };
}

/** The next line that begins with the word. */
function nextFrom(content: Buffer, after: number): number {
  const found = content.indexOf('\nFrom', after);
  return found === -1 ? -1 : found + 1;
}

/** As much of a subject as tells one message from another to a person. */
const subjectStart = /^.{0,80}/su;

/** `5 May 2026` in a header, `May  5 10:12:31 +0000 2026` in the line before a message. */
const headerDate = /\b(\d{1,2})[ -]([a-z]{3})[a-z]*[ -](\d{4})\b/i;
const separatorDate = /\b([a-z]{3})\s+(\d{1,2})\s+[\d:]+\s(?:[-+\w]+\s)?(\d{4})\b/i;

/**
 * Names messages as a person would look for them: `2026-05-05 Re: Budget for May`. Those of one name are numbered in
 * the order they come in, so that messages which come later leave the names of those before them as they are.
 */
function messageNames(): (message: { readonly subject: string; readonly date: string }) => string {
  const times = new Map<string, number>();
  return ({ subject, date }) => {
    const words = cleanText(subject).replace(/[/\\]/g, '-').replace(/\s+/g, ' ').trim();
    const short = subjectStart.exec(words)?.[0].trim();
    const name = [dayOf(date), short || '(no subject)'].filter(Boolean).join(' ');
    const count = (times.get(name) ?? 0) + 1;
    times.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  };
}

/** The day as the sender wrote it, ISO 8601; empty where there is none. */
function dayOf(date: string): string {
  const [, day, month, year] = headerDate.exec(date) ?? inOrder(separatorDate.exec(date)) ?? [];
  const number = monthNames.en?.findIndex((forms) => forms.some((form) => form === month?.toLowerCase()));
  if (number === undefined || number === -1 || !day) return '';
  return `${year}-${`${number + 1}`.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function inOrder(found: RegExpExecArray | null): readonly (string | undefined)[] | undefined {
  return found ? [found[0], found[2], found[1], found[3]] : undefined;
}

/** A message as it was before it came into its mailbox. */
interface FiledMessage {
  readonly bytes: Uint8Array;
  /** As the header has it, on one line. */
  readonly subject: string;
  readonly date: string;
  /** Deleted, and only not cleared away yet. */
  readonly isDeleted: boolean;
}

/** What programs note of a message in it: whether it was read, answered, marked. It changes while the message stays. */
const note = /^(?:Status|X-Status|X-UID|X-Keywords|X-Mozilla-(?:Status2?|Keys)|X-Gmail-Labels)[ \t]*:/i;

/** Thunderbird's mark of what was deleted. */
const deleted = 0x0008;

/**
 * Takes a message out of its mailbox: lines that were masked since they begin with "From" are as they were, and what
 * programs note of it is gone, so that one that was read or marked since is the same message.
 */
function filedMessage(raw: Uint8Array): FiledMessage {
  const text = latin1Text(raw, 0, raw.length);
  const headerEnd = /\r?\n\r?\n/.exec(text)?.index ?? text.length;
  const fields = text.slice(0, headerEnd).split(/\r?\n(?![ \t])/);
  const kept = fields.filter((field) => !note.test(field));
  const eol = text.startsWith('\r\n', headerEnd) ? '\r\n' : '\n';
  const body = text.slice(headerEnd).replace(/^>(?=>*From )/gm, '');
  return {
    bytes: Buffer.from(kept.join(eol) + withoutLineEnds(body) + eol, 'latin1'),
    subject: valueOf(fields, 'subject'),
    date: valueOf(fields, 'date'),
    isDeleted: (Number.parseInt(valueOf(fields, 'x-mozilla-status'), 16) & deleted) !== 0,
  };
}

function valueOf(fields: readonly string[], name: string): string {
  const field = fields.find((one) => one.slice(0, one.indexOf(':')).trimEnd().toLowerCase() === name) ?? '';
  return field
    .slice(field.indexOf(':') + 1)
    .replace(/\s+/g, ' ')
    .trim();
}

/** A mailbox sets blank lines behind its messages, as many as the program likes. */
function withoutLineEnds(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end -= 1;
  return text.slice(0, end);
}
