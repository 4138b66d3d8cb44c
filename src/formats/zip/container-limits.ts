import type { ContainerLimits, ContainerMember, SourceFile } from '../../contracts/parser.ts';
import { FootnoteError } from '../../errors.ts';

/** Why nothing of a container is read. */
export function refused(path: string, problem: string): FootnoteError {
  return new FootnoteError('archive_refused', { path, problem });
}

/** Errors: `archive_refused` where a container lies in as many others as may be. */
export function checkDepth({ maxDepth }: ContainerLimits, path: string): void {
  if (maxDepth < 1) throw refused(path, 'it is nested in too many archives and messages');
}

const unsafeName = /^\/|^[a-z]:|\0|(?:^|\/)\.\.(?:\/|$)/i;

/** A member's name as one below its container. Errors: `archive_refused` where it leads out of it. */
export function memberName(raw: string, path: string): string {
  const name = raw.replaceAll('\\', '/').replace(/^(\.\/)+/, '');
  if (name === '' || unsafeName.test(name))
    throw refused(path, `the name ${JSON.stringify(raw)} points outside it`);
  return name;
}

/** A member, or that it is too large. */
export function boundedMember(file: SourceFile, { maxMemberBytes }: ContainerLimits): ContainerMember {
  const { path, bytes } = file;
  return bytes.length > maxMemberBytes ? { path, error: tooLarge(path, bytes.length, maxMemberBytes) } : file;
}

/** That a member, of so many bytes, is over the limit. */
export function tooLarge(path: string, size: number, limit: number): FootnoteError {
  return new FootnoteError('file_too_large', { path, size, limit });
}
