import type { Heading, Nodes, RootContent } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import { type Processor, unified } from 'unified';
import type { Block } from '../../contracts/parser.ts';
import type { headingAnchors } from './heading-anchors.ts';

/**
 * Only the block structure matters, and inline constructs are where Markdown parsers take quadratic time. The
 * words of headings are read in full by {@link inlineParser}.
 */
const inlineConstructs = [
  'attention',
  'autolink',
  'characterEscape',
  'characterReference',
  'codeText',
  'emailAutolink',
  'gfmFootnoteCall',
  'gfmPotentialFootnoteCall',
  'hardBreakEscape',
  'htmlText',
  'labelEnd',
  'labelStartImage',
  'labelStartLink',
  'mathText',
  'protocolAutolink',
  'strikethrough',
  'wwwAutolink',
];

function withoutInlineConstructs(this: Processor): void {
  const data = this.data();
  (data.micromarkExtensions ??= []).push({ disable: { null: inlineConstructs } });
  // GFM looks for addresses a second time in the finished tree, and runs out of stack where there are many.
  data.fromMarkdownExtensions = data.fromMarkdownExtensions
    ?.flat()
    .map((extension) => ({ ...extension, transforms: [] }));
}

const blockParser = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkMath)
  .use(withoutInlineConstructs)
  .freeze();
const inlineParser = unified().use(remarkParse).use(remarkGfm).use(remarkMath).freeze();

/** Headings beyond this are no headings that anyone wrote; their markup stays as it is. */
const maxParsedHeading = 1000;

/** The syntax tree's top level: CommonMark, GFM and math, without inline structure. */
export function topLevelNodes(source: string): readonly RootContent[] {
  return blockParser.parse(source).children;
}

/** Kinds of blocks that need nothing but their span. What is not listed is a paragraph. */
const kindByType: Readonly<Partial<Record<RootContent['type'], 'list' | 'quote' | 'equation'>>> = {
  list: 'list',
  blockquote: 'quote',
  math: 'equation',
};

/** A heading written as an element of HTML, as many a README begins with one, and nothing else. */
const headingElement = /^\s*<h([1-6])(\s[^<>]*)?>((?:(?!<\/?h[1-6][\s>])[^])*)<\/h\1>\s*$/i;

/** One top-level node as a block of whole lines. */
export function toBlock(node: RootContent, source: string, anchor: ReturnType<typeof headingAnchors>): Block {
  const span = wholeLines(node, source);
  if (node.type === 'heading') {
    return { kind: 'heading', level: node.depth, ...anchor(headingWords(node, source)), ...span };
  }
  if (node.type === 'table') return { kind: 'table', headerEnd: endOfDelimiterRow(span, source), ...span };
  if (node.type === 'code') return { kind: 'code', ...(node.lang && { language: node.lang }), ...span };
  const element = node.type === 'html' ? headingElement.exec(node.value) : null;
  if (element) {
    const words = headingWordsOf(element[3] as string);
    const id = /\bid\s*=\s*["']?([^\s"'>]+)/i.exec(element[2] as string)?.[1];
    return {
      kind: 'heading',
      level: Number(element[1]),
      ...anchor(words),
      ...(id && { anchor: id }),
      ...span,
    };
  }
  if (node.type === 'html' && /^\s*<pre[\s>]/i.test(node.value)) return { kind: 'code', ...span };
  if (isFigure(node, source)) return { kind: 'figure', ...span };
  return { kind: kindByType[node.type] ?? 'paragraph', ...span };
}

/** Top-level blocks own their lines: indentation belongs to code, and nothing else can stand on them. */
function wholeLines(node: RootContent, source: string): { start: number; end: number } {
  const start = source.lastIndexOf('\n', offsetOf(node, 'start') - 1) + 1;
  let end = offsetOf(node, 'end');
  // A fence that is never closed takes the blank lines at the end along.
  while (/\s/.test(source.charAt(end - 1))) end -= 1;
  return { start: offsetOf(node, 'start') === 0 ? 0 : start, end };
}

function offsetOf(node: RootContent, side: 'start' | 'end'): number {
  return node.position?.[side].offset as number;
}

/** The header is one row, and the delimiter row below it. */
function endOfDelimiterRow(table: { start: number; end: number }, source: string): number {
  const header = source.indexOf('\n', table.start);
  const delimiter = source.indexOf('\n', header + 1);
  return delimiter === -1 || delimiter > table.end ? table.end : delimiter;
}

/** An image and nothing else. */
function isFigure(node: RootContent, source: string): boolean {
  if (node.type !== 'paragraph') return false;
  const paragraph = source.slice(offsetOf(node, 'start'), offsetOf(node, 'end'));
  return /^!\[[^\]]*\]\([^()\s]+(?:\s+"[^"]*")?\)$/.test(paragraph.trim());
}

/** Most headings are plain words, and a parser run costs more than all else about them. */
const mayHoldMarkup = /[\\`*_~<[\]!&$\n]/;

/** Words among elements, of which pictures are often some. */
function headingWordsOf(html: string): string {
  const parsed = inlineParser.parse(html.slice(0, maxParsedHeading).replace(/\s+/g, ' ').trim()).children[0];
  return parsed ? plainText(parsed).replace(/\s+/g, ' ').trim() : '';
}

function headingWords(heading: Heading, source: string): string {
  const raw = withoutMarks(source.slice(offsetOf(heading, 'start'), offsetOf(heading, 'end')));
  if (raw.length > maxParsedHeading || !mayHoldMarkup.test(raw)) return raw;
  // What a link or picture refers to is defined elsewhere in the document; its words are here.
  const references = [...raw.matchAll(/\]\[([^[\]]+)\]/g)].map(([, name]) => `[${name}]: #`);
  const parsed = inlineParser.parse([`# ${raw.replaceAll('\n', ' ')}`, ...references].join('\n')).children[0];
  return parsed ? plainText(parsed).trim() : raw;
}

/** Takes the number signs around a heading's words away, or the line below them. */
function withoutMarks(heading: string): string {
  const isUnderlined = !/^[ \t]*#{1,6}(?:[ \t]|$)/.test(heading);
  if (isUnderlined) return heading.slice(0, heading.lastIndexOf('\n')).trim();
  const words = heading.replace(/^[ \t]*#{1,6}/, '').trim();
  const closing = words.length - words.replace(/#+$/, '').length;
  const isClosed = closing === words.length || /[ \t]/.test(words.charAt(words.length - closing - 1));
  return isClosed ? words.slice(0, words.length - closing).trim() : words;
}

/** What a reader sees of inline content. */
function plainText(node: Nodes): string {
  if (node.type === 'html') return '';
  if ('value' in node) return node.value;
  if ('alt' in node) return node.alt ?? '';
  return 'children' in node ? node.children.map(plainText).join('') : '';
}
