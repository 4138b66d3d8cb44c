import { latin1Text } from '../latin1-text.ts';

/** Apple Mail's line above a message: its length in bytes. */
const lengthLine = /^(\d{1,12})[ \t]*\r?\n/;

/** The bytes of a message without what Apple Mail (`.emlx`) sets around it: its length, and behind it what it noted. */
export function messageBytes(bytes: Uint8Array): Uint8Array {
  const [line = '', length] = lengthLine.exec(latin1Text(bytes, 0, 64)) ?? [];
  return length === undefined ? bytes : bytes.subarray(line.length, line.length + Number(length));
}
