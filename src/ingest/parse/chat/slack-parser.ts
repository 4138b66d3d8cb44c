import type { Parser } from '../../../contracts/parser.ts';
import { throwIfAborted } from '../../../errors.ts';
import { DocumentBuilder } from '../document-builder.ts';
import { readJson } from '../json/json-reader.ts';
import { JsonObject, objectsIn } from '../json/json-value.ts';
import { latin1Text } from '../latin1-text.ts';
import { looksLikeText, readText } from '../read-text.ts';
import { slackText } from './slack-text.ts';
import { type ChatMessage, writeMessages } from './write-messages.ts';

const sniffLength = 16_384;

/** What says that something happened to the channel, and not what somebody wrote. */
const event = /^(?:channel|group|bot|pinned|huddle)_(?!message)/;

/**
 * A day of a channel as Slack exports it: each message under its time (UTC) and its author, with the names of those
 * who are mentioned as far as they write that day. Errors: `file_malformed` with the line.
 */
export const slackParser: Parser = {
  name: 'slack',
  extensions: [],
  version: 1,
  recognise: (file) => {
    const head = latin1Text(file.bytes, 0, sniffLength);
    const isExport =
      /^\s*\[\s*\{/.test(head) &&
      /"type"\s*:\s*"message"/.test(head) &&
      /"ts"\s*:\s*"\d{10}\.\d{6}"/.test(head);
    return isExport && looksLikeText(file) ? 'yes' : 'no';
  },
  async parse(file, options = {}) {
    const { text, warnings } = readText(file);
    const value = readJson(text, file.path);
    throwIfAborted(options.signal);
    const messages = objectsIn(value).filter((item) => !event.test(item.word('subtype')));
    const names = new Map(messages.map((item) => [item.word('user'), nameOf(item)]));
    const builder = new DocumentBuilder();
    writeMessages(
      builder,
      messages.map((item) => toMessage(item, names)),
    );
    return builder.finish(file.path, { warnings });
  },
};

function toMessage(item: JsonObject, names: ReadonlyMap<string, string>): ChatMessage {
  const written = new Date(Number.parseFloat(item.word('ts')) * 1000);
  const iso = Number.isNaN(written.getTime()) ? '' : written.toISOString();
  const files = objectsIn(item.get('files')).map((one) => one.word('title') || one.word('name'));
  const shared = objectsIn(item.get('attachments')).map((one) => one.word('text'));
  const lines = [item.word('text'), ...shared, ...files].filter(Boolean);
  return {
    author: nameOf(item),
    time: iso.slice(0, 16).replace('T', ' '),
    stretch: iso.slice(0, 13),
    text: slackText(lines.join('\n'), names),
  };
}

/** As the author is shown to others. Where nobody is named, what is written is not to seem another's. */
function nameOf(item: JsonObject): string {
  const profiles = [item.get('user_profile'), item.get('bot_profile')].filter(
    (one) => one instanceof JsonObject,
  );
  const names = profiles.flatMap((one) => ['real_name', 'display_name', 'name'].map((key) => one.word(key)));
  return [...names, item.word('username'), item.word('user')].find((name) => name !== '') ?? '?';
}
