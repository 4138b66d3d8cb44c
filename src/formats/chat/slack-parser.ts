import type { Parser } from '../../contracts/parser.ts';
import { type JsonObject, objectsIn } from '../json/json-reader.ts';
import { type ChatMessage, epochTime, jsonChatParser } from './messages.ts';

/** What says that something happened to the channel, and not what somebody wrote. */
const event = /^(?:channel|group|bot|pinned|huddle)_(?!message)/;

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
    const written = objectsIn(value).filter((item) => !event.test(item.word('subtype')));
    const names = new Map(written.map((item) => [item.word('user'), nameOf(item)]));
    return [{ name: '', messages: written.map((item) => toMessage(item, names)) }];
  },
});

function toMessage(item: JsonObject, names: ReadonlyMap<string, string>): ChatMessage {
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
