import type { ParseOptions } from '../../contracts/parser.ts';
import { latin1Text } from '../document/text-format.ts';

/** Pixels of a picture. Larger ones are not decoded: one in colour would take four bytes for each. */
export const maxPixels = 50_000_000;

/** Width and height in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** What a PNG, JPEG, TIFF or WebP file says of its size; undefined where it is none, or does not say. */
export function pictureSize(bytes: Uint8Array): PictureSize | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    const size =
      sizeByHead[latin1Text(bytes, 0, 4)]?.(view) ?? (view[0] === 0xff ? jpegSize(view) : undefined);
    return size && size.width > 0 && size.height > 0 ? size : undefined;
  } catch {
    // It ends before it says so.
    return undefined;
  }
}

/** By the first four bytes. */
const sizeByHead: Readonly<Record<string, (view: Buffer) => PictureSize | undefined>> = {
  '\x89PNG': (view) => ({ width: view.readUInt32BE(16), height: view.readUInt32BE(20) }),
  'II*\0': tiffSize,
  'MM\0*': tiffSize,
  RIFF: webpSize,
};

/** Of the first page (TIFF 6.0, section 2). */
function tiffSize(view: Buffer): PictureSize | undefined {
  const isLittle = view[0] === 0x49;
  const short = (at: number): number => (isLittle ? view.readUInt16LE(at) : view.readUInt16BE(at));
  const long = (at: number): number => (isLittle ? view.readUInt32LE(at) : view.readUInt32BE(at));
  const directory = long(4);
  let [width, height] = [0, 0];
  const [entryBytes, shortType] = [12, 3];
  for (let index = 0; index < short(directory); index++) {
    const at = directory + 2 + index * entryBytes;
    const value = short(at + 2) === shortType ? short(at + 8) : long(at + 8);
    if (short(at) === 256) width = value;
    else if (short(at) === 257) height = value;
  }
  return { width, height };
}

/** Of a lossy, a lossless or an extended file (RFC 9649, section 2). */
function webpSize(view: Buffer): PictureSize | undefined {
  const mask = 0x3fff;
  switch (latin1Text(view, 12, 16)) {
    case 'VP8 ':
      return { width: view.readUInt16LE(26) & mask, height: view.readUInt16LE(28) & mask };
    case 'VP8L': {
      const bits = view.readUInt32LE(21);
      return { width: (bits & mask) + 1, height: ((bits >>> 14) & mask) + 1 };
    }
    case 'VP8X':
      return { width: view.readUIntLE(24, 3) + 1, height: view.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

/** Of the first frame (ITU-T T.81, B.2.2). */
function jpegSize(view: Buffer): PictureSize | undefined {
  let at = 2;
  while (view[at] === 0xff) {
    const marker = view[at + 1] as number;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: view.readUInt16BE(at + 7), height: view.readUInt16BE(at + 5) };
    at += marker === 0xff ? 1 : 2 + view.readUInt16BE(at + 2);
  }
  return undefined;
}

/** Whether a picture has more pixels than are decoded. */
export function isTooLarge(size: PictureSize | undefined): boolean {
  return size !== undefined && size.width * size.height > maxPixels;
}

/** The time that recognising text in one file may take in all, from now on. */
export class ReadingTime {
  readonly #limitMs: number;
  readonly #startedMs = performance.now();

  constructor({ ocrTimeoutMs = Number.POSITIVE_INFINITY }: ParseOptions) {
    this.#limitMs = ocrTimeoutMs;
  }

  /** Whether nothing more may be begun. */
  get isOver(): boolean {
    return performance.now() - this.#startedMs >= this.#limitMs;
  }

  /** `pages behind p. 7` were not read, and what helps. */
  warning(what: string): string {
    return `${what} not recognised: the file took longer than ${this.#limitMs / 1000} s, and what was read until then is kept. Raise ingest.ocrTimeoutMs`;
  }
}
