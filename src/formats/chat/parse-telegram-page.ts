import type { ParsedDocument, ParseOptions, SourceFile } from '../../contracts/parser.ts';
import { throwIfAborted } from '../../errors.ts';
import { DocumentBuilder } from '../document/document-builder.ts';
import { readText } from '../document/text-format.ts';
import { parseHtml } from '../html/html-document.ts';
import { classNames, type HtmlElement, isElement, isText } from '../html/html-node.ts';
import { htmlPieces } from '../html/html-pieces.ts';
import { telegramAuthor } from './exported-chats.ts';
import { type ChatMessage, isoTime, writeChats } from './messages.ts';

/** Reads a page as `telegramPageParser` says. */
export async function parseTelegramPage(file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
  const { text, warnings } = readText(file);
  const document = await parseHtml(text);
  throwIfAborted(options.signal);
  const name = document.querySelector('.page_header .text')?.textContent?.trim() ?? '';
  const builder = new DocumentBuilder();
  writeChats(builder, [{ name, messages: messagesIn(document.querySelectorAll('.message.default')) }]);
  return builder.finish(file.path, { warnings });
}

function messagesIn(elements: Iterable<HtmlElement>): readonly ChatMessage[] {
  const messages: ChatMessage[] = [];
  let sender = '';
  for (const element of elements) {
    const body = part(element, 'body');
    // Of messages in a row by one author only the first names him.
    sender = ownText(part(body, 'from_name')) || sender;
    const forwarded = part(body, 'forwarded');
    const media = part(body, 'media_wrap');
    const date = isoDate(part(body, 'date')?.getAttribute('title') ?? '');
    const lines = [
      ...[part(body, 'text'), part(forwarded, 'text')].map(wordsOf),
      ...[media?.querySelector('.media_file .title'), media?.querySelector('.media_poll')].map(wordsOf),
    ];
    messages.push({
      author: telegramAuthor(sender, ownText(part(forwarded, 'from_name'))),
      time: isoTime(date),
      text: lines.filter(Boolean).join('\n'),
    });
  }
  return messages;
}

/** The child of an element that has a class. */
function part(element: HtmlElement | undefined, name: string): HtmlElement | undefined {
  for (let node = element?.firstChild ?? null; node; node = node.nextSibling) {
    if (isElement(node) && classNames(node).includes(name)) return node;
  }
  return undefined;
}

/** Behind a name there may be the date of what is forwarded. */
function ownText(element: HtmlElement | undefined): string {
  const first = element?.firstChild;
  return first && isText(first) ? first.data.replace(/\s+/g, ' ').trim() : '';
}

function wordsOf(element: HtmlElement | null | undefined): string {
  if (!element) return '';
  const pieces = htmlPieces(element);
  return pieces.map((piece) => ('text' in piece ? piece.text : '')).join('\n');
}

/** `2026-05-05 10:13:02` of `05.05.2026 10:13:02 UTC+01:00`. */
function isoDate(shown: string): string {
  return shown.replace(/^(\d\d)\.(\d\d)\.(\d{4})(?= )/, '$3-$2-$1');
}
