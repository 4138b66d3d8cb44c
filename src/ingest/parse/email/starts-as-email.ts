import type { SourceFile } from '../../../contracts/parser.ts';
import { latin1Text } from '../latin1-text.ts';
import { messageBytes } from './message-bytes.ts';

const sniffLength = 8192;
const firstHeader =
  /^(?:from|to|cc|subject|date|sender|reply-to|received|return-path|delivered-to|message-id|mime-version|content-type|authentication-results|dkim-signature|arc-[\w-]+|x-[\w-]+)[ \t]*:/i;
const mailHeader = /^(?:message-id|mime-version|received|return-path)[ \t]*:/im;
const sender = /^from[ \t]*:/im;

/** Whether bytes begin with the headers of an e-mail (RFC 5322). */
export function startsAsEmail({ bytes }: SourceFile): boolean {
  const head = latin1Text(messageBytes(bytes), 0, sniffLength);
  if (!firstHeader.test(head)) return false;
  const headers = head.split(/\r?\n\r?\n/, 1)[0] as string;
  return mailHeader.test(headers) && sender.test(headers);
}
