import type { TextPlace } from '../../contracts/document.ts';
import type { Block } from '../../contracts/parser.ts';
import { linkDefinition } from '../../text/sentences/note-marks.ts';
import { wordSet } from '../../text/words.ts';
import { DocumentBuilder } from '../document/document-builder.ts';
import type { PlacedPicture } from '../document/figures.ts';
import { type BlocksOfText, shiftBlock } from '../document/properties.ts';
import type { EmbeddedPictures } from '../ocr/embedded-pictures.ts';
import { diagramWords } from './diagram-words.ts';
import type { MarkdownBlock } from './markdown-blocks.ts';
import { markdownSections } from './markdown-blocks.ts';
import type { WrittenPicture } from './markdown-document.ts';
import { panelNames, type SourceLine, sourceLines } from './page-source.ts';
import {
  componentWords,
  type InlineOptions,
  isShownElement,
  mayHoldMore,
  shownInline,
} from './shown-inline.ts';

/** Markdown as its page shows it. */
interface ShownMarkdown extends BlocksOfText {
  /** Pages that links between notes lead to, in the order of the text. */
  readonly links: readonly string[];
  /** Where what pictures say stands in them. */
  readonly places: readonly TextPlace[];
  readonly shownPictures: readonly PlacedPicture[];
}

/** Writes the next pictures, up to a place in the source. */
type WritePictures = (builder: DocumentBuilder, until: number) => void;

/** Writes pictures as places of the source are passed. */
export function pictureWriter(
  reader: Pick<EmbeddedPictures, 'write'>,
  pictures: readonly WrittenPicture[],
): WritePictures {
  let next = 0;
  return (builder, until) => {
    for (; next < pictures.length && (pictures[next] as WrittenPicture).at < until; next++)
      reader.write(builder, (pictures[next] as WrittenPicture).address);
  };
}

/** A piece of Markdown within another document, with its HTML as {@link withHtmlShown}. */
export function shownMarkdown(source: string, writePictures?: WritePictures): Promise<ShownMarkdown> {
  const found = [...markdownSections(source, 0)].flatMap(({ blocks }) => blocks);
  return withHtmlShown(source, found, writePictures);
}

/**
 * Markdown with its HTML as the page shows it: raw HTML as the blocks in it, tables in rows between bars, headings with
 * number signs; within other blocks the words without the tags and the marks of note programs around them. All else
 * stays as it is written. HTML of elements that no page has is none, but what someone wrote between marks. What a
 * picture says stands behind the block that shows it.
 */
export async function withHtmlShown(
  source: string,
  found: readonly MarkdownBlock[],
  writePictures?: WritePictures,
  { hasComponents = false }: Pick<InlineOptions, 'hasComponents'> = {},
): Promise<ShownMarkdown> {
  const blocks = withPanels(source, found);
  if (blocks === found && !mayHoldMore.test(source) && !writePictures)
    return { text: source, blocks: blocks.map(asWritten), links: [], places: [], shownPictures: [] };
  const links = new Set<string>();
  const inline: InlineOptions = {
    hasComponents,
    isDefined: definedNames(source),
    onLink: (page) => links.size < maxLinks && links.add(page),
  };
  const shown: Block[] = [];
  const places: TextPlace[] = [];
  const shownPictures: PlacedPicture[] = [];
  let text = '';
  let position = 0;
  const levels = new PanelLevels();
  for (let index = 0; index < blocks.length; index++) {
    const block = levels.placed(blocks[index] as MarkdownBlock, () => text.trimEnd().length);
    text += source.slice(position, block.start);
    const last = block.kind === 'html' ? endOfTable(source, blocks, index) : index;
    const { start, end } = { start: block.start, end: (blocks[last] as MarkdownBlock).end };
    const written = await shownBlock(block, source.slice(start, end), inline);
    shown.push(...written.blocks.map((one) => levels.opened(block, shiftBlock(one, text.length))));
    text += written.text;
    // A label that is no line of its own stands over one.
    const isLabel = block.kind === 'heading' && block.until !== undefined;
    if (isLabel && !/^[ \t]*(?:\n|$)/.test(source.slice(end, end + maxIndentation))) text += '\n\n';
    position = end;
    const pictured = new DocumentBuilder();
    writePictures?.(pictured, end);
    const said = pictured.isEmpty ? undefined : pictured.finish('', { language: 'und' });
    if (said && text !== '') text = `${text.trimEnd()}\n\n`;
    shownPictures.push(...pictured.pictures.map((picture) => shiftBlock(picture, text.length)));
    if (said) {
      shown.push(...said.blocks.map((one) => shiftBlock(one, text.length)));
      places.push(...(said.places ?? []).map((place) => shiftBlock(place, text.length)));
      text += said.text;
    }
    // What is not shown leaves no blank lines behind.
    if (written.text === '') while (/\s/.test(source.charAt(position))) position += 1;
    index = last;
  }
  text += source.slice(position);
  levels.end(text.trimEnd().length);
  return { text, blocks: shown, links: [...links], places, shownPictures };
}

