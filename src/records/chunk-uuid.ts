import { createHash } from 'node:crypto';

/** The namespace of the UUIDs of chunks: any fixed UUID would do. */
const uuidNamespace = Buffer.from('8d2f0c3e5b0a4d7c9a8f6f3a1c94e2b7', 'hex');

/**
 * A chunk's id for interfaces that want UUIDs: the UUID of version 5 that its id has in the namespace
 * `8d2f0c3e-5b0a-4d7c-9a8f-6f3a1c94e2b7` (https://www.rfc-editor.org/rfc/rfc9562#section-5.5), so that everybody makes
 * the same of one id.
 */
export function chunkUuid(id: string): string {
  const bytes = createHash('sha1').update(uuidNamespace).update(id).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
