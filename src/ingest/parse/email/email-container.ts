import type { Container } from '../../../contracts/parser.ts';
import { FootnoteError, throwIfAborted } from '../../../errors.ts';
import { looksLikeText } from '../read-text.ts';
import { startsAsEmail } from './starts-as-email.ts';

/** The attachments of an e-mail. The message itself is read by the e-mail parser: such a file is both. */
export const emailContainer: Container = {
  name: 'email',
  extensions: ['.eml', '.emlx'],
  isDocument: true,
  recognise: (file) => {
    if (startsAsEmail(file)) return 'yes';
    return looksLikeText(file) ? 'maybe' : 'no';
  },
  async *members(file, limits, options = {}) {
    if (limits.maxDepth < 1) throw refused(file.path, 'it lies in too many other archives and messages');
    // The library is large, and many a process never meets an e-mail.
    const { attachmentBytes, attachmentName, readEmail } = await import('./read-email.ts');
    const { attachments } = (await readEmail(file)).email;
    if (attachments.length > limits.maxMembers) {
      throw refused(file.path, `it has ${attachments.length} attachments, the limit is ${limits.maxMembers}`);
    }
    const names = new Map<string, number>();
    let total = 0;
    for (const [index, attachment] of attachments.entries()) {
      throwIfAborted(options.signal);
      const bytes = attachmentBytes(attachment);
      total += bytes.length;
      if (total > limits.maxBytes) {
        throw refused(file.path, `its attachments are over the limit of ${limits.maxBytes} bytes`);
      }
      const name = safeName(attachmentName(attachment, index), file.path);
      const times = (names.get(name) ?? 0) + 1;
      names.set(name, times);
      const path = `${file.path}/${times === 1 ? name : `${times}-${name}`}`;
      yield bytes.length > limits.maxMemberBytes
        ? { path, error: tooLarge(path, bytes.length, limits.maxMemberBytes) }
        : { path, bytes };
    }
  },
};

function safeName(raw: string, path: string): string {
  const name = raw.replaceAll('\\', '/');
  const isUnsafe = /^\/|^[a-z]:|\0/i.test(name) || name.split('/').includes('..');
  if (isUnsafe) throw refused(path, `the attachment's name ${JSON.stringify(raw)} leads out of it`);
  return name;
}

function tooLarge(path: string, size: number, limit: number): FootnoteError {
  return new FootnoteError('file_too_large', { path, size, limit });
}

function refused(path: string, problem: string): FootnoteError {
  return new FootnoteError('archive_refused', { path, problem });
}
