import type { Nodes, RootContent } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import { type Processor, unified } from 'unified';
import type { headingAnchors } from '../document/document-builder.ts';
import { headingWords } from './markdown-heading-words.ts';
import { htmlBlocks, type MarkdownBlock } from './markdown-html.ts';

/**
 * Only the block structure matters, and inline constructs are where Markdown parsers take quadratic time. The words of
 * headings are read in full by {@link headingWords}.
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

/** One top-level node as blocks of whole lines: one, of raw HTML what is in it, none of white space alone. */
export function toBlocks(
  node: RootContent,
  source: string,
  anchor: ReturnType<typeof headingAnchors>,
): readonly MarkdownBlock[] {
  const span = wholeLines(node, source);
  // To Markdown a no-break space and its like are characters as others are.
  if (span.start === span.end) return [];
  if (node.type === 'html') return htmlBlocks(source, span, anchor);
  if (node.type === 'heading') {
    const words = headingWords(source.slice(span.start, span.end));
    return [{ kind: 'heading', level: node.depth, ...anchor(words), ...span }];
  }
  if (node.type === 'table') return [{ kind: 'table', headerEnd: endOfDelimiterRow(span, source), ...span }];
  if (node.type === 'code') return [{ kind: 'code', ...(node.lang && { language: node.lang }), ...span }];
  if (isFigure(node, source)) return [{ kind: 'figure', ...span }];
  return [{ kind: kindByType[node.type] ?? 'paragraph', ...span }];
}

/** Top-level blocks own their lines: indentation belongs to code, and nothing else can stand on them. */
function wholeLines(node: RootContent, source: string): { start: number; end: number } {
  // To the parser an underlined heading begins with the definitions above it.
  const offset = offsetOf((node.type === 'heading' && node.children[0]) || node, 'start');
  const start = offset === 0 ? 0 : source.lastIndexOf('\n', offset - 1) + 1;
  let end = offsetOf(node, 'end');
  // A fence that is never closed takes the blank lines at the end along.
  while (end > start && /\s/.test(source.charAt(end - 1))) end -= 1;
  return { start, end };
}

function offsetOf(node: Nodes, side: 'start' | 'end'): number {
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
