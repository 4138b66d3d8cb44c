import { setImmediate } from 'node:timers/promises';
import type { Block, Parser } from '../../contracts/parser.ts';
import { throwIfAborted } from '../../errors.ts';
import { looksLikeText, plainParagraphs } from '../document/text-format.ts';
import type { MarkdownBlock } from './markdown-blocks.ts';
import { markdownDocument, openWrittenPictures, readMarkdown } from './markdown-document.ts';

/**
 * Markdown: CommonMark with GFM and math, HTML as the page shows it, its head as metadata. Every
 * non-blank character after the front matter lies in a block, but for drawings of Excalidraw, of which only the texts
 * do. Parsed a section at a time, so that a long file neither blocks the process nor ignores an abort. Title: the front
 * matter's, else that of the heading which names the document.
 */
export const markdownParser: Parser = {
  name: 'markdown',
  extensions: ['.md', '.markdown', '.mdown'],
  version: 11,
  recognise: (file) => (looksLikeText(file) ? 'maybe' : 'no'),
  async parse(file, options = {}) {
    // The library is large, and many a process never meets a Markdown file.
    const { markdownSections } = await import('./markdown-blocks.ts');
    const { pictureWriter, withHtmlShown } = await import('./shown-html.ts');
    const { pageSource } = await import('./page-source.ts');
    const markdown = readMarkdown(file, pageSource);
    const { text, frontMatter } = markdown;
    if ('excalidraw-plugin' in frontMatter.metadata)
      return markdownDocument(markdown, { blocks: excalidrawTexts(text, frontMatter.end) });
    const blocks: MarkdownBlock[] = [];
    const warnings: string[] = [];
    for (const section of markdownSections(text, frontMatter.end)) {
      throwIfAborted(options.signal);
      blocks.push(...section.blocks);
      if (section.warning) warnings.push(section.warning);
      await setImmediate();
    }
    const pictures = await openWrittenPictures(file, options, markdown.pictures);
    const shown = await withHtmlShown(text, blocks, pictures && pictureWriter(pictures, markdown.pictures));
    warnings.push(...skippedLevels(shown.blocks), ...(pictures?.warnings ?? []));
    return markdownDocument({ ...markdown, text: shown.text }, { ...shown, warnings });
  },
};

/** A level left out, as from 2 to 4, is most often a slip; the headings below it then stand under the wrong one. */
function skippedLevels(blocks: readonly Block[]): readonly string[] {
  const headings = blocks.filter((block) => block.kind === 'heading');
  const skips = headings.filter(
    (heading, index) => index > 0 && heading.level > (headings[index - 1]?.level ?? 0) + 1,
  );
  const [first] = skips;
  if (!first) return [];
  const others = skips.length > 1 ? `, and ${skips.length - 1} more like it` : '';
  return [`the heading "${first.title}" of level ${first.level} skips a level${others}`];
}

/** Where the texts of a drawing begin, each behind a blank line with its id. */
const textElements = /^##? Text Elements[ \t]*$/m;

/** What stands behind them: files that are embedded, and the drawing itself, packed. */
const nextPart = /^(?:%%|##? (?:Element Links|Embedded Files|Drawing)[ \t]*)$/m;

/** The texts of a drawing that the Excalidraw plugin of Obsidian keeps in a note; all else is for the plugin. */
export function excalidrawTexts(text: string, start: number): readonly Block[] {
  const heading = textElements.exec(text.slice(start));
  if (!heading) return [];
  const from = start + heading.index + heading[0].length;
  const length = nextPart.exec(text.slice(from))?.index ?? text.length - from;
  return plainParagraphs(text, from, from + length);
}