/** Follows the headings of a text and the panels that are open in it. */
class PanelLevels {
  #open: { readonly level: number; readonly until?: number; readonly panel?: { until?: number } }[] = [];

  /** A block of the source with the level that it has there; panels that ended before it end where the text does. */
  placed(block: MarkdownBlock, lengthOf: () => number): MarkdownBlock {
    const ended = this.#open.findIndex(({ until = Number.POSITIVE_INFINITY }) => until <= block.start);
    if (ended >= 0) {
      const length = lengthOf();
      for (const { panel } of this.#open.splice(ended)) if (panel) panel.until = length;
    }
    if (block.kind !== 'heading') return block;
    const least = (this.#open.findLast(({ panel }) => panel)?.level ?? 0) + 1;
    const own = block.until === undefined ? block.level : (this.#open.at(-1)?.level ?? 1) + 1;
    return { ...block, level: Math.min(6, Math.max(least, own)) };
  }

  /** What was written of a heading, which is followed from now on. */
  opened(source: MarkdownBlock, written: Block): Block {
    if (source.kind !== 'heading' || written.kind !== 'heading') return written;
    const { level } = written;
    this.#open = this.#open.filter((one) => one.level < level);
    if (source.until === undefined) {
      this.#open.push({ level });
      return written;
    }
    const panel = { ...written, until: written.end };
    this.#open.push({ level, until: source.until, panel });
    return panel;
  }

  end(length: number): void {
    for (const { panel } of this.#open) if (panel) panel.until = length;
  }
}

/** More blanks behind a label are of no line that a person wrote. */
const maxIndentation = 80;

/** More links from one note are an index of pages. */
const maxLinks = 100;

const definition = new RegExp(linkDefinition, 'gm');

/** Tells which names stand for the addresses of links. */
function definedNames(source: string): (name: string) => boolean {
  const names = new Set(
    Array.from(source.matchAll(definition), ([line]) =>
      line
        .slice(line.indexOf('[') + 1, line.indexOf(']:'))
        .toLowerCase()
        .replace(/\s+/g, ' '),
    ),
  );
  return (name) => names.has(name);
}

function asWritten(block: MarkdownBlock): Block {
  return block.kind === 'html' ? { ...block, kind: 'paragraph' } : block;
}

/** A block as the page shows it, as a text of its own. */
async function shownBlock(
  block: MarkdownBlock,
  written: string,
  inline: InlineOptions,
): Promise<BlocksOfText> {
  const own = shiftBlock(asWritten(block), -block.start);
  const isWords = block.kind === 'html' || block.kind === 'paragraph';
  if ((isWords || isTag(block, written)) && isPanelMark(written)) return { text: '', blocks: [] };
  const source = isWords ? withoutPanelMarks(written) : written;
  if (block.kind === 'html') return isShownElement(source) ? shownPieces(source) : whole(source, own);
  if (own.kind === 'heading') {
    const title = shownInline(own.title, inline);
    const isMade = own.until !== undefined || /^\s*<h/i.test(source);
    const line = title === '' ? '' : `${'#'.repeat(own.level)} ${title}`;
    return whole(isMade ? line : shownInline(source, inline), { ...own, title });
  }
  if (block.kind === 'code') return shownCode(source, own);
  if (block.kind === 'equation') return { text: source, blocks: [own] };
  if (own.kind !== 'table') return whole(shownInline(source, inline), own);
  const header = shownInline(source.slice(0, own.headerEnd), { ...inline, isTable: true });
  const rows = shownInline(source.slice(own.headerEnd), { ...inline, isTable: true });
  return whole(header + rows, { ...own, headerEnd: header.length });
}

/** Languages in which notes ask their program for something: what it finds stands in other notes. */
const queries = wordSet('dataview dataviewjs tasks query');

/** What a component of a page is told apart from its words: comments, and what it takes in. */
const unreadCode = /^(?:\{\/\*[^]*\*\/\}|<!--[^]*-->|import\s(?![^]*\nexport\s)[^]*)$/;

/** Tags of components and nothing else. */
const onlyComponents =
  /^(?:\s*<\/?(?:[A-Z][\w.]*(?:\s(?:[^<>{}"']|"[^"]*"|'[^']*'|\{[^<>{}"'`]*\})*)?)?>)+\s*$/;

/** Code, but for what its page does not show, or shows as a diagram. */
function shownCode(source: string, block: Block): BlocksOfText {
  const language = block.kind === 'code' ? (block.language ?? '') : '';
  if (queries.has(language)) return whole('', block);
  if (language === 'jsx' && unreadCode.test(source.trim())) return whole('', block);
  if (language === 'jsx' && source.length < maxMarks && onlyComponents.test(source))
    return whole(componentWords(source).replace(/: $/, ''), { kind: 'paragraph', start: 0, end: 0 });
  const said = language === 'mermaid' ? diagramWords(source) : undefined;
  return said === undefined
    ? { text: source, blocks: [block] }
    : whole(said, { kind: 'list', start: 0, end: said.length });
}

/** A block over a text as a whole; none where nothing is left of it. */
function whole(text: string, block: Block): BlocksOfText {
  return /\S/.test(text)
    ? { text, blocks: [{ ...block, start: 0, end: text.length }] }
    : { text: '', blocks: [] };
}

/** Tags and nothing else, as most HTML in Markdown that begins or ends what others stand in. */
const onlyTags = /^(?:\s|<(?!img\s)[^<>]*>)*$/i;

async function shownPieces(html: string): Promise<BlocksOfText> {
  if (onlyTags.test(html)) return { text: '', blocks: [] };
  // The library is large, and most Markdown has no HTML.
  const { addPieces, piecesOfHtml } = await import('../html/html-pieces.ts');
  const builder = new DocumentBuilder();
  addPieces(builder, await piecesOfHtml(html));
  return builder.isEmpty ? { text: '', blocks: [] } : builder.finish('', { language: 'und' });
}

/** Kinds of blocks that a table may have in its cells; what holds others arranges a page. */
const cellKinds = new Set<MarkdownBlock['kind']>(['html', 'paragraph']);

/** No table that is written by hand has more. */
const maxCellBlocks = 200;

/** The place of the block that ends the table which HTML leaves open: to Markdown a blank line ends the HTML. */
function endOfTable(source: string, blocks: readonly MarkdownBlock[], place: number): number {
  let open = 0;
  for (let index = place; index < Math.min(blocks.length, place + maxCellBlocks); index++) {
    const { kind, start, end } = blocks[index] as MarkdownBlock;
    if (!cellKinds.has(kind)) return place;
    for (const [tag] of source.slice(start, end).matchAll(/<\/?table[\s>]/gi))
      open += tag[1] === '/' ? -1 : 1;
    if (open <= 0) return index;
  }
  return place;
}

/** A label in the source, with the part that it shows: a tab, what is folded, a hint with a title. */
interface Panel {
  /** What is to be read as the label: a line, or a tag; nothing where its line is read as what it is. */
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

const names = `(?:${panelNames})`;
const title = String.raw`(?:title|label|name|header|summary)\s*=\s*`;
const quoted = String.raw`(?:"([^"\n]{1,200})"|'([^'\n]{1,200})')`;

/** A callout of Obsidian with a title of its own, over all that is quoted below that. */
const callout: PanelMark = {
  opens: /^ {0,3}>[ \t]?\[![\w-]+(?:\|[\w-]+)*\][+-]?[ \t]+(\S[^\n]{0,200})$/,
  nests: /(?!)/,
  closes: /^(?! {0,3}>)/,
};

const marks: readonly PanelMark[] = [
  // Python-Markdown, as MkDocs has it: what belongs to the label is indented.
  { opens: /^[ \t]*(?:===[!+]?|\?\?\?\+?|!!!)(?:[ \t]+[\w-]+)*[ \t]+"([^"\n]{1,200})"[ \t]*$/ },
  // Blocks of PyMdown.
  { opens: /^[ \t]*\/{3,}[ \t]*[\w-]+[ \t]*\|[ \t]*(\S[^\n]{0,200})$/, closes: /^[ \t]*\/{3,}[ \t]*$/ },
  // Docusaurus, VuePress, MyST, Pandoc: between colons.
  {
    opens:
      /^[ \t]*:{3,}[ \t]*(?:\{[\w-]+\}|[\w-]+)(?:\[([^\]\n]{1,200})\]|[ \t]+([^\s{}][^\n{}]{0,199}?))[ \t]*(?:\{[^{}\n]*\}[ \t]*)?$|^[ \t]*:{3,}[ \t]*\{[^{}\n]{0,400}?\btitle="([^"\n]{1,200})"[^{}\n]*\}[ \t]*$/,
    nests: /^[ \t]*:{3,}[ \t]*[\w{-]/,
    closes: /^[ \t]*:{3,}[ \t]*$/,
  },
  callout,
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
      String.raw`^[ \t]*<${names}\b(?:[^<>\n]*?\s${title}${quoted}[^<>\n]*>|[^<>\n]*?\svalue\s*=\s*${quoted}[^<>\n]*>|[^<>\n]*>\s*<summary[^<>\n]*>([^\n]{1,200}?)<\/summary>)`,
      'i',
    ),
    nests: new RegExp(String.raw`<${names}\b[^<>\n]*[^/<>\n]>`, 'i'),
    closes: new RegExp(String.raw`</${names}>`, 'i'),
  },
];

const mayBegin = /^[ \t]*(?:[=?!:/<>]|\{[{%])/;

/**
 * What only begins or ends such parts: `:::`, `{% endtab %}`, `<Tabs>`, `</TabItem>`. The source of a regular
 * expression with the flag `i`, which matches in one way only: many marks in a row would else be tried in all of their
 * ways.
 */
const mark = String.raw`(?::{3,}(?!:)(?:[ \t]*(?:\{[^{}\n]*\}|[\w-]+))?|\/{3,}(?!\/)|\{(?:%|\{[<%])-?\s*(?:end|/\s*)?(?=${panelNames})[^{}\n]*\}{1,2}|<\/?(?:${panelNames}|tabs|tab-?group|accordion-?group|code-?group|steps)(?:\s[^<>\n]*)?>)`;
const onlyMarks = new RegExp(`^\\s*(?:${mark}\\s*)+$`, 'i');
const markLine = new RegExp(`^[ \\t]*${mark}[ \\t]*$`, 'gim');

/** Whether a block is nothing but lines that begin or end panels: its readers see none of it. */
function isPanelMark(source: string): boolean {
  return source.length < maxMarks && onlyMarks.test(source);
}

/** The words of a block without such lines. */
function withoutPanelMarks(source: string): string {
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
  const lines = sourceLines(source);
  const panels: Panel[] = [];
  for (let place = 0; place < lines.length && panels.length < maxPanels; place++) {
    const { text, start, isCode, opensFence } = lines[place] as SourceLine;
    const ofFence = opensFence ? fenceLabel.exec(text)?.[1] : undefined;
    if (ofFence !== undefined) {
      let behind = place + 1;
      while (lines[behind]?.isCode) behind += 1;
      const closing = behind < lines.length ? lines[behind - 1] : undefined;
      const until = closing?.start ?? source.length;
      panels.push({ start, end: start, title: ofFence, until });
    }
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
      const rest = whole.slice(found[0].length);
      const isClosed = rest !== '' && mark.closes?.test(rest);
      const end = start + found[0].trimEnd().length;
      const last = isClosed ? start + whole.length : endOfPanel(lines, place, mark);
      const until = Math.max(end, last ?? source.length);
      // A callout of one line has that for its words.
      if (mark !== callout || /[^>\s]/.test(source.slice(end, until)))
        panels.push({ start, end, title: words, until });
      break;
    }
  }
  return panels;
}

/** What VitePress shows over code that is one of several ways: ```` ```sh [npm] ````. The line stays with its code. */
const fenceLabel =
  /^[ \t]*(?:`{3,}|~{3,})[\w+-]*[ \t]*(?:\{[^{}\n]*\})?[ \t]+\[((?=[^\]\n]*\p{L})[^\]\n]{1,80})\]/u;

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

/** Blocks that a label may stand in or beside; lists hold theirs. */
const holders = new Set<MarkdownBlock['kind']>(['paragraph', 'html', 'code', 'quote']);

/** Blocks in which each label of a panel is a heading of level 6, with the end of the panel; `end` is where they do. */
function withPanels(source: string, blocks: readonly MarkdownBlock[]): readonly MarkdownBlock[] {
  const panels = panelsIn(source);
  if (panels.length === 0) return blocks;
  let next = 0;
  /** How far labels reach that were read, as over several tags. */
  let read = 0;
  return blocks.flatMap((whole): readonly MarkdownBlock[] => {
    const [block] = whole.start < read ? part(whole, source, read, whole.end) : [whole];
    if (!block) return [];
    while (next < panels.length && isBefore(panels[next] as Panel, block)) next += 1;
    const parts: MarkdownBlock[] = [];
    let { start } = block;
    for (; next < panels.length && (panels[next] as Panel).start < block.end; next++) {
      const panel = panels[next] as Panel;
      const isTagOfCode =
        panel.start === panel.end ||
        block.kind !== 'code' ||
        isTag(block, source.slice(block.start, block.end));
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

function isBefore({ start, end }: Panel, block: MarkdownBlock): boolean {
  return end < block.start || (end === block.start && start < end);
}

/** Whether code is a tag of a component, which may be the label of what is in it. */
function isTag(block: MarkdownBlock, source: string): boolean {
  return block.kind === 'code' && block.language === 'jsx' && /^\s*</.test(source);
}

function part(block: MarkdownBlock, source: string, from: number, to: number): readonly MarkdownBlock[] {
  const words = source.slice(from, to);
  const start = from + words.length - words.trimStart().length;
  const end = from + words.trimEnd().length;
  return end > start ? [{ ...block, start, end }] : [];
}
