import type { RootContent } from 'mdast';
import { headingAnchors } from '../document/document-builder.ts';
import { shiftBlock } from '../document/properties.ts';
import { lineAt, plainParagraphs } from '../document/text-format.ts';
import { type MarkdownBlock, toBlocks, topLevelNodes } from './markdown-blocks.ts';

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

/** Blank line, then a heading at the margin: where Markdown can be cut, unless the lines are inside a fence. */
const cutPlace = /\n[ \t]*\n(?=#{1,6}[ \t])/g;

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
  for (let distance = sectionLength; ; distance *= 2) {
    const end = nextCut(text, from + distance);
    if (end - from > maxSectionLength)
      return { end, problem: `over ${maxSectionLength} characters without a heading` };
    const source = text.slice(from, endOfLine(text, end));
    const nodes = deepNesting.test(source) ? undefined : nodesOf(source);
    if (!nodes) return { end, problem: 'nesting is too deep' };
    if (end === text.length) return { end, nodes };
    // The heading's line was parsed along: only if it came out as a heading was the cut outside of every fence.
    const last = nodes.at(-1);
    if (last?.type === 'heading' && last.position?.start.offset === end - from)
      return { end, nodes: nodes.slice(0, -1) };
  }
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
