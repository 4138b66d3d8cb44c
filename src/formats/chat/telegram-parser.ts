import type { Parser } from '../../contracts/parser.ts';
import { lateParse, latin1Text, looksLikeText } from '../document/text-format.ts';
import { JsonObject, type JsonValue, objectOf } from '../json/json-reader.ts';
import { type Chat, type ChatMessage, isoTime, jsonChatParser } from './messages.ts';

/**
 * Chats as Telegram exports them in JSON, one or all of an account: each message under its time, that of the computer
 * it was exported on, and its author, with who wrote first what is forwarded. Of pictures, stickers and calls nothing
 * is kept, of other files their names. Errors: `file_malformed` with the line.
 */
export const telegramParser: Parser = jsonChatParser({
  name: 'telegram',
  version: 1,
  isExport: (head) => head.startsWith('{') && (isChat(head) || isAccount(head)),
  chatsIn: (value) => {
    const root = objectOf(value);
    return root.get('chats') ? root.object('chats').objects('list').map(toChat) : [toChat(root)];
  },
});

function isChat(head: string): boolean {
  return (
    /"messages"\s*:\s*\[/.test(head) && /"(?:actor|from)_id"\s*:\s*"(?:user|channel|chat)\d+"/.test(head)
  );
}

function isAccount(head: string): boolean {
  return /^\{\s*"about"\s*:\s*"[^"]*\bTelegram\b/.test(head);
}

function toChat(chat: JsonObject): Chat {
  const written = chat.objects('messages').filter((item) => item.word('type') === 'message');
  return { name: chat.word('name'), messages: written.map(toMessage) };
}

function toMessage(item: JsonObject): ChatMessage {
  const lines = [textOf(item.get('text')), item.word('file_name'), ...pollLines(item.object('poll'))];
  return {
    author: telegramAuthor(item.word('from'), item.word('forwarded_from')),
    time: isoTime(item.word('date')),
    text: lines.filter(Boolean).join('\n'),
  };
}

/** A text is a word, or words in order of which some are marked up: `["See ", { "type": "link", "text": "…" }]`. */
function textOf(value: JsonValue | undefined): string {
  if (value instanceof JsonObject) return value.word('text');
  return typeof value === 'string' ? value : (value ?? []).map(textOf).join('');
}

function pollLines(poll: JsonObject): readonly string[] {
  const answers = poll.objects('answers').map((answer) => `- ${answer.word('text')}`);
  return [textOf(poll.get('question')), ...answers];
}

/** Who a message is by, as it is shown over it: also who wrote it first where it is forwarded. */
export function telegramAuthor(sender: string, first: string): string {
  const name = sender || '?';
  return first === '' ? name : `${name} (forwarded from ${first})`;
}

const sniffLength = 4096;

/**
 * A page of a chat as Telegram exports it for browsers (`messages.html`, `messages2.html`): as `telegramParser` has it
 * of the same chat.
 */
export const telegramPageParser: Parser = {
  name: 'telegram-page',
  extensions: [],
  version: 2,
  recognise: (file) => {
    const head = latin1Text(file.bytes, 0, sniffLength);
    const isPage = /^\s*<!DOCTYPE html>/i.test(head) && /<div class="page_body chat_page">/.test(head);
    return isPage && looksLikeText(file) ? 'yes' : 'no';
  },
  parse: lateParse(async () => (await import('./parse-telegram-page.ts')).parseTelegramPage),
};
