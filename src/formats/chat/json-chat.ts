import type { Parser } from '../../contracts/parser.ts';
import { readJson } from '../json/json-reader.ts';
import type { JsonValue } from '../json/json-value.ts';
import { headText } from '../latin1-text.ts';
import { looksLikeText } from '../read-text.ts';
import { textFormat } from '../text-format.ts';
import { type Chat, writeChats } from './write-messages.ts';

/** How a program exports its chats as JSON. */
export interface JsonChatFormat {
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
