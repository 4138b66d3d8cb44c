import { isPrintableWord } from './clean-text.ts';

type Signature = readonly [kind: string, bytes: readonly number[]];

/** How Microsoft's compound files begin (MS-CFB 2.2), in which all older Office programs wrote. */
export const compoundFile: readonly number[] = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** First bytes by which kinds of files that are not text are known. */
const signatures: readonly Signature[] = [
  ['a PDF', ascii('%PDF-')],
  ['a ZIP archive or an Office document', [...ascii('PK'), 3, 4]],
  ['an empty ZIP archive', [...ascii('PK'), 5, 6]],
  ['an old Office document', compoundFile],
  ['a PNG image', [0x89, ...ascii('PNG')]],
  ['a JPEG image', [0xff, 0xd8, 0xff]],
  ['a TIFF image', [...ascii('II'), 0x2a, 0]],
  ['a gzip archive', [0x1f, 0x8b]],
  ['an xz archive', [0xfd, ...ascii('7zXZ')]],
  ['a 7-Zip archive', [...ascii('7z'), 0xbc, 0xaf]],
  ['a Zstandard archive', [0x28, 0xb5, 0x2f, 0xfd]],
  ['a RAR archive', [...ascii('Rar!'), 0x1a]],
  ['an SQLite database', ascii('SQLite format 3\0')],
  ['a program', [0x7f, ...ascii('ELF')]],
  ['a WebAssembly module', ascii('\0asm')],
];

/** Those that are words which a text may begin with. Behind them stand lengths and versions, in bytes that none has. */
const words: readonly Signature[] = [
  ['a GIF image', ascii('GIF8')],
  ['a WebP image, audio file or video', ascii('RIFF')],
  ['an MP3 audio file', ascii('ID3')],
  ['an Ogg audio file', ascii('OggS')],
];

/** So far behind the beginning. */
const headLength = 16;

function ascii(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}

const sampleLength = 65_536;

/** Text has next to no control characters. Random bytes are a tenth of them. */
const maxControlShare = 0.05;

/** A stray NUL or two in a short file is no proof. */
const minControls = 8;

/**
 * Why bytes cannot be text, in words that fit behind "not text": a known signature, or too many control
 * characters among the first 64 KiB. Undefined where they can be. Expects that UTF-16 has been ruled out.
 */
export function binaryContent(bytes: Uint8Array): string | undefined {
  const hasUnprinted = bytes.subarray(0, headLength).some((byte) => byte < 0x09);
  const known = [...signatures, ...(hasUnprinted ? words : [])].find(([, signature]) =>
    signature.every((byte, index) => bytes[index] === byte),
  );
  if (known) return known[0];
  const sample = bytes.subarray(0, sampleLength);
  const controls = countControls(sample);
  const isBinary = controls >= minControls && controls > sample.length * maxControlShare;
  return isBinary ? `${controls} control characters in the first ${sample.length} bytes` : undefined;
}

function countControls(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let controls = 0;
  for (let at = 0; at < bytes.length; ) {
    while (at + 4 <= bytes.length && isPrintableWord(view.getInt32(at))) at += 4;
    for (const end = Math.min(at + 4, bytes.length); at < end; at++)
      controls += isControl[view.getUint8(at)] as number;
  }
  return controls;
}

/** By byte, 1 for a control. Tab to carriage return and escape do occur in text; terminal logs are full of escapes. */
const isControl = Uint8Array.from({ length: 256 }, (_, byte) =>
  (byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b) || byte === 0x7f ? 1 : 0,
);
