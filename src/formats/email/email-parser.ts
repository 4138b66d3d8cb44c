import type { Parser } from '../../contracts/parser.ts';
import { lateParse } from '../document/text-format.ts';
import { recogniseEmail } from './recognise-email.ts';

/**
 * E-mails: the subject as heading and title, sender, receivers and date, the message, its quoted replies as
 * quotations, the names of its attachments. What is attached is a document of its own, by the e-mail container.
 */
export const emailParser: Parser = {
  name: 'email',
  extensions: ['.eml', '.emlx', '.mht', '.mhtml'],
  version: 16,
  recognise: recogniseEmail,
  parse: lateParse(async () => (await import('./parse-email.ts')).parseEmail),
};
