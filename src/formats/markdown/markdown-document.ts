import type { Block, ParsedDocument, SourceFile } from '../../contracts/parser.ts';
import { FootnoteError } from '../../errors.ts';
import { detectLanguage } from '../../text/language/detect-language.ts';
import { isPlaceholder, namesDocument } from '../document/document-builder.ts';
import { withFigures } from '../document/figures.ts';
import { fieldsShown, shiftBlock, withProperties } from '../document/properties.ts';
import { readText } from '../document/text-format.ts';
import { type FrontMatter, readFrontMatter } from './front-matter.ts';

/** A file of Markdown of which only the head was looked at. */
interface MarkdownFile {
  readonly path: string;
  /** Cleaned, with the front matter. */
  readonly text: string;
  readonly frontMatter: FrontMatter;
  /** What was wrong so far. */
  readonly warnings: readonly string[];
}

/** What was found behind the head of a file. */
interface MarkdownContent {
  readonly blocks: readonly Block[];
  /** Pages that links between notes lead to. */
  readonly links?: readonly string[];
  readonly warnings?: readonly string[];
}

/** Decodes a file, leaves pictures in it out and reads its front matter. Errors: `file_binary`, `file_empty`. */
export function readMarkdown(file: SourceFile): MarkdownFile {
  const { text: written, warnings } = readText(file);
  const text = withoutPictures(written);
  const frontMatter = readFrontMatter(text);
  return { path: file.path, text, frontMatter, warnings: [...warnings, ...frontMatter.warnings] };
}

/**
 * A file of Markdown as a document, its front matter as a list of its fields. What that says of title and language wins
 * over the headings, and over what the text shows. Errors: `file_empty`.
 */
export function markdownDocument(
  { path, text, frontMatter, warnings: ofHead }: MarkdownFile,
  { blocks, links = [], warnings = [] }: MarkdownContent,
): ParsedDocument {
  if (blocks.length === 0) throw new FootnoteError('file_empty', { path, isBlank: true });
  const title = frontMatter.title ?? ownTitle(blocks);
  const { metadata } = frontMatter;
  const start = frontMatter.end === 0 ? 0 : frontMatter.end + lengthOfBlankLines(text, frontMatter.end);
  const shown = {
    text: text.slice(start),
    blocks: withFigures(
      text.slice(start),
      blocks.map((block) => shiftBlock(block, -start)),
    ),
  };
  const isTitled = metadata.title === title;
  // What stands for several authors is the one that was written.
  const leftOut = [...(isTitled ? ['title'] : []), ...('author' in metadata ? ['authors'] : [])];
  return {
    ...withProperties(shown, fieldsShown(metadata, leftOut), frontMatter.title),
    ...(title && { title }),
    language: frontMatter.language ?? detectLanguage(shown.text),
    metadata: { ...(links.length > 0 && { links }), ...metadata },
    warnings: [...ofHead, ...warnings],
  };
}

/** How far the first words behind the head are. */
function lengthOfBlankLines(text: string, from: number): number {
  return /^(?:[ \t]*\n)*/.exec(text.slice(from))?.[0].length ?? 0;
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

/** The bytes of a picture as an address, in a link or as what it is defined to be: `[image1]: <data:image/png;…>`. */
const embeddedPicture =
  /\((data:image\/)[\w.+-]+;base64,[\w+/=]*|(^ {0,3}\[[^\]\n]+\]:[ \t]*<?)data:image\/[\w.+-]+;base64,[\w+/=]*/gm;

/** Markdown without the pictures that are written into it, as Google Docs and notebooks have them; their links stay. */
export function withoutPictures(markdown: string): string {
  if (!markdown.includes(';base64,')) return markdown;
  return markdown.replace(embeddedPicture, (_, inLink?: string, definition?: string) =>
    inLink === undefined ? `${definition}#` : '(#',
  );
}
