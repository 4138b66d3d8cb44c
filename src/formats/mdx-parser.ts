import type { RootContent } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import type { Parser } from '../contracts/parser.ts';
import { FootnoteError, throwIfAborted } from '../errors.ts';
import { headingAnchors } from './document/document-builder.ts';
import { looksLikeText, plainParagraphs } from './document/text-format.ts';
import { deepNesting, type MarkdownBlock, toBlocks } from './markdown/markdown-blocks.ts';
import { markdownDocument, openWrittenPictures, readMarkdown } from './markdown/markdown-document.ts';

/**
 * Markdown with components: what stands in a component is Markdown as well; of its tags the titles and descriptions in
 * them are words. What is exported is code, and imports are left out. Errors: `file_malformed` with the line where a
 * tag or an expression is broken.
 */
export const mdxParser: Parser = {
  name: 'mdx',
  extensions: ['.mdx'],
  version: 8,
  recognise: (file) => (looksLikeText(file) ? 'maybe' : 'no'),
  async parse(file, options = {}) {
    throwIfAborted(options.signal);
    const markdown = readMarkdown(file);
    const { pictureWriter, withHtmlShown } = await import('./markdown/shown-html.ts');
    const { blocks, warning } = await mdxBlocks(markdown.text, markdown.frontMatter.end, file.path);
    const pictures = await openWrittenPictures(file, options, markdown.pictures);
    const write = pictures && pictureWriter(pictures, markdown.pictures);
    const shown = await withHtmlShown(markdown.text, blocks, write, { hasComponents: true });
    const warnings = [...(warning ? [warning] : []), ...(pictures?.warnings ?? [])];
    return markdownDocument({ ...markdown, text: shown.text }, { ...shown, warnings });
  },
};

/** What reads MDX is large, and many a process never meets a file of it. */
const mdxTree = async () => {
  const { default: remarkMdx } = await import('remark-mdx');
  return unified().use(remarkParse).use(remarkGfm).use(remarkMath).use(remarkMdx).freeze();
};

let loadedTree: ReturnType<typeof mdxTree> | undefined;

/** Components may span a whole file, so that it cannot be parsed in sections. */
const maxLength = 1_048_576;

/**
 * The blocks of an MDX text from `start` on; offsets refer to the whole text. Where it is too long or nested too
 * deeply, its plain paragraphs with a warning. Errors: `file_malformed` with the line.
 */
async function mdxBlocks(
  text: string,
  start: number,
  path: string,
): Promise<{ readonly blocks: readonly MarkdownBlock[]; readonly warning?: string }> {
  if (text.length - start > maxLength) return plain(text, start, `over ${maxLength} characters`);
  if (deepNesting.test(text)) return plain(text, start, 'nesting is too deep');
  const tree = await (loadedTree ??= mdxTree());
  try {
    const nodes = tree.parse(readableByMdx(text, start)).children;
    return { blocks: blocksOf(nodes, text, { from: start, to: text.length, anchor: headingAnchors() }) };
  } catch (error) {
    if (error instanceof RangeError) return plain(text, start, 'nesting is too deep');
    throw malformed(error, path);
  }
}

/**
 * The text with nothing in it that Docusaurus allows and MDX does not: anchors of headings (`{#id}`) and comments of
 * HTML; front matter blank. Each character keeps its place.
 */
function readableByMdx(text: string, start: number): string {
  const frontMatter = text.slice(0, start).replace(/[^\n]/g, ' ');
  const body = text.slice(start).replace(/^(#{1,6}[ \t][^\n]*)\{(#[^\s{}]+)\}(?=[ \t]*$)/gm, '$1($2)');
  return frontMatter + withMdxComments(body);
}

/** Comments of HTML as those of MDX, which are as long. */
function withMdxComments(text: string): string {
  const pieces: string[] = [];
  let position = 0;
  for (let start = text.indexOf('<!--'); start !== -1; start = text.indexOf('<!--', position)) {
    const end = text.indexOf('-->', start + 4);
    if (end === -1) break;
    const comment = text.slice(start + 4, end).replaceAll('*/', '  ');
    pieces.push(text.slice(position, start), '{/* ', comment, '*/}');
    position = end + 3;
  }
  return pieces.join('') + text.slice(position);
}

function plain(
  text: string,
  start: number,
  problem: string,
): { blocks: readonly MarkdownBlock[]; warning: string } {
  return { blocks: plainParagraphs(text, start), warning: `${problem}: read as plain paragraphs` };
}

interface Region {
  readonly from: number;
  readonly to: number;
  readonly anchor: ReturnType<typeof headingAnchors>;
}

type MdxNode = RootContent & { readonly name?: string | null; readonly children?: readonly RootContent[] };

/** The blocks of nodes within a region, in order; a component's tags are blocks around those of its content. */
function blocksOf(nodes: readonly RootContent[], source: string, region: Region): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let position = region.from;
  for (const node of nodes as readonly MdxNode[]) {
    const end = node.position?.end.offset ?? position;
    const span = { start: Math.max(position, node.position?.start.offset ?? position), end };
    if (node.type === 'mdxJsxFlowElement') {
      blocks.push(...componentBlocks(node, source, span, region.anchor));
    } else if (node.type === 'mdxjsEsm' || node.type === 'mdxFlowExpression') {
      blocks.push({ kind: 'code', language: 'jsx', ...span });
    } else {
      for (const block of toBlocks(node, source, region.anchor)) {
        // Whole lines of the first block would reach into a tag on the same line.
        const from = Math.max(block.start, position);
        if (block.end > from) blocks.push({ ...block, start: from });
      }
    }
    position = Math.max(position, end);
  }
  return blocks;
}

function componentBlocks(
  node: MdxNode,
  source: string,
  span: { readonly start: number; readonly end: number },
  anchor: Region['anchor'],
): MarkdownBlock[] {
  if (isTable(node, source.slice(span.start, span.end))) return [{ kind: 'html', ...span }];
  const children = node.children ?? [];
  const first = children[0]?.position?.start.offset;
  const last = children.at(-1)?.position?.end.offset;
  if (first === undefined || last === undefined) return code(source, span.start, span.end);
  return [
    ...code(source, span.start, first),
    ...blocksOf(children, source, { from: first, to: last, anchor }),
    ...code(source, last, span.end),
  ];
}

/** Whether a component is a table of HTML with nothing in it that is more than words. */
function isTable({ name }: MdxNode, source: string): boolean {
  return name === 'table' && !/[{}]|```/.test(source);
}

function code(source: string, start: number, end: number): MarkdownBlock[] {
  const piece = source.slice(start, end);
  const from = start + piece.length - piece.trimStart().length;
  const to = start + piece.trimEnd().length;
  return to > from ? [{ kind: 'code', language: 'jsx', start: from, end: to }] : [];
}

/** The parser's own messages carry the place, at the file's end that of the tag that is open. */
function malformed(error: unknown, path: string): FootnoteError {
  const { line, reason, message } = error as { line?: number; reason?: string; message: string };
  const words = reason ?? message;
  const problem = words.replace(/\s+/g, ' ').replace(/\.$/, '').slice(0, 300);
  const opened = /\((\d+):\d+-\d+:\d+\)/.exec(words)?.[1];
  return new FootnoteError('file_malformed', { path, line: line ?? opened ?? 1, problem }, { cause: error });
}
