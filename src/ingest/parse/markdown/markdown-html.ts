import type { Block } from '../../../contracts/parser.ts';
import type { headingAnchors } from '../heading-anchors.ts';
import { plainParagraphs } from '../plain-paragraphs.ts';
import { headingWordsOfHtml } from './markdown-heading-words.ts';

/** A heading written as an element, on lines of its own: many a README begins with one, within a division or not. */
const headingElement = /^[ \t]*<h([1-6])(\s[^<>]*)?>((?:(?!<\/?h[1-6][\s>])[^])*)<\/h\1>[ \t]*$/gim;

const preformatted = /^\s*<pre[\s>]/i;

/** What is shown nowhere, or for another purpose. */
const unread = /^\s*<(?:!|\?|(?:script|style|textarea)[\s>])/i;

/** The blocks of raw HTML in Markdown: the headings in it, and around them paragraphs as they stand. */
export function htmlBlocks(
  source: string,
  span: { readonly start: number; readonly end: number },
  anchor: ReturnType<typeof headingAnchors>,
): Block[] {
  const html = source.slice(span.start, span.end);
  if (preformatted.test(html)) return [{ kind: 'code', ...span }];
  if (unread.test(html)) return [{ kind: 'paragraph', ...span }];
  const blocks: Block[] = [];
  let { start } = span;
  for (const { 0: element, 1: level, 2: attributes = '', 3: content = '', index } of html.matchAll(
    headingElement,
  )) {
    const heading = { start: span.start + index, end: span.start + index + element.trimEnd().length };
    const id = /\bid\s*=\s*["']?([^\s"'>]+)/i.exec(attributes)?.[1];
    const named = { ...anchor(headingWordsOfHtml(content)), ...(id && { anchor: id }) };
    blocks.push(...plainParagraphs(source, start, heading.start));
    blocks.push({ kind: 'heading', level: Number(level), ...named, ...heading });
    start = heading.end;
  }
  return [...blocks, ...plainParagraphs(source, start, span.end)];
}
