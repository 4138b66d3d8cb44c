import type { Parser } from '../../contracts/parser.ts';
import { latin1Text, looksLikeText } from '../document/text-format.ts';

const sniffLength = 8192;
const firstHeader =
  /^(?:from|to|cc|subject|date|sender|reply-to|received|return-path|delivered-to|message-id|mime-version|content-type|authentication-results|dkim-signature|arc-[\w-]+|x-[\w-]+)[ \t]*:/i;
const mailHeader = /^(?:message-id|mime-version|received|return-path)[ \t]*:/im;
const sender = /^from[ \t]*:/im;

/** Whether a file begins with the headers of an e-mail (RFC 5322), or could be one under its name. */
export const recogniseEmail: Parser['recognise'] = (file) => {
  const head = latin1Text(messageBytes(file.bytes), 0, sniffLength);
  const headers = firstHeader.test(head) ? (head.split(/\r?\n\r?\n/, 1)[0] as string) : '';
  if (mailHeader.test(headers) && sender.test(headers)) return 'yes';
  return looksLikeText(file) ? 'maybe' : 'no';
};

/** Apple Mail's line above a message: its length in bytes. */
const lengthLine = /^(\d{1,12})[ \t]*\r?\n/;

/** The bytes of a message without what Apple Mail (`.emlx`) sets around it: its length, and behind it what it noted. */
export function messageBytes(bytes: Uint8Array): Uint8Array {
  const [line = '', length] = lengthLine.exec(latin1Text(bytes, 0, 64)) ?? [];
  return length === undefined ? bytes : bytes.subarray(line.length, line.length + Number(length));
}
