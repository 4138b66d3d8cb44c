import type { Parser } from '../../contracts/parser.ts';
import { lateParse } from '../late-parse.ts';
import { latin1Text } from '../latin1-text.ts';
import { looksLikeText } from '../read-text.ts';

const sniffLength = 4096;

/**
 * A page of a chat as Telegram exports it for browsers (`messages.html`, `messages2.html`): as `telegramParser` has it
 * of the same chat.
 */
export const telegramPageParser: Parser = {
  name: 'telegram-page',
  extensions: [],
  version: 2,
  recognise: (file) => {
    const head = latin1Text(file.bytes, 0, sniffLength);
    const isPage = /^\s*<!DOCTYPE html>/i.test(head) && /<div class="page_body chat_page">/.test(head);
    return isPage && looksLikeText(file) ? 'yes' : 'no';
  },
  parse: lateParse(async () => (await import('./parse-telegram-page.ts')).parseTelegramPage),
};
