import {
  type BlockFinder,
  countWhile,
  indentOf,
  isBlank,
  type LineBlock,
  linesWhile,
  listAt,
} from './markup-blocks.ts';

const maxTitleLength = 200;

/** One punctuation character over the length of the title, or so. */
const rule = /^([!-/:-@[-`{-~])\1{2,}\s*$/;

const directive = /^\s*\.\.\s/;
const codeDirective = /^\s*\.\. +(?:code-block|code|sourcecode|parsed-literal)::[ \t]*([\w+#.-]*)/;
const mathDirective = /^\s*\.\. +math::/;
const gridRule = /^\s*\+(?:[-=]+\+)+\s*$/;
const gridHeaderRule = /^\s*\+(?:=+\+)+\s*$/;
const simpleRule = /^\s*={2,}(?:[ \t]+={2,})+\s*$/;
const item = /^\s*(?:[-*+•]|\d{1,3}[.)]|#\.|\(\d{1,3}\))\s+\S/;

/**
 * reStructuredText. Headings: a rule below a line, or above and below; each look that comes up is the next level.
 * Code: what is indented below a directive for it or a paragraph that ends with two colons; interactive sessions.
 */
export function restructuredText(): BlockFinder {
  const headingAt = headingFinder();
  return (lines, index, isApart) => {
    const line = lines[index] as string;
    if (isBlank(line)) return undefined;
    return (
      headingAt(lines, index) ??
      codeAt(lines, index) ??
      mathAt(lines, index) ??
      tableAt(lines, index) ??
      (isApart ? listAt(lines, index, item) : undefined)
    );
  };
}

function headingFinder(): (lines: readonly string[], index: number) => LineBlock | undefined {
  const looks: string[] = [];
  const headingOf = (title: string, look: string, lines: number): LineBlock => {
    if (!looks.includes(look)) looks.push(look);
    return { kind: 'heading', level: Math.min(6, looks.indexOf(look) + 1), title: title.trim(), lines };
  };
  return (lines, index) => {
    const [line = '', next = '', last = ''] = lines.slice(index, index + 3);
    const over = rule.exec(line)?.[1];
    if (over && isTitle(next) && rule.exec(last)?.[1] === over) return headingOf(next, over + over, 3);
    const under = rule.exec(next)?.[1];
    const isLong = next.trimEnd().length >= line.trim().length - 1;
    return under && isBlank(lines[index - 1]) && isLong && isTitle(line) && !/^\s/.test(line)
      ? headingOf(line, under, 2)
      : undefined;
  };
}

function isTitle(line: string): boolean {
  return !isBlank(line) && line.length <= maxTitleLength && !rule.test(line);
}

function codeAt(lines: readonly string[], index: number): LineBlock | undefined {
  const line = lines[index] as string;
  const named = codeDirective.exec(line);
  if (named) {
    const below = countIndented(lines, index + 1, indentOf(line));
    return { kind: 'code', ...(named[1] && { language: named[1] }), lines: 1 + below };
  }
  if (!isBlank(lines[index - 1])) return undefined;
  if (/^\s*>>> /.test(line)) {
    const session = linesWhile(lines, index, (other) => !isBlank(other));
    return { kind: 'code', language: 'python', lines: session.length };
  }
  let above = index - 1;
  while (above >= 0 && isBlank(lines[above])) above -= 1;
  const opening = lines[above];
  const isLiteral = opening !== undefined && /::\s*$/.test(opening) && !directive.test(opening);
  const below = isLiteral ? countIndented(lines, index, indentOf(opening)) : 0;
  return below > 0 ? { kind: 'code', lines: below } : undefined;
}

function mathAt(lines: readonly string[], index: number): LineBlock | undefined {
  const line = lines[index] as string;
  if (!mathDirective.test(line)) return undefined;
  return { kind: 'equation', lines: 1 + countIndented(lines, index + 1, indentOf(line)) };
}

function countIndented(lines: readonly string[], from: number, indent: number): number {
  return countWhile(lines, from, (line) => indentOf(line) > indent);
}

function tableAt(lines: readonly string[], index: number): LineBlock | undefined {
  const line = lines[index] as string;
  if (gridRule.test(line)) {
    const table = linesWhile(lines, index, (other) => /^\s*[+|]/.test(other));
    const header = table.findIndex((row) => gridHeaderRule.test(row));
    return { kind: 'table', headerLines: header + 1, lines: table.length };
  }
  if (!simpleRule.test(line)) return undefined;
  const rules: number[] = [];
  for (let at = index; at < lines.length; at++) {
    const isOver = isBlank(lines[at]) && isBlank(lines[at + 1]);
    if (isOver && rules.length < 2) break;
    if (simpleRule.test(lines[at] as string)) rules.push(at);
    else if (rules.at(-1) === at - 1 && rules.length > 1 && isBlank(lines[at])) break;
  }
  const last = rules.at(-1) as number;
  const header = rules.length > 2 ? (rules[1] as number) - index + 1 : 0;
  return rules.length > 1 ? { kind: 'table', headerLines: header, lines: last - index + 1 } : undefined;
}
