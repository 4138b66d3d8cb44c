import type { Block } from '../../contracts/parser.ts';
import { linkDefinition } from '../../text/sentences/markdown-links.ts';
import { DocumentBuilder } from '../document/document-builder.ts';
import { type BlocksOfText, shiftBlock } from '../document/properties.ts';
import type { MarkdownBlock } from './markdown-html.ts';
import { markdownSections } from './markdown-sections.ts';
import { isPanelMark, isTag, withoutPanelMarks, withPanels } from './panels.ts';
import { type InlineOptions, isShownElement, mayHoldMore, shownInline } from './shown-inline.ts';

/** Markdown as its page shows it. */
export interface ShownMarkdown extends BlocksOfText {
  /** Pages that links between notes lead to, in the order of the text. */
  readonly links: readonly string[];
}

/** A piece of Markdown within another document, with its HTML as {@link withHtmlShown}. */
export function shownMarkdown(source: string): Promise<BlocksOfText> {
  return withHtmlShown(
    source,
    [...markdownSections(source, 0)].flatMap(({ blocks }) => blocks),
  );
}

/**
 * Markdown with its HTML as the page shows it: raw HTML as the blocks in it, tables in rows between bars, headings with
 * number signs; within other blocks the words without the tags and the marks of note programs around them. All else
 * stays as it is written. HTML of elements that no page has is none, but what someone wrote between marks.
 */
export async function withHtmlShown(source: string, found: readonly MarkdownBlock[]): Promise<ShownMarkdown> {
  const blocks = withPanels(source, found);
  if (blocks === found && !mayHoldMore.test(source))
    return { text: source, blocks: blocks.map(asWritten), links: [] };
  const links = new Set<string>();
  const inline: InlineOptions = {
    isDefined: definedNames(source),
    onLink: (page) => links.size < maxLinks && links.add(page),
  };
  const shown: Block[] = [];
  let text = '';
  let position = 0;
  const levels = new PanelLevels();
  for (let index = 0; index < blocks.length; index++) {
    const block = levels.placed(blocks[index] as MarkdownBlock, text.trimEnd().length);
    text += source.slice(position, block.start);
    const last = block.kind === 'html' ? endOfTable(source, blocks, index) : index;
    const { start, end } = { start: block.start, end: (blocks[last] as MarkdownBlock).end };
    const written = await shownBlock(block, source.slice(start, end), inline);
    shown.push(...written.blocks.map((one) => levels.opened(block, shiftBlock(one, text.length))));
    text += written.text;
    position = end;
    // What is not shown leaves no blank lines behind.
    if (written.text === '') while (/\s/.test(source.charAt(position))) position += 1;
    index = last;
  }
  text += source.slice(position);
  levels.end(text.trimEnd().length);
  return { text, blocks: shown, links: [...links] };
}

/** Follows the headings of a text and the panels that are open in it. */
class PanelLevels {
  #open: { readonly level: number; readonly until?: number; readonly panel?: { until?: number } }[] = [];

  /** A block of the source with the level that it has there; panels that ended before it end where the text does. */
  placed(block: MarkdownBlock, length: number): MarkdownBlock {
    const ended = this.#open.findIndex(({ until = Number.POSITIVE_INFINITY }) => until <= block.start);
    if (ended >= 0) for (const { panel } of this.#open.splice(ended)) if (panel) panel.until = length;
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
  if (block.kind === 'heading' && (block.until !== undefined || /^\s*<h/i.test(source)))
    return whole(block.title === '' ? '' : `${'#'.repeat(block.level)} ${block.title}`, own);
  if (block.kind === 'code' || block.kind === 'equation') return { text: source, blocks: [own] };
  if (own.kind === 'heading')
    return whole(shownInline(source, inline), { ...own, title: shownInline(own.title, inline) });
  if (own.kind !== 'table') return whole(shownInline(source, inline), own);
  const header = shownInline(source.slice(0, own.headerEnd), { ...inline, isTable: true });
  const rows = shownInline(source.slice(own.headerEnd), { ...inline, isTable: true });
  return whole(header + rows, { ...own, headerEnd: header.length });
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
