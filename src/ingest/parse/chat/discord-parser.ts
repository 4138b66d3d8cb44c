import type { Parser } from '../../../contracts/parser.ts';
import { JsonObject, type JsonValue, objectsIn } from '../json/json-value.ts';
import { jsonChatParser } from './json-chat.ts';
import { type ChatMessage, isoTime } from './write-messages.ts';

/** What somebody wrote, or had a program write; others say that something happened to the channel. */
const written = /^(?:Default|Reply|ChatInputCommand|ContextMenuCommand)$/;

/**
 * A channel of Discord as DiscordChatExporter writes it in JSON: each message under its time, as exported, and its
 * author, with the names of files and the words of links that are shown. Errors: `file_malformed` with the line.
 */
export const discordParser: Parser = jsonChatParser({
  name: 'discord',
  version: 1,
  isExport: (head) =>
    /^\{\s*"guild"\s*:/.test(head) && /"channel"\s*:/.test(head) && /"dateRange"\s*:/.test(head),
  chatsIn: (value) => {
    if (!(value instanceof JsonObject)) return [];
    const messages = objectsIn(value.get('messages')).filter((item) => written.test(item.word('type')));
    const names = [value.get('guild'), value.get('channel')].map((part) => wordOf(part, 'name'));
    return [{ name: names.filter(Boolean).join(' / '), messages: messages.map(toMessage) }];
  },
});

function toMessage(item: JsonObject): ChatMessage {
  const author = item.get('author');
  const files = objectsIn(item.get('attachments')).map((file) => file.word('fileName'));
  const shown = objectsIn(item.get('embeds')).flatMap((one) => [one.word('title'), one.word('description')]);
  return {
    author: wordOf(author, 'nickname') || wordOf(author, 'name') || '?',
    time: isoTime(item.word('timestamp')),
    text: [item.word('content'), ...shown, ...files].filter(Boolean).join('\n'),
  };
}

function wordOf(value: JsonValue | undefined, key: string): string {
  return value instanceof JsonObject ? value.word(key) : '';
}
