import type { Nodes, PhrasingContent, RootContent } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import { type Processor, unified } from 'unified';
import type { Block } from '../../contracts/parser.ts';
import { headingAnchors } from '../document/document-builder.ts';
import { shiftBlock } from '../document/properties.ts';
import { struckWords } from '../document/shown-words.ts';
import { lineAt, plainParagraphs } from '../document/text-format.ts';

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

const inlineParser = unified().use(remarkParse).use(remarkGfm).use(remarkMath).freeze();

/** Headings beyond this are no headings that anyone wrote; their markup stays as it is. */
const maxParsedHeading = 1000;

/** Most headings are plain words, and a parser run costs more than all else about them. */
const mayHoldMarkup = /[\\`*_~<[\]!&$\n]/;

/** What a reader sees of a heading as it is written, but for the badges behind its words. */
function headingWords(heading: string): string {
  const raw = withoutMarks(heading);
  if (raw.length > maxParsedHeading || !mayHoldMarkup.test(raw)) return raw;
  // What a link or picture refers to is defined elsewhere in the document; its words are here.
  const references = [...raw.matchAll(/\]\[([^[\]]+)\]/g)].map(([, name]) => `[${name}]: #`);
  const parsed = inlineParser.parse([`# ${raw.replaceAll('\n', ' ')}`, ...references].join('\n')).children[0];
  if (parsed?.type !== 'heading') return parsed ? plainText(parsed).trim() : raw;
  return wordsOf(withoutBadges(parsed.children)) || wordsOf(parsed.children);
}

/** Without the linked pictures at the end: they show how a project is doing, and are no name. */
function withoutBadges(content: readonly PhrasingContent[]): readonly PhrasingContent[] {
  const last = content.findLastIndex((node) => !isBadge(node) && !/^\s*$/.test(plainText(node)));
  return content.slice(0, last + 1);
}

function isBadge(node: PhrasingContent): boolean {
  if (node.type !== 'link' && node.type !== 'linkReference') return false;
  return node.children.every(({ type }) => type === 'image' || type === 'imageReference');
}

function wordsOf(content: readonly PhrasingContent[]): string {
  return content.map(plainText).join('').trim();
}

/** What a reader sees among elements of HTML; of nothing but pictures, what they are said to show. */
function headingWordsOfHtml(html: string): string {
  const line = oneLine(html.slice(0, maxParsedHeading));
  const parsed = inlineParser.parse(line).children[0];
  const words = parsed ? oneLine(plainText(parsed)) : '';
  if (words !== '') return words;
  const descriptions = [...line.matchAll(/\balt\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)];
  return oneLine(descriptions.map(([, double, single]) => double ?? single).join(' '));
}

/** Those that were asked for; no document of a person has more. */
const characters = new Map<string, string>();
const maxCharacters = 300;

/** The character that HTML has for a name or number, `&nbsp;`; the reference itself where there is none. */
export function characterOf(reference: string): string {
  const known = characters.get(reference);
  if (known !== undefined || characters.size === maxCharacters) return known ?? reference;
  const parsed = inlineParser.parse(`${reference}.`).children[0];
  const character = parsed ? plainText(parsed).slice(0, -1) : reference;
  characters.set(reference, character);
  return character;
}

/** Takes the number signs around a heading's words away, or the line below them. */
function withoutMarks(heading: string): string {
  const isUnderlined = !/^[ \t]*#{1,6}(?:[ \t]|$)/.test(heading);
  if (isUnderlined) return heading.slice(0, heading.lastIndexOf('\n')).trim();
  const words = heading.replace(/^[ \t]*#{1,6}/, '').trim();
  let end = words.length;
  while (words[end - 1] === '#') end -= 1;
  const isClosed = end === 0 || /[ \t]/.test(words.charAt(end - 1));
  return isClosed ? words.slice(0, end).trim() : words;
}

/** What a reader sees of inline content. */
function plainText(node: Nodes): string {
  if (node.type === 'html') return '';
  if ('value' in node) return node.value;
  if ('alt' in node) return node.alt ?? '';
  const words = 'children' in node ? node.children.map(plainText).join('') : '';
  return node.type === 'delete' ? struckWords(words) : words;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

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
function htmlBlocks(
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

/** A stretch of a document that was parsed at once. */
interface MarkdownSection {
  /** Offsets refer to the whole text. */
  readonly blocks: readonly MarkdownBlock[];
  /** Set where the stretch could not be read as Markdown. */
  readonly warning?: string;
}

/** Characters parsed at once: some 16 ms of work, ten times that where every line is a heading. */
const sectionLength = 16_384;

/**
 * A stretch without any place to cut is read as plain text beyond this: it would hold the process for half a second.
 */
const maxSectionLength = 32 * sectionLength;

/**
 * Where Markdown can be cut, unless the lines are inside a fence: behind a blank line, where a heading, a quotation or
 * words begin at the margin, and behind the underline of a heading, where another begins.
 */
const cutPlace =
  /\n[ \t]*\n(?=#{1,6}[ \t]|>|[\p{L}*_!]*\p{L})|(?<=\n(?: {0,3}(?:=+|-+))?[ \t]*\n)(?=[^\s#>|*+-][^\n]*\n {0,3}(?:=+|-+)[ \t]*(?:\n|$))/gu;

/** What ends a block: an underline, or a blank line. */
const blockEnd = /^(?: {0,3}(?:=+|-+))?[ \t]*$/gm;

/** The parser goes through all it has read so far at each block that holds others and each underlined heading. */
const maxBlocks = 200;

/** Containers in containers cost quadratic time and, further on, the stack. No reader follows fifty of them. */
export const deepNesting =
  /^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])(?=[ \t]))){50}|^[ \t]{200,}(?:[*+-]|\d{1,9}[.)])[ \t]/m;

