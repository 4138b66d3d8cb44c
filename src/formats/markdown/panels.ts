import type { MarkdownBlock } from './markdown-html.ts';

/** A label in the source, with the part that it shows: a tab, what is folded, a hint with a title. */
interface Panel {
  /** What is to be read as the label: a line, or a tag. */
  readonly start: number;
  readonly end: number;
  readonly title: string;
  /** Where its part ends. */
  readonly until: number;
}

/** How one program writes such a part on lines of its own. */
interface PanelMark {
  /** The label is the first group that matched. */
  readonly opens: RegExp;
  /** Begins a part of the same kind without a label, which ends as the others do. */
  readonly nests?: RegExp;
  /** What ends it; without, the first line that is indented no more than the label. */
  readonly closes?: RegExp;
}

const names =
  '(?:tab|tab-?item|accordion|details|expand|expandable|collapse|collapsible|dropdown|step|toggle)';
const title = String.raw`(?:title|label|name|header|summary)\s*=\s*`;
const quoted = String.raw`(?:"([^"\n]{1,200})"|'([^'\n]{1,200})')`;

const marks: readonly PanelMark[] = [
  // Python-Markdown, as MkDocs has it: what belongs to the label is indented.
  { opens: /^[ \t]*(?:===[!+]?|\?\?\?\+?|!!!)(?:[ \t]+[\w-]+)*[ \t]+"([^"\n]{1,200})"[ \t]*$/ },
  // Blocks of PyMdown.
  { opens: /^[ \t]*\/{3,}[ \t]*[\w-]+[ \t]*\|[ \t]*(\S[^\n]{0,200})$/, closes: /^[ \t]*\/{3,}[ \t]*$/ },
  // Docusaurus, VuePress, MyST, Pandoc: between colons.
  {
    opens:
      /^[ \t]*:{3,}[ \t]*(?:\{[\w-]+\}|[\w-]+)(?:\[([^\]\n]{1,200})\]|[ \t]+(?![{}])([^\n{}]{1,200}?))[ \t]*(?:\{[^{}\n]*\})?[ \t]*$/,
    nests: /^[ \t]*:{3,}[ \t]*[\w{-]/,
    closes: /^[ \t]*:{3,}[ \t]*$/,
  },
  // GitBook, Hugo.
  {
    opens: new RegExp(
      String.raw`^[ \t]*\{(?:%|\{[<%])-?\s*${names}\s+(?:[\w-]+=\S+\s+)*?(?:${title})?${quoted}[^\n]*$`,
      'i',
    ),
    nests: new RegExp(String.raw`^[ \t]*\{(?:%|\{[<%])-?\s*${names}\b`, 'i'),
    closes: new RegExp(String.raw`^[ \t]*\{(?:%|\{[<%])-?\s*(?:end|/\s*)${names}\b`, 'i'),
  },
  // Components of MDX, and elements.
  {
    opens: new RegExp(
      String.raw`^[ \t]*<${names}\b(?:[^<>\n]*?\s${title}${quoted}[^<>\n]*>|[^<>\n]*>\s*<summary[^<>\n]*>([^\n]{1,200}?)<\/summary>)`,
      'i',
    ),
    nests: new RegExp(String.raw`<${names}\b[^<>\n]*[^/<>\n]>`, 'i'),
    closes: new RegExp(String.raw`</${names}>`, 'i'),
  },
];

