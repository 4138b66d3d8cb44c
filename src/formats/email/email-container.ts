import type { Container } from '../../contracts/parser.ts';
import { throwIfAborted } from '../../errors.ts';
import { boundedMember, checkDepth, memberName, refused } from '../zip/zip-archive.ts';
import { recogniseEmail } from './recognise-email.ts';

/** The attachments of an e-mail. The message itself is read by the e-mail parser: such a file is both. */
export const emailContainer: Container = {
  name: 'email',
  extensions: ['.eml', '.emlx'],
  isDocument: true,
  recognise: recogniseEmail,
  async *members(file, limits, options = {}) {
    checkDepth(limits, file.path);
    // The library is large, and many a process never meets an e-mail.
    const { attachmentBytes, attachmentName, readEmail } = await import('./read-email.ts');
    const { attachments } = (await readEmail(file)).email;
    if (attachments.length > limits.maxMembers) {
      throw refused(file.path, `it has ${attachments.length} attachments; the limit is ${limits.maxMembers}`);
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
      const name = memberName(attachmentName(attachment, index), file.path);
      const times = (names.get(name) ?? 0) + 1;
      names.set(name, times);
      const path = `${file.path}/${times === 1 ? name : `${times}-${name}`}`;
      yield boundedMember({ path, bytes }, limits);
    }
  },
};
