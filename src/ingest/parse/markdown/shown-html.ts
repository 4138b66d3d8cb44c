import type { Block } from '../../../contracts/parser.ts';
import { type BlocksOfText, DocumentBuilder } from '../document-builder.ts';
import { shiftBlock } from '../shift-block.ts';
import type { MarkdownBlock } from './markdown-html.ts';
import { markdownSections } from './markdown-sections.ts';
import { isShownElement, shownInline } from './shown-inline.ts';

/** A piece of Markdown within another document, with its HTML as {@link withHtmlShown}. */
export function shownMarkdown(source: string): Promise<BlocksOfText> {
  return withHtmlShown(
    source,
    [...markdownSections(source, 0)].flatMap(({ blocks }) => blocks),
  );
}

/**
 * Markdown with its HTML as the page shows it: raw HTML as the blocks in it, tables in rows between bars, headings with
 * number signs; within other blocks the words without the tags around them. All else stays as it is written. HTML of
 * elements that no page has is none, but what someone wrote between marks.
 */
export async function withHtmlShown(source: string, blocks: readonly MarkdownBlock[]): Promise<BlocksOfText> {
  if (!mayHoldHtml.test(source)) return { text: source, blocks: blocks.map(asWritten) };
  const shown: Block[] = [];
  let text = '';
  let position = 0;
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index] as MarkdownBlock;
    text += source.slice(position, block.start);
    const last = block.kind === 'html' ? endOfTable(source, blocks, index) : index;
    const { start, end } = { start: block.start, end: (blocks[last] as MarkdownBlock).end };
    const written = await shownBlock(block, source.slice(start, end));
    shown.push(...written.blocks.map((one) => shiftBlock(one, text.length)));
    text += written.text;
    position = end;
    // What is not shown leaves no blank lines behind.
    if (written.text === '') while (/\s/.test(source.charAt(position))) position += 1;
    index = last;
  }
  return { text: text + source.slice(position), blocks: shown };
}

const mayHoldHtml = /<[a-z/]|&[a-z#]/i;

function asWritten(block: MarkdownBlock): Block {
  return block.kind === 'html' ? { ...block, kind: 'paragraph' } : block;
}

/** A block as the page shows it, as a text of its own. */
async function shownBlock(block: MarkdownBlock, source: string): Promise<BlocksOfText> {
  const own = shiftBlock(asWritten(block), -block.start);
  if (block.kind === 'html')
    return isShownElement(source) ? shownPieces(source) : { text: source, blocks: [own] };
  if (block.kind === 'heading' && /^\s*<h/i.test(source))
    return whole(block.title === '' ? '' : `${'#'.repeat(block.level)} ${block.title}`, own);
  if (block.kind === 'code' || block.kind === 'equation') return { text: source, blocks: [own] };
  if (own.kind !== 'table') return whole(shownInline(source), own);
  const header = shownInline(source.slice(0, own.headerEnd), { isTable: true });
  const rows = shownInline(source.slice(own.headerEnd), { isTable: true });
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
