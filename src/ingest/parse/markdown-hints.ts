import type { RootContent } from 'mdast';
import type { Block } from '../../contracts/parser.ts';
import type { headingAnchors } from './heading-anchors.ts';
import { toBlocks, topLevelNodes } from './markdown-blocks.ts';

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
): Block[] {
  return nodes.flatMap((node, index): readonly Block[] => {
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
): Block[] {
  const lines: string[] = [];
  /** Where each line begins without its indentation, and in the source. */
  const begins: { readonly within: number; readonly at: number }[] = [];
  let at = span.start;
  let within = 0;
  for (const line of source.slice(span.start, span.end).split('\n')) {
    const removed = indentation.exec(line)?.[0].length ?? 0;
    begins.push({ within, at: at + removed });
    lines.push(line.slice(removed));
    within += line.length - removed + 1;
    at += line.length + 1;
  }
  const place = (offset: number): number => {
    const line = begins.findLast((begin) => begin.within <= offset);
    return line ? line.at + offset - line.within : span.start;
  };
  const content = lines.join('\n');
  return blocksOfNodes(topLevelNodes(content), content, anchor, depth).map((block) => ({
    ...block,
    ...('headerEnd' in block && { headerEnd: place(block.headerEnd) }),
    start: place(block.start),
    end: place(block.end),
  }));
}
