import { setImmediate } from 'node:timers/promises';
import type { Block, Parser } from '../../../contracts/parser.ts';
import { throwIfAborted } from '../../../errors.ts';
import { looksLikeText, readText } from '../read-text.ts';
import { excalidrawTexts } from './excalidraw-texts.ts';
import { readFrontMatter } from './front-matter.ts';
import { markdownDocument } from './markdown-document.ts';

/**
 * Markdown: CommonMark with GFM and math, front matter in YAML or TOML as metadata. Every non-blank character after the
 * front matter lies in a block, but for drawings of Excalidraw, of which only the texts do. Parsed a section at a time,
 * so that a long file neither blocks the process nor ignores an abort. Title: the front matter's, else that of the
 * heading which names the document.
 */
export const markdownParser: Parser = {
  name: 'markdown',
  extensions: ['.md', '.markdown', '.mdown'],
  version: 8,
  recognise: (file) => (looksLikeText(file) ? 'maybe' : 'no'),
  async parse(file, options = {}) {
    // The library is large, and many a process never meets a Markdown file.
    const { markdownSections } = await import('./markdown-sections.ts');
    const { text, warnings } = readText(file);
    const frontMatter = readFrontMatter(text);
    if ('excalidraw-plugin' in frontMatter.metadata) {
      const blocks = excalidrawTexts(text, frontMatter.end);
      return markdownDocument({ path: file.path, text, frontMatter, blocks, warnings });
    }
    const blocks: Block[] = [];
    const sectionWarnings: string[] = [];
    for (const section of markdownSections(text, frontMatter.end)) {
      throwIfAborted(options.signal);
      blocks.push(...section.blocks);
      if (section.warning) sectionWarnings.push(section.warning);
      await setImmediate();
    }
    const found = [...warnings, ...frontMatter.warnings, ...sectionWarnings, ...skippedLevels(blocks)];
    return markdownDocument({ path: file.path, text, frontMatter, blocks, warnings: found });
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
