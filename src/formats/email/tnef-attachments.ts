import type { Attachment } from 'postal-mime';
import { decodeBytes } from '../../text/decode/decode-bytes.ts';

/** Attributes by their ids (MS-OXTNEF 2.1.3.3): what begins a file, and what it is. */
const rendering = 0x00069002;
const title = 0x00018010;
const content = 0x0006800f;
const properties = 0x00069005;

/** Properties by their ids, low byte first (MS-OXPROPS): PidTagAttachLongFilename and PidTagAttachDataBinary. */
const longName = [0x07, 0x37];
const data = [0x01, 0x37];

/** Types of properties. What is an object begins with the identifier of its kind. */
const utf16 = 0x1f;
const object = 0x0d;
const objectIdSize = 16;

const signature = 0x223e9f78;
const headerSize = 6;
const attributeSize = 9;
const checksumSize = 2;

/** The files that Outlook has packed into one (`winmail.dat`), undefined where it is none that is whole. */
export function tnefAttachments(bytes: Uint8Array): readonly Attachment[] | undefined {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (source.length < headerSize || source.readUInt32LE(0) !== signature) return undefined;
  const files: { filename: string; content?: Uint8Array }[] = [];
  for (let at = headerSize; at + attributeSize <= source.length; ) {
    const id = source.readUInt32LE(at + 1);
    const end = at + attributeSize + source.readUInt32LE(at + 5);
    if (end > source.length) return undefined;
    const value = source.subarray(at + attributeSize, end);
    at = end + checksumSize;
    const file = files.at(-1);
    if (id === rendering) files.push({ filename: '' });
    if (!file) continue;
    if (id === title) file.filename ||= textOf(value, 'windows-1252');
    if (id === content) file.content = value;
    if (id === properties) {
      const name = property(value, longName);
      if (name) file.filename = textOf(name.value, name.type === utf16 ? 'utf-16le' : 'windows-1252');
      const own = property(value, data);
      if (own) file.content ??= own.value.subarray(own.type === object ? objectIdSize : 0);
    }
  }
  return files.flatMap((file) =>
    file.content
      ? [{ ...file, mimeType: 'application/octet-stream', disposition: 'attachment', content: file.content }]
      : [],
  );
}

/** A property that has one value of any length: its type, id, count and length stand before it. */
function property(source: Buffer, id: readonly number[]): { type: number; value: Buffer } | undefined {
  const at = source.indexOf(Buffer.from([...id, 1, 0, 0, 0])) - 2;
  if (at < 0 || at + 12 > source.length) return undefined;
  const length = source.readUInt32LE(at + 8);
  return { type: source.readUInt8(at), value: source.subarray(at + 12, at + 12 + length) };
}

function textOf(bytes: Uint8Array, encoding: string): string {
  return decodeBytes(bytes, encoding).replace(/\0.*$/s, '');
}
