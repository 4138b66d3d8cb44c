import type { Parser } from '../../contracts/parser.ts';
import { throwIfAborted } from '../../errors.ts';
import { markdownDocument, readMarkdown } from '../markdown/markdown-document.ts';
import { looksLikeText } from '../read-text.ts';

/**
 * Markdown with components: what stands in a component is Markdown as well, its tags and the `import` and `export`
 * lines are code. Offsets are those of the file. Errors: `file_malformed` with the line where a tag or an expression
 * is broken.
 */
export const mdxParser: Parser = {
  name: 'mdx',
  extensions: ['.mdx'],
  version: 6,
  recognise: (file) => (looksLikeText(file) ? 'maybe' : 'no'),
  async parse(file, options = {}) {
    throwIfAborted(options.signal);
    const markdown = readMarkdown(file);
    // The library is large, and many a process never meets an MDX file.
    const { mdxBlocks } = await import('./mdx-blocks.ts');
    const { withHtmlShown } = await import('../markdown/shown-html.ts');
    const { blocks, warning } = mdxBlocks(markdown.text, markdown.frontMatter.end, file.path);
    const shown = await withHtmlShown(markdown.text, blocks);
    const content = { blocks: shown.blocks, links: shown.links, ...(warning && { warnings: [warning] }) };
    return markdownDocument({ ...markdown, text: shown.text }, content);
  },
};
