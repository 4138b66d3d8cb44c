import type { Parser } from '../../../contracts/parser.ts';
import { FootnoteError, throwIfAborted } from '../../../errors.ts';
import { detectLanguage } from '../../../text/detect-language.ts';
import { readFrontMatter } from '../front-matter.ts';
import { looksLikeText, readText } from '../read-text.ts';

/**
 * Markdown with components: what stands in a component is Markdown as well, its tags and the `import` and `export`
 * lines are code. Offsets are those of the file. Errors: `file_malformed` with the line where a tag or an expression
 * is broken.
 */
export const mdxParser: Parser = {
  name: 'mdx',
  extensions: ['.mdx'],
  version: 3,
  recognise: (file) => (looksLikeText(file) ? 'maybe' : 'no'),
  async parse(file, options = {}) {
    throwIfAborted(options.signal);
    const { text, warnings } = readText(file);
    const frontMatter = readFrontMatter(text, file.path);
    // The library is large, and many a process never meets an MDX file.
    const { mdxBlocks } = await import('./mdx-blocks.ts');
    const { blocks, warning } = mdxBlocks(text, frontMatter.end, file.path);
    if (blocks.length === 0) throw new FootnoteError('file_empty', { path: file.path });
    const heading = blocks.find((block) => block.kind === 'heading' && block.level === 1);
    const title = frontMatter.title ?? (heading?.kind === 'heading' ? heading.title : undefined);
    return {
      text,
      blocks,
      ...(title && { title }),
      language: frontMatter.language ?? detectLanguage(text.slice(frontMatter.end)),
      metadata: frontMatter.metadata,
      warnings: [...warnings, ...frontMatter.warnings, ...(warning ? [warning] : [])],
    };
  },
};
