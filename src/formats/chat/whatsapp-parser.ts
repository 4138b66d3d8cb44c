import type { SourceFile } from '../../contracts/parser.ts';
import { looksLikeText, textFormat } from '../document/text-format.ts';
import { type ChatMessage, writeMessages } from './messages.ts';

/** What WhatsApp itself writes begins with a mark that shows nowhere. */
const ownMark = '\u200e';

const date = String.raw`(\d{1,4}[./-]\d{1,2}[./-]\d{1,4})`;
const half = String.raw`([\s\u202f]?[ap]\.?[\s\u202f]?m\.?)?`;
const clock = String.raw`(\d{1,2})([:.]\d{2})`;

/** `05/05/2024, 10:12 - ` on Android, `[05.05.24, 10:12:31] ` on an iPhone, in the manner of the phone's country. */
const stamp = new RegExp(
  String.raw`^${ownMark}?(?:\[${date},? ${clock}(?:[:.]\d{2})?${half}\] |${date},? ${clock}${half} [-–] )(.*)$`,
  'iu',
);

const written = /^([^:\n]{1,80}): (.*)$/u;

/** In the place of what was sent along, or behind what was changed. */
const placeholder = /(?<!\s)\s*<\u200e?[^<>\n]{3,60}>$/u;

const sniffLength = 4096;

/**
 * A chat that WhatsApp has exported as text: each message under its time, as written, and its author. What the program
 * says itself, and what stands for pictures, is left out.
 */
export const whatsAppParser = textFormat({
  name: 'whatsapp',
  extensions: [],
  version: 2,
  recognise: (file) => (looksLikeText(file) && startsAsChat(file) ? 'yes' : 'no'),
  isCleaned: true,
  write(builder, { text }) {
    writeMessages(builder, messagesIn(text));
    return {};
  },
});

const lossy = new TextDecoder();

/** Whether the first line is one of a chat, and one that follows as well. */
function startsAsChat({ path, bytes }: SourceFile): boolean {
  if (!/\.txt$/i.test(path)) return false;
  const lines = lossy.decode(bytes.subarray(0, sniffLength)).split(/\r?\n/);
  if (!stamp.test(lines[0] ?? '')) return false;
  const found = lines.filter((line) => stamp.test(line));
  return found.length > 1 && found.some((line) => messageAt(line) !== undefined);
}

function messagesIn(text: string): readonly ChatMessage[] {
  const messages: ChatMessage[] = [];
  let lines: string[] = [];
  let open: ChatMessage | undefined;
  const close = () => {
    if (open) messages.push({ ...open, text: lines.join('\n').replace(placeholder, '') });
  };
  for (const line of text.split('\n')) {
    if (stamp.test(line)) {
      close();
      open = messageAt(line);
      lines = [open?.text ?? ''];
    } else lines.push(line);
  }
  close();
  return messages;
}

/** The message that begins on a line; undefined where the program says something itself. */
function messageAt(line: string): ChatMessage | undefined {
  const found = stamp.exec(line);
  const [, author, text] = written.exec(found?.at(-1) ?? '') ?? [];
  if (!found || author === undefined || text === undefined || text.startsWith(ownMark)) return undefined;
  const [day = '', hour = '', minute = '', noon = ''] = found.slice(1, 5).some(Boolean)
    ? found.slice(1, 5)
    : found.slice(5, 9);
  return {
    author: author.replaceAll(ownMark, '').replace(/^~\s*/, '').trim(),
    time: `${day}, ${hour}${minute}${noon}`,
    text,
  };
}
