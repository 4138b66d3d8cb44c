import type { Original } from '../contracts/document.ts';
import { isFootnoteError } from '../errors.ts';
import { latin1Text } from './document/text-format.ts';
import { readZipTail, unpackMember } from './zip/zip-archive.ts';

/** A file that is read in parts. */
type FileInParts = Pick<Original, 'name' | 'bytes' | 'read'>;

/** What browsers show as a picture, by the first bytes. */
const signatures: readonly (readonly [mediaType: string, signature: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['image/bmp', /^BM[^]{4}\0{4}/],
  [
    'image/svg+xml',
    /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*|<!--(?:(?!-->)[^])*-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s>]/i,
  ],
];

const signatureLength = 2048;

/** Larger ones are not handed out. */
const maxPictureBytes = 64 * 1024 * 1024;

/** Why a file does not give a picture, as a part of a sentence. */
type NoPicture = { readonly problem: string };

/**
 * A picture in a file by its place there, as figures have it: a part of a file that is a ZIP archive inside, or a range
 * of bytes in Base64. Of the file no more is read than that needs. Errors: those of `file.read`.
 */
export async function pictureInFile(
  picture: string,
  file: FileInParts,
): Promise<{ readonly mediaType: string; readonly bytes: Uint8Array } | NoPicture> {
  const [, from, to] = /^(\d{1,15})-(\d{1,15})$/.exec(picture) ?? [];
  const bytes =
    from === undefined ? await partOf(file, picture) : await writtenIn(file, Number(from), Number(to));
  if (!(bytes instanceof Uint8Array)) return bytes;
  const head = latin1Text(bytes, 0, signatureLength);
  const mediaType = signatures.find(([, signature]) => signature.test(head))?.[0];
  return mediaType === undefined
    ? { problem: 'what is there is no picture of a kind that browsers show' }
    : { mediaType, bytes };
}

const unknown: NoPicture = { problem: 'there is none of this name' };
const tooLarge: NoPicture = { problem: `it has more than ${maxPictureBytes / 1024 / 1024} MB` };

async function writtenIn(file: FileInParts, from: number, to: number): Promise<Uint8Array | NoPicture> {
  if (from >= to || to > file.bytes) return unknown;
  if (to - from > (maxPictureBytes * 4) / 3) return tooLarge;
  const base64 = latin1Text(await file.read(from, to), 0, to - from);
  return /^[\w+/]+=*$/.test(base64) ? Buffer.from(base64, 'base64') : unknown;
}

/** Of most archives the directory of members is in the last so many bytes, and of all that are read here in these. */
const tailLength = 256 * 1024;
const longTailLength = 64 * tailLength;

async function partOf(file: FileInParts, name: string): Promise<Uint8Array | NoPicture> {
  try {
    for (const length of [tailLength, longTailLength]) {
      const start = Math.max(0, file.bytes - length);
      const tail = { path: file.name, bytes: await file.read(start, file.bytes) };
      const members = readZipTail(tail, start);
      if (!members) continue;
      // Office files name their parts without regard to case (ECMA-376 part 2, 6.2.2.3).
      const member =
        members.find((one) => one.name === name) ??
        members.find((one) => one.name.toLowerCase() === name.toLowerCase());
      if (!member) return unknown;
      if (member.size > maxPictureBytes || member.packedSize > maxPictureBytes) return tooLarge;
      const end = Math.min(file.bytes, member.headerStart + member.packedSize + maxHeaderLength);
      if (member.headerStart >= end) return unknown;
      return unpackMember(await file.read(member.headerStart, end), member, file.name);
    }
    return unknown;
  } catch (error) {
    if (!isFootnoteError(error) || error.code === 'original_missing') throw error;
    return { problem: 'it is damaged' };
  }
}

/** A header of a member with the longest name and the most that may stand beside it. */
const maxHeaderLength = 30 + 2 * 0xffff;
