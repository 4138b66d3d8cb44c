import type { Parser } from '../../contracts/parser.ts';
import { type JsonObject, objectOf } from '../json/json-reader.ts';
import { type ChatMessage, isoTime, jsonChatParser } from './messages.ts';

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
    const channel = objectOf(value);
    const messages = channel.objects('messages').filter((item) => written.test(item.word('type')));
    const names = ['guild', 'channel'].map((part) => channel.object(part).word('name'));
    return [{ name: names.filter(Boolean).join(' / '), messages: messages.map(toMessage) }];
  },
});

function toMessage(item: JsonObject): ChatMessage {
  const author = item.object('author');
  const files = item.objects('attachments').map((file) => file.word('fileName'));
  const shown = item.objects('embeds').flatMap((one) => [one.word('title'), one.word('description')]);
  return {
    author: author.word('nickname') || author.word('name') || '?',
    time: isoTime(item.word('timestamp')),
    text: [item.word('content'), ...shown, ...files].filter(Boolean).join('\n'),
  };
}
