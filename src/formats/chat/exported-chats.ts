import type { Parser } from '../../contracts/parser.ts';
import { lateParse, latin1Text, looksLikeText } from '../document/text-format.ts';
import { JsonObject, type JsonValue, objectOf, objectsIn } from '../json/json-reader.ts';
import { type Chat, type ChatMessage, epochTime, isoTime, jsonChatParser } from './messages.ts';

/** What says that something happened to the channel, and not what somebody wrote. */
const slackEvent = /^(?:channel|group|bot|pinned|huddle)_(?!message)/;

/**
 * A day of a channel as Slack exports it: each message under its time (UTC) and its author, with the names of those
 * who are mentioned as far as they write that day. Errors: `file_malformed` with the line.
 */
export const slackParser: Parser = jsonChatParser({
  name: 'slack',
  version: 2,
  isExport: (head) =>
    /^\[\s*\{/.test(head) && /"type"\s*:\s*"message"/.test(head) && /"ts"\s*:\s*"\d{10}\.\d{6}"/.test(head),
  chatsIn: (value) => {
    const written = objectsIn(value).filter((item) => !slackEvent.test(item.word('subtype')));
    const names = new Map(written.map((item) => [item.word('user'), nameOf(item)]));
    return [{ name: '', messages: written.map((item) => slackMessage(item, names)) }];
  },
});

function slackMessage(item: JsonObject, names: ReadonlyMap<string, string>): ChatMessage {
  const files = item.objects('files').map((one) => one.word('title') || one.word('name'));
  const shared = item.objects('attachments').map((one) => one.word('text'));
  const lines = [item.word('text'), ...shared, ...files].filter(Boolean);
  return {
    author: nameOf(item),
    time: epochTime(Number.parseFloat(item.word('ts'))),
    text: slackText(lines.join('\n'), names),
  };
}

/** As the author is shown to others. Where nobody is named, what is written is not to seem another's. */
function nameOf(item: JsonObject): string {
  const profiles = [item.object('user_profile'), item.object('bot_profile')];
  const names = profiles.flatMap((one) => ['real_name', 'display_name', 'name'].map((key) => one.word(key)));
  return [...names, item.word('username'), item.word('user')].find((name) => name !== '') ?? '?';
}

/** `<@U024BE7LH>`, `<#C024BE7LR|general>`, `<!here>`, `<https://a.example|the wiki>`. */
const reference = /<([@#!]?)([^<>|\n]+)(?:\|([^<>\n]*))?>/g;

/** The text of a message as Slack shows it: references by their words, people by their names. */
export function slackText(text: string, names: ReadonlyMap<string, string>): string {
  return text
    .replace(reference, (_, kind: string, target: string, words: string | undefined) => {
      if (kind === '@') return `@${words || names.get(target) || target}`;
      if (kind === '!') return words || `@${target}`;
      return kind === '#' ? `#${words || target}` : words || target;
    })
    .replace(/&(lt|gt|amp);/g, (_, name: string) => (name === 'lt' ? '<' : name === 'gt' ? '>' : '&'));
}

/** What somebody wrote, or had a program write; others say that something happened to the channel. */
const discordKinds = /^(?:Default|Reply|ChatInputCommand|ContextMenuCommand)$/;

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
    const messages = channel.objects('messages').filter((item) => discordKinds.test(item.word('type')));
    const names = ['guild', 'channel'].map((part) => channel.object(part).word('name'));
    return [{ name: names.filter(Boolean).join(' / '), messages: messages.map(discordMessage) }];
  },
});

function discordMessage(item: JsonObject): ChatMessage {
  const author = item.object('author');
  const files = item.objects('attachments').map((file) => file.word('fileName'));
  const shown = item.objects('embeds').flatMap((one) => [one.word('title'), one.word('description')]);
  return {
    author: author.word('nickname') || author.word('name') || '?',
    time: isoTime(item.word('timestamp')),
    text: [item.word('content'), ...shown, ...files].filter(Boolean).join('\n'),
  };
}

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
    return root.get('chats') ? root.object('chats').objects('list').map(telegramChat) : [telegramChat(root)];
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

function telegramChat(chat: JsonObject): Chat {
  const written = chat.objects('messages').filter((item) => item.word('type') === 'message');
  return { name: chat.word('name'), messages: written.map(telegramMessage) };
}

function telegramMessage(item: JsonObject): ChatMessage {
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

/** What is written to be read; other content is what a model thought, looked up or ran. */
const shownContent = /^(?:text|multimodal_text)$/;

/**
 * Conversations with an assistant as ChatGPT and Claude export them (`conversations.json`): each message under its time
 * (UTC) and who wrote it, below the name of the conversation. Of questions asked once more the last is kept. Errors:
 * `file_malformed` with the line.
 */
export const assistantParser: Parser = jsonChatParser({
  name: 'assistant',
  version: 1,
  isExport: (head) =>
    /^\[\s*\{/.test(head) &&
    (/"mapping"\s*:\s*\{\s*"[^"]*"\s*:\s*\{\s*"id"\s*:/.test(head) || /"chat_messages"\s*:\s*\[/.test(head)),
  chatsIn: (value) => objectsIn(value).map(conversationChat),
});

function conversationChat(conversation: JsonObject): Chat {
  const mapping = conversation.get('mapping');
  return mapping instanceof JsonObject
    ? {
        name: conversation.word('title'),
        messages: chatGptMessages(mapping, conversation.word('current_node')),
      }
    : {
        name: conversation.word('name'),
        messages: conversation.objects('chat_messages').map(claudeMessage),
      };
}

/** Each message knows the one before it: those that lead to the last one, in their order. */
function chatGptMessages(mapping: JsonObject, last: string): readonly ChatMessage[] {
  const nodes = new Map<string, JsonValue>();
  mapping.forEach((id, node) => nodes.set(id, node));
  const messages: ChatMessage[] = [];
  for (let id = last; id !== ''; ) {
    const node = nodes.get(id);
    // None is looked at twice, whatever the file says.
    nodes.delete(id);
    if (!(node instanceof JsonObject)) break;
    messages.push(...chatGptMessage(node.object('message')));
    id = node.word('parent');
  }
  return messages.toReversed();
}

function chatGptMessage(message: JsonObject): readonly ChatMessage[] {
  const [role, content] = [message.object('author').word('role'), message.object('content')];
  if (!/^(?:user|assistant)$/.test(role) || !shownContent.test(content.word('content_type'))) return [];
  const parts = content.get('parts');
  // Between the words there may be pictures.
  const words = Array.isArray(parts) ? parts.filter((part) => typeof part === 'string') : [];
  const time = epochTime(Number(message.word('create_time')));
  return [{ author: role === 'user' ? 'User' : 'ChatGPT', time, text: words.join('\n\n') }];
}

function claudeMessage(message: JsonObject): ChatMessage {
  const author = message.word('sender') === 'human' ? 'User' : 'Claude';
  const files = [...message.objects('attachments'), ...message.objects('files')];
  const names = new Set(files.map((file) => file.word('file_name')));
  const text = [message.word('text'), ...names].filter(Boolean).join('\n\n');
  return { author, time: isoTime(message.word('created_at')), text };
}
