import { crc32 } from 'node:zlib';
import { FootnoteError } from '../../errors.ts';
import type { DocumentVersionRow } from '../schema.ts';

/** What answers are made from of a version, as it is stored. */
type ChecksummedRow = Pick<DocumentVersionRow, 'title' | 'blocks' | 'text'>;

/** What is kept with a version, so that it is noticed where a byte of it is another: CRC-32, a gigabyte in a second. */
export function versionChecksum({ title, blocks, text }: ChecksummedRow): number {
  return crc32(asKept(text), crc32(blocks, crc32(asKept(title))));
}

/** A text as every database gives it back: PostgreSQL has no character 0 and keeps another in its place. */
function asKept(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;
}

/** Whether a version is as it was written, as far as that was noted: no checksum was kept before format 19. */
export function isAsWritten(row: ChecksummedRow & Pick<DocumentVersionRow, 'checksum'>): boolean {
  return row.checksum === null || row.checksum === versionChecksum(row);
}

/** The error for a version that is not as it was written. */
export function alteredVersion(
  place: string,
  { documentId, path }: { readonly documentId: string; readonly path: string },
): FootnoteError {
  const problem = `the document ${path} (${documentId}) is not as it was written; the next ingest of its file makes it anew`;
  return new FootnoteError('store_corrupt', { path: place, problem });
}
