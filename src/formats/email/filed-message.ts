import { latin1Text } from '../document/text-format.ts';

/** A message as it was before it came into its mailbox. */
export interface FiledMessage {
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
export function filedMessage(raw: Uint8Array): FiledMessage {
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
