import type { Block } from '../../contracts/parser.ts';
import type { headingAnchors } from '../document/document-builder.ts';
import { plainParagraphs } from '../document/text-format.ts';
import { headingWordsOfHtml } from './markdown-heading-words.ts';

/** A block of Markdown, or a piece of raw HTML of which the blocks are still to be found. */
export type MarkdownBlock =
  | Block
  | { readonly kind: 'html'; readonly start: number; readonly end: number; readonly page?: number };

/** A heading written as an element, on lines of its own: many a README begins with one, within a division or not. */
const headingElement = /^[ \t]*<h([1-6])(\s[^<>]*)?>((?:(?!<\/?h[1-6][\s>])[^])*)<\/h\1>[ \t]*$/gim;

/** What is one piece however many blank lines are in it. */
const whole = /^\s*<(?:pre|script|style|textarea)[\s>]/i;

/** A comment, a declaration, an instruction. */
const unread = /^\s*<[!?]/;

/** The blocks of raw HTML in Markdown: the headings in it, and the HTML around them; a comment as it stands. */
export function htmlBlocks(
  source: string,
  span: { readonly start: number; readonly end: number },
  anchor: ReturnType<typeof headingAnchors>,
): MarkdownBlock[] {
  const html = source.slice(span.start, span.end);
  if (whole.test(html)) return [{ kind: 'html', ...span }];
  if (unread.test(html)) return [{ kind: 'paragraph', ...span }];
  const blocks: MarkdownBlock[] = [];
  const addBetween = (start: number, end: number) => {
    for (const paragraph of plainParagraphs(source, start, end)) blocks.push({ ...paragraph, kind: 'html' });
  };
  let { start } = span;
  for (const { 0: element, 1: level, 2: attributes = '', 3: content = '', index } of html.matchAll(
    headingElement,
  )) {
    const heading = { start: span.start + index, end: span.start + index + element.trimEnd().length };
    const id = /\bid\s*=\s*["']?([^\s"'>]+)/i.exec(attributes)?.[1];
    const named = { ...anchor(headingWordsOfHtml(content)), ...(id && { anchor: id }) };
    addBetween(start, heading.start);
    blocks.push({ kind: 'heading', level: Number(level), ...named, ...heading });
    start = heading.end;
  }
  addBetween(start, span.end);
  return blocks;
}
