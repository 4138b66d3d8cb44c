import type { Parser } from '../../contracts/parser.ts';
import { JsonObject, type JsonValue, objectsIn } from '../json/json-reader.ts';
import { type Chat, type ChatMessage, epochTime, isoTime, jsonChatParser } from './messages.ts';

/** What is written to be read; other content is what a model thought, looked up or ran. */
const shown = /^(?:text|multimodal_text)$/;

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
  chatsIn: (value) => objectsIn(value).map(toChat),
});

function toChat(conversation: JsonObject): Chat {
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
  if (!/^(?:user|assistant)$/.test(role) || !shown.test(content.word('content_type'))) return [];
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
