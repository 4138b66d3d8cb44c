import {
  type BlockFinder,
  countThrough,
  isBlank,
  type LineBlock,
  linesWhile,
  listAt,
  markedHeading,
} from './markup-blocks.ts';

const heading =
  /^(\*{1,8})\s+(?:(?:TODO|DONE|NEXT|WAITING)\s+)?(?:\[#[A-Z]\]\s+)?(\S.*?)(?:\s+:[\w@:]+:)?\s*$/;
const blockBegin = /^\s*#\+begin_(\w+)[ \t]*([\w+#.-]*)/i;
const row = /^\s*\|/;
const ruleOfTable = /^\s*\|-/;
const item = /^\s*(?:[-+]|\d{1,3}[.)])\s+\S/;

/**
 * Org. Headings: number of stars, without the words for what is to be done and without tags. A list may begin right
 * below a line of words.
 */
export function orgMode(): BlockFinder {
  return (lines, index) => {
    const line = lines[index] as string;
    if (isBlank(line)) return undefined;
    return (
      blockAt(lines, index) ??
      tableAt(lines, index) ??
      markedHeading(heading.exec(line)) ??
      listAt(lines, index, item, { endsAtMargin: true })
    );
  };
}

function blockAt(lines: readonly string[], index: number): LineBlock | undefined {
  const [, name = '', language] = blockBegin.exec(lines[index] as string) ?? [];
  if (name === '') return undefined;
  const end = `#+end_${name.toLowerCase()}`;
  const inside = countThrough(lines, index, (line) => line.trim().toLowerCase() === end);
  const count = inside === 0 ? lines.length - index : inside;
  if (!/^(?:src|example)$/i.test(name)) return { kind: 'paragraph', lines: count };
  return { kind: 'code', ...(language && { language }), lines: count };
}

function tableAt(lines: readonly string[], index: number): LineBlock | undefined {
  if (!row.test(lines[index] as string)) return undefined;
  const table = linesWhile(lines, index, (line) => row.test(line));
  const rule = table.findIndex((line, at) => at > 0 && ruleOfTable.test(line));
  const isHeaded = rule > 0 && rule < table.length - 1;
  return { kind: 'table', headerLines: isHeaded ? rule + 1 : 0, lines: table.length };
}
