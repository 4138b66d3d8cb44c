import type { Parser } from '../../contracts/parser.ts';
import type { DocumentBuilder } from '../document/document-builder.ts';
import { headText, looksLikeText, plainParagraphs, textFormat } from '../document/text-format.ts';
import { type JsonValue, readJson } from '../json/json-reader.ts';

/** A message of a chat. */
export interface ChatMessage {
  readonly author: string;
  /** To the minute, as a reader is to see it: `2026-05-05 10:12`; empty where it is not known. */
  readonly time: string;
  readonly text: string;
}

/** The time of a message that was written at `2026-05-05T10:12:00`, by whatever clock; a blank may stand for `T`. */
export function isoTime(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}

/** That of one written so many seconds after the beginning of 1970, in UTC; empty where that is no time. */
export function epochTime(seconds: number): string {
  const written = new Date(seconds * 1000);
  return Number.isNaN(written.getTime()) ? '' : isoTime(written.toISOString());
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
  let length = 0;
  for (const message of messages) {
    const { author, time, text } = message;
    if (text.trim() === '') continue;
    length += text.length;
    const goesOn = author === open?.author && hourOf(time) === hourOf(open.time) && length <= longestSection;
    if (!goesOn) {
      builder.heading(level, `${time} ${author}`);
      open = message;
      length = text.length;
    }
    builder.source(text, plainParagraphs);
  }
}

/** A time without its minutes. */
function hourOf(time: string): string {
  return time.replace(/[:.]\d\d(?=\D*$)/, '');
}

/** How a program exports its chats as JSON. */
interface JsonChatFormat {
  /** Of its parser. */
  readonly name: string;
  readonly version: number;
  /** Whether a file is one, from its first bytes as Latin-1: they begin with a bracket. */
  readonly isExport: (head: string) => boolean;
  readonly chatsIn: (value: JsonValue) => readonly Chat[];
}

const firstLook = 100;
const sniffLength = 16_384;

/** The parser for such exports, whatever the file is called. Its errors: `file_malformed` with the line. */
export function jsonChatParser({ name, version, isExport, chatsIn }: JsonChatFormat): Parser {
  return textFormat({
    name,
    extensions: [],
    version,
    recognise: (file) => {
      // Every file is asked, and most are no JSON.
      if (!/^[[{]/.test(headText(file.bytes, firstLook))) return 'no';
      return isExport(headText(file.bytes, sniffLength)) && looksLikeText(file) ? 'yes' : 'no';
    },
    write(builder, { text, path }) {
      writeChats(builder, chatsIn(readJson(text, path)));
      return {};
    },
  });
}
