import type { Block, ParsedDocument } from '../../contracts/parser.ts';
import { FootnoteError } from '../../errors.ts';
import { detectLanguage } from '../../text/detect-language.ts';
import type { FrontMatter } from './front-matter.ts';

/** What was read of a file of Markdown. */
export interface MarkdownContent {
  readonly path: string;
  /** Cleaned, with the front matter. */
  readonly text: string;
  readonly frontMatter: FrontMatter;
  /** Of what stands behind the front matter. */
  readonly blocks: readonly Block[];
  readonly warnings: readonly string[];
}

/**
 * A file of Markdown as a document. What the front matter says of title and language wins over the first heading of
 * level 1 that has words, and over what the text shows. Errors: `file_empty`.
 */
export function markdownDocument(content: MarkdownContent): ParsedDocument {
  const { path, text, frontMatter, blocks, warnings } = content;
  if (blocks.length === 0) throw new FootnoteError('file_empty', { path });
  const title = frontMatter.title ?? firstTopHeading(blocks);
  return {
    text,
    blocks,
    ...(title && { title }),
    language: frontMatter.language ?? detectLanguage(text.slice(frontMatter.end)),
    metadata: frontMatter.metadata,
    warnings,
  };
}

function firstTopHeading(blocks: readonly Block[]): string | undefined {
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level === 1 && block.title !== '') return block.title;
  }
  return undefined;
}
