import type { Block, ParsedDocument } from '../../../contracts/parser.ts';
import { FootnoteError } from '../../../errors.ts';
import { detectLanguage } from '../../../text/language/detect-language.ts';
import { isPlaceholder, namesDocument } from '../names-document.ts';
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
 * A file of Markdown as a document. What the front matter says of title and language wins over the headings, and over
 * what the text shows. Errors: `file_empty`.
 */
export function markdownDocument(content: MarkdownContent): ParsedDocument {
  const { path, text, frontMatter, blocks, warnings } = content;
  if (blocks.length === 0) throw new FootnoteError('file_empty', { path, isBlank: true });
  const title = frontMatter.title ?? ownTitle(blocks);
  return {
    text,
    blocks,
    ...(title && { title }),
    language: frontMatter.language ?? detectLanguage(text.slice(frontMatter.end)),
    metadata: frontMatter.metadata,
    warnings,
  };
}

/**
 * The first heading of level 1, unless it is the name of a part as any document may have and stands above others of its
 * level or below other headings; else the heading of any level that opens the document.
 */
function ownTitle(blocks: readonly Block[]): string | undefined {
  const headings = blocks.flatMap((block) =>
    block.kind === 'heading' && block.title !== '' && !isPlaceholder(block.title) ? [block] : [],
  );
  const tops = headings.filter(({ level }) => level === 1);
  const [top] = tops;
  const isOnly = tops.length === 1 && headings[0] === top;
  if (top && (isOnly || namesDocument(top.title))) return top.title;
  const [opening] = blocks;
  return opening?.kind === 'heading' && namesDocument(opening.title) ? opening.title : undefined;
}
