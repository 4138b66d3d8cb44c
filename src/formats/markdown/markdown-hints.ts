import type { RootContent } from 'mdast';
import type { headingAnchors } from '../document/document-builder.ts';
import { toBlocks, topLevelNodes } from './markdown-blocks.ts';
import type { MarkdownBlock } from './markdown-html.ts';

/** How a hint, a folded part or a tab begins in Python-Markdown, as MkDocs has them: what is in it is indented. */
const opening = /^(?:!!!|\?\?\?\+?|===[!+]?)[ \t]+["\w]/;

/** A level of indentation, which CommonMark takes for code. */
const indentation = /^(?: {4}| {0,3}\t)/;

/** Hints in hints; no writer goes further. */
const maxDepth = 8;

/** The blocks of nodes in a row. Of what is indented below a hint or a tab the blocks are found in it. */
export function blocksOfNodes(
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
