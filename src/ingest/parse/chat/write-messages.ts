import type { DocumentBuilder } from '../document-builder.ts';
import { plainParagraphs } from '../plain-paragraphs.ts';

/** A message of a chat. */
export interface ChatMessage {
  readonly author: string;
  /** As a reader is to see it: `2026-05-05 10:12`. */
  readonly time: string;
  /** The same for messages that belong to one stretch of time, as an hour. */
  readonly stretch: string;
  readonly text: string;
}

/** Of a message that was written at `2026-05-05T10:12:00`, by whatever clock; a blank may stand for the `T`. */
export function isoTimes(iso: string): Pick<ChatMessage, 'time' | 'stretch'> {
  return { time: iso.slice(0, 16).replace('T', ' '), stretch: iso.slice(0, 13) };
}

/** Of a message that was written so many seconds after the beginning of 1970; empty where that is no time. In UTC. */
export function epochTimes(seconds: number): Pick<ChatMessage, 'time' | 'stretch'> {
  const written = new Date(seconds * 1000);
  return isoTimes(Number.isNaN(written.getTime()) ? '' : written.toISOString());
}

/** A chat under the name that its members know it by, empty where the export does not say it. */
export interface Chat {
  readonly name: string;
  readonly messages: readonly ChatMessage[];
}

/** What one author writes in a row is one section up to so many characters. */
const longestSection = 600;

/** Writes chats below their names. That of a chat which is alone is the title of the document. */
export function writeChats(builder: DocumentBuilder, chats: readonly Chat[]): void {
  const level = chats.length > 1 ? 2 : 1;
  for (const { name, messages } of chats) {
    if (name !== '') builder.heading(level, name);
    writeMessages(builder, messages, level + 1);
  }
}

/**
 * Writes a chat as sections: each heading says when it was written and by whom, `2026-05-05 10:12 Anna Schmidt`, so
 * that whatever is quoted of it names both. What one author writes within an hour without an answer stands together.
 */
export function writeMessages(builder: DocumentBuilder, messages: readonly ChatMessage[], level = 2): void {
  let open: ChatMessage | undefined;
  let texts: string[] = [];
  const close = () => {
    if (open) builder.heading(level, `${open.time} ${open.author}`);
    for (const text of texts) builder.source(text, plainParagraphs);
    texts = [];
  };
  for (const message of messages) {
    if (message.text.trim() === '') continue;
    const length = texts.reduce((sum, text) => sum + text.length, message.text.length);
    const goesOn =
      message.author === open?.author && message.stretch === open.stretch && length <= longestSection;
    if (!goesOn) {
      close();
      open = message;
    }
    texts.push(message.text);
  }
  close();
}
