import type { Container } from '../../contracts/parser.ts';
import { FootnoteError, throwIfAborted } from '../../errors.ts';
import { looksLikeText } from '../document/text-format.ts';
import { boundedMember, checkDepth, refused } from '../zip/zip-archive.ts';
import { filedMessage } from './filed-message.ts';
import { mailboxMessages, startsAsMailbox } from './mailbox-messages.ts';
import { messageNames } from './message-names.ts';

/**
 * Mailboxes in one file (mbox), as Thunderbird keeps them, without an ending, and Google and Apple hand them out. Each
 * message is an e-mail of its own, named by its date and subject; what was deleted and not cleared away is left out.
 */
export const mailboxContainer: Container = {
  name: 'mailbox',
  extensions: ['.mbox'],
  recognise: (file) => {
    if (startsAsMailbox(file.bytes)) return 'yes';
    return looksLikeText(file) ? 'maybe' : 'no';
  },
  async *members(file, limits, options = {}) {
    const { path, bytes } = file;
    checkDepth(limits, path);
    const messages = [...mailboxMessages(bytes)];
    if (messages.length === 0) throw withoutMessages(path, bytes);
    if (messages.length > limits.maxMembers) {
      const limit = `the limit is ${limits.maxMembers} (ingest.archiveMaxMembers)`;
      throw refused(path, `it has ${messages.length} messages; ${limit}`);
    }
    // The library that reads subjects is large, and many a process never meets an e-mail.
    const { decodeWords } = await import('postal-mime');
    const nameOf = messageNames();
    for (const { separator, start, end } of messages) {
      throwIfAborted(options.signal);
      const message = filedMessage(bytes.subarray(start, end));
      if (message.isDeleted) continue;
      const name = nameOf({ subject: decodeWords(message.subject), date: message.date || separator });
      yield boundedMember({ path: `${path}/${name}.eml`, bytes: message.bytes }, limits);
    }
  },
};

function withoutMessages(path: string, bytes: Uint8Array): FootnoteError {
  if (!bytes.some((byte) => byte > 0x20)) return new FootnoteError('file_empty', { path });
  const problem = 'it contains no message, which begins with a line "From " with its sender and date';
  return new FootnoteError('file_damaged', { path, problem });
}
