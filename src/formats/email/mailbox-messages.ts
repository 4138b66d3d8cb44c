import { headText, latin1Text } from '../document/text-format.ts';

/** A message as `[start, end)` of the bytes of its mailbox, without the line that stands between two of them. */
export interface MailboxMessage {
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
export function* mailboxMessages(bytes: Uint8Array): Generator<MailboxMessage> {
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