const mayBegin = /^[ \t]*(?:[=?!:/<]|\{[{%])/;

/**
 * Lines that only begin or end such parts: `:::`, `{% endtab %}`, `<Tabs>`, `</TabItem>`. The source of a regular
 * expression with the flag `i`.
 */
const mark = String.raw`[ \t]*(?::{3,}[ \t]*(?:\{[\w-]+\}|[\w-]*)|\/{3,}|\{(?:%|\{[<%])-?\s*(?:end|/\s*)?(?:${names.slice(3, -1)}|tabs)[^{}\n]*\}{1,2}|<\/?(?:${names.slice(3, -1)}|tabs|tab-?group|accordion-?group|code-?group|steps)(?:\s[^<>\n]*)?>)[ \t]*`;
const onlyMarks = new RegExp(`^\\s*(?:${mark}\\s*)+$`, 'i');
const markLine = new RegExp(`^${mark}$`, 'gim');

/** Whether a block is nothing but lines that begin or end panels: its readers see none of it. */
export function isPanelMark(source: string): boolean {
  return source.length < maxMarks && onlyMarks.test(source);
}

/** The words of a block without such lines. */
export function withoutPanelMarks(source: string): string {
  markLine.lastIndex = 0;
  return markLine.test(source)
    ? source
        .replace(markLine, '')
        .replace(/\n{3,}/g, '\n\n')
        .trim()
    : source;
}

const maxMarks = 1000;

/** No page that a person wrote has more. */
const maxPanels = 500;

/** The labels of a source in their order. Code between fences has none. */
function panelsIn(source: string): readonly Panel[] {
  const lines = linesOf(source);
  const panels: Panel[] = [];
  for (let place = 0; place < lines.length && panels.length < maxPanels; place++) {
    const { text, start, isCode } = lines[place] as SourceLine;
    if (isCode || !mayBegin.test(text)) continue;
    // A summary may stand on the line below its element.
    const next = lines[place + 1];
    const isOpenTag =
      /^[ \t]*<details\b[^<>\n]*>[ \t]*$/i.test(text) && /^[ \t]*<summary/i.test(next?.text ?? '');
    const whole = isOpenTag && next ? source.slice(start, next.start + next.text.length) : text;
    for (const mark of marks) {
      const found = mark.opens.exec(whole);
      const label = found?.slice(1).find((group) => group !== undefined);
      const words = label?.replace(/<[^<>]*>/g, '').trim();
      if (!found || !words || !/[\p{L}\p{N}]/u.test(words)) continue;
      const until = endOfPanel(lines, place, mark);
      const end = start + found[0].trimEnd().length;
      panels.push({ start, end, title: words, until: Math.max(end, until ?? source.length) });
      break;
    }
  }
  return panels;
}

interface SourceLine {
  readonly text: string;
  readonly start: number;
  readonly isCode: boolean;
}

function linesOf(source: string): readonly SourceLine[] {
  let start = 0;
  let fence = '';
  return source.split('\n').map((text) => {
    const mark = /^[ \t]*(`{3,}|~{3,})/.exec(text)?.[1] ?? '';
    const isCode = fence !== '' || mark !== '';
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence) && text.trim() === mark) fence = '';
    const line = { text, start, isCode };
    start += text.length + 1;
    return line;
  });
}

/** Where the part of a label ends; undefined where it goes on to the end of the source. */
function endOfPanel(lines: readonly SourceLine[], place: number, mark: PanelMark): number | undefined {
  const { opens, nests, closes } = mark;
  const own = indentationOf(lines[place]?.text ?? '');
  let depth = 1;
  for (const { text, start, isCode } of lines.slice(place + 1)) {
    if (!closes) {
      if (text.trim() !== '' && indentationOf(text) <= own) return start;
    } else if (!isCode) {
      if (closes.test(text)) depth -= 1;
      else if ((nests ?? opens).test(text)) depth += 1;
      if (depth === 0) return start;
    }
  }
  return undefined;
}

function indentationOf(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].replaceAll('\t', '    ').length ?? 0;
}

/** Blocks that a label may stand in or beside; lists and quotations hold theirs. */
const holders = new Set<MarkdownBlock['kind']>(['paragraph', 'html', 'code']);

/** A heading of a panel whose level is yet to be said. */
export type PanelHeading = Extract<MarkdownBlock, { readonly kind: 'heading' }> & { readonly until: number };

/** Blocks in which each label of a panel is a heading of level 6, with the end of the panel; `end` is where they do. */
export function withPanels(source: string, blocks: readonly MarkdownBlock[]): readonly MarkdownBlock[] {
  const panels = panelsIn(source);
  if (panels.length === 0) return blocks;
  let next = 0;
  /** How far labels reach that were read, as over several tags. */
  let read = 0;
  return blocks.flatMap((whole): readonly MarkdownBlock[] => {
    const [block] = whole.start < read ? part(whole, source, read, whole.end) : [whole];
    if (!block) return [];
    while (next < panels.length && (panels[next] as Panel).end <= block.start) next += 1;
    const parts: MarkdownBlock[] = [];
    let { start } = block;
    for (; next < panels.length && (panels[next] as Panel).start < block.end; next++) {
      const panel = panels[next] as Panel;
      const isTagOfCode = block.kind !== 'code' || isTag(block, source.slice(block.start, block.end));
      const isHeld = holders.has(block.kind) && isTagOfCode;
      if (!isHeld || panel.start + indentationOf(source.slice(panel.start, panel.end)) < start) continue;
      parts.push(...part(block, source, start, panel.start), {
        kind: 'heading',
        level: 6,
        title: panel.title,
        anchor: '',
        start: Math.max(start, panel.start),
        end: panel.end,
        until: panel.until,
      });
      start = panel.end;
      read = panel.end;
    }
    return parts.length === 0 ? [block] : [...parts, ...part(block, source, start, block.end)];
  });
}

/** Whether code is a tag of a component, which may be the label of what is in it. */
export function isTag(block: MarkdownBlock, source: string): boolean {
  return block.kind === 'code' && block.language === 'jsx' && /^\s*</.test(source);
}

function part(block: MarkdownBlock, source: string, from: number, to: number): readonly MarkdownBlock[] {
  const words = source.slice(from, to);
  const start = from + words.length - words.trimStart().length;
  const end = from + words.trimEnd().length;
  return end > start ? [{ ...block, start, end }] : [];
}