/**
 * Parses the text from `start` on, a section after the other. The result is that of parsing it at once: a cut is
 * kept only where the parser itself sees the heading behind it.
 */
export function* markdownSections(text: string, start: number): Generator<MarkdownSection> {
  const anchor = headingAnchors();
  let from = start;
  while (from < text.length) {
    const section = nextSection(text, from);
    const source = text.slice(from, section.end);
    const blocks = section.nodes
      ? blocksOfNodes(section.nodes, source, anchor).map((block) => shiftBlock(block, from))
      : plainParagraphs(text, from, section.end);
    yield section.nodes
      ? { blocks }
      : {
          blocks,
          warning: `${section.problem} from line ${lineAt(text, from)} on: read as plain paragraphs`,
        };
    from = section.end;
  }
}

function nextSection(
  text: string,
  from: number,
): { end: number; nodes?: ReturnType<typeof topLevelNodes>; problem?: string } {
  for (let distance = reach(text, from); ; distance *= 2) {
    const end = nextCut(text, from + distance);
    if (end - from > maxSectionLength)
      return { end, problem: `over ${maxSectionLength} characters without a heading` };
    // A heading that is underlined has two lines.
    const source = text.slice(from, endOfLine(text, endOfLine(text, end) + 1));
    const nodes = deepNesting.test(source) ? undefined : nodesOf(source);
    if (!nodes) return { end, problem: 'nesting is too deep' };
    if (end === text.length) return { end, nodes };
    // What follows was parsed along: only if a block begins there was the cut outside of every fence.
    const place = nodes.findLastIndex((node) => node.position?.start.offset === end - from);
    if (place > 0) return { end, nodes: nodes.slice(0, place) };
  }
}

/** How many characters are to be parsed at once from a place on. */
function reach(text: string, from: number): number {
  let position = from;
  for (let count = 0; count < maxBlocks; count++) {
    blockEnd.lastIndex = position;
    const found = blockEnd.exec(text);
    if (!found || found.index > from + sectionLength) return sectionLength;
    position = found.index + found[0].length + 1;
  }
  return position - from;
}

/** Undefined where the parser ran out of stack: some way of nesting that {@link deepNesting} does not know. */
function nodesOf(source: string): ReturnType<typeof topLevelNodes> | undefined {
  try {
    return topLevelNodes(source);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function nextCut(text: string, from: number): number {
  cutPlace.lastIndex = from;
  return cutPlace.test(text) ? cutPlace.lastIndex : text.length;
}

function endOfLine(text: string, position: number): number {
  const newline = text.indexOf('\n', position);
  return newline === -1 ? text.length : newline;
}

/** How a hint, a folded part or a tab begins in Python-Markdown, as MkDocs has them: what is in it is indented. */
const opening = /^(?:!!!|\?\?\?\+?|===[!+]?)[ \t]+["\w]/;

/** A level of indentation, which CommonMark takes for code. */
const indentation = /^(?: {4}| {0,3}\t)/;

/** Hints in hints; no writer goes further. */
const maxDepth = 8;

/** The blocks of nodes in a row. Of what is indented below a hint or a tab the blocks are found in it. */
function blocksOfNodes(
  nodes: readonly RootContent[],
  source: string,
  anchor: ReturnType<typeof headingAnchors>,
  depth = 0,
): MarkdownBlock[] {
  return nodes.flatMap((node, index): readonly MarkdownBlock[] => {
    const blocks = toBlocks(node, source, anchor);
    const [block] = blocks;
    const isInHint = node.type === 'code' && depth < maxDepth && opensHint(nodes[index - 1], source);
    if (!block || !isInHint || !indentation.test(source.slice(block.start, block.end))) return blocks;
    return indentedBlocks(block, source, anchor, depth + 1);
  });
}

/** Whether the last line of a paragraph at its margin begins a hint; what is indented below it is in that already. */
function opensHint(node: RootContent | undefined, source: string): boolean {
  if (node?.type !== 'paragraph' || !node.position) return false;
  const lines = source.slice(node.position.start.offset, node.position.end.offset).split('\n');
  return opening.test(lines.findLast((line) => !indentation.test(line)) ?? '');
}

function indentedBlocks(
  span: { readonly start: number; readonly end: number },
  source: string,
  anchor: ReturnType<typeof headingAnchors>,
  depth: number,
): MarkdownBlock[] {
  const lines = source.slice(span.start, span.end).split('\n');
  const removed = lines.map((line) => indentation.exec(line)?.[0].length ?? 0);
  const content = lines.map((line, index) => line.slice(removed[index])).join('\n');
  let line = 0;
  /** Where the next line begins in the content, and how far the source is ahead of it there. */
  let next = 0;
  let ahead = span.start;
  /** The place in the source of one in the content, asked for in order. */
  const place = (offset: number): number => {
    for (; next <= offset && line < lines.length; line++) {
      ahead += removed[line] as number;
      next += (lines[line] as string).length - (removed[line] as number) + 1;
    }
    return offset + ahead;
  };
  return blocksOfNodes(topLevelNodes(content), content, anchor, depth).map((block) => ({
    ...block,
    start: place(block.start),
    ...('headerEnd' in block && { headerEnd: place(block.headerEnd) }),
    end: place(block.end),
  }));
}
