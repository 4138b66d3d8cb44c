import {
  type BlockFinder,
  countThrough,
  isBlank,
  type LineBlock,
  listAt,
  markedHeading,
} from './markup-blocks.ts';

const heading = /^(={1,6})\s+(\S.*?)(?:\s+=+)?$/;
const attributes = /^\[[^\]]*\]\s*$/;
const source = /^\[(?:source)?%?[\w-]*,\s*([\w+#.-]+)/;
const delimiter = /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,})$/;
const tableDelimiter = /^\|={3,}\s*$/;
const item = /^\s*(?:[*-]|\*{2,5}|\.{1,5}|\d{1,3}\.)\s+\S/;

/**
 * AsciiDoc. Headings: number of equals signs. Listings and literal blocks are code, tables stand between their
 * delimiters; the line of attributes above belongs to either. Comments and passed-through blocks are not looked at.
 */
export function asciiDoc(): BlockFinder {
  return (lines, index, isApart) => {
    const line = (lines[index] as string).trimEnd();
    if (isBlank(line)) return undefined;
    const above = attributes.test(line) ? 1 : 0;
    return (
      delimitedAt(lines, index, above) ??
      tableAt(lines, index, above) ??
      markedHeading(heading.exec(line)) ??
      (isApart ? listAt(lines, index, item) : undefined)
    );
  };
}

/** `above`: whether the first line are the attributes of what begins below it. */
function delimitedAt(lines: readonly string[], index: number, above: 0 | 1): LineBlock | undefined {
  const opening = (lines[index + above] ?? '').trimEnd();
  if (!delimiter.test(opening)) return undefined;
  const inside = countThrough(lines, index + above + 1, (line) => line.trimEnd() === opening);
  const count = inside === 0 ? lines.length - index : above + 1 + inside;
  if (/^[+/]/.test(opening)) return { kind: 'paragraph', lines: count };
  const language = above === 1 ? source.exec(lines[index] as string)?.[1] : undefined;
  return { kind: 'code', ...(language && { language }), lines: count };
}

function tableAt(lines: readonly string[], index: number, above: 0 | 1): LineBlock | undefined {
  const opening = index + above;
  if (!tableDelimiter.test(lines[opening] ?? '')) return undefined;
  const inside = countThrough(lines, opening + 1, (line) => tableDelimiter.test(line));
  if (inside === 0) return undefined;
  const isHeaded = !isBlank(lines[opening + 1]) && isBlank(lines[opening + 2]);
  return { kind: 'table', headerLines: isHeaded ? above + 2 : 0, lines: above + 1 + inside };
}
