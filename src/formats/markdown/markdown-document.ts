import type { MetadataValue } from '../../contracts/chunk.ts';
import type { TextPlace } from '../../contracts/document.ts';
import type { Block, ParsedDocument, ParseOptions, SourceFile } from '../../contracts/parser.ts';
import { FootnoteError } from '../../errors.ts';
import { detectLanguage } from '../../text/language/detect-language.ts';
import { isPlaceholder, namesDocument } from '../document/document-builder.ts';
import { type PlacedPicture, withFigures } from '../document/figures.ts';
import {
  type BlocksOfText,
  fieldsShown,
  movedPlace,
  shiftBlock,
  withProperties,
} from '../document/properties.ts';
import { readText } from '../document/text-format.ts';
import type { EmbeddedPictures } from '../ocr/embedded-pictures.ts';
import { type FrontMatter, readFrontMatter } from './front-matter.ts';

/** A file of Markdown of which only the head was looked at. */
interface MarkdownFile {
  readonly path: string;
  /** Cleaned, with the front matter. */
  readonly text: string;
  readonly frontMatter: FrontMatter;
  /** Those that were written into the text. */
  readonly pictures: readonly WrittenPicture[];
  /** What was wrong so far. */
  readonly warnings: readonly string[];
}

/** What was found behind the head of a file. */
interface MarkdownContent {
  readonly blocks: readonly Block[];
  /** Pages that links between notes lead to. */
  readonly links?: readonly string[];
  /** Of what pictures say. */
  readonly places?: readonly TextPlace[];
  readonly shownPictures?: readonly PlacedPicture[];
  readonly warnings?: readonly string[];
}

/**
 * Decodes a file, leaves pictures in it out and reads its front matter; `rewrite` makes Markdown of what stands behind
 * that. Errors: `file_binary`, `file_empty`.
 */
export function readMarkdown(file: SourceFile, rewrite = (body: string) => body): MarkdownFile {
  const { text: written, warnings } = readText(file);
  const frontMatter = readFrontMatter(written);
  const head = written.slice(0, frontMatter.end);
  const { text, pictures } = takePictures(head + rewrite(written.slice(frontMatter.end)));
  return { path: file.path, text, frontMatter, pictures, warnings: [...warnings, ...frontMatter.warnings] };
}

/**
 * A file of Markdown as a document, its front matter as a list of its fields. What that says of title and language wins
 * over the headings, and over what the text shows. Errors: `file_empty`.
 */
export function markdownDocument(
  { path, text, frontMatter, warnings: ofHead }: MarkdownFile,
  { blocks, links = [], places = [], shownPictures = [], warnings = [] }: MarkdownContent,
): ParsedDocument {
  const title = frontMatter.title ?? ownTitle(blocks);
  const { metadata } = frontMatter;
  const isTitled = metadata.title === title;
  // What stands for several authors is the one that was written.
  const leftOut = [...(isTitled ? ['title'] : []), ...('author' in metadata ? ['authors'] : [])];
  const fields = fieldsShown(metadata, leftOut);
  const start = frontMatter.end === 0 ? 0 : frontMatter.end + lengthOfBlankLines(text, frontMatter.end);
  const isTitleAlone =
    blocks.length <= 1 && blocks.every((block) => block.kind === 'heading' && block.title === title);
  const shown = isTitleAlone
    ? titleAlone(fields.length === 0 ? title : undefined)
    : {
        text: text.slice(start),
        blocks: withFigures(
          text.slice(start),
          blocks.map((block) => shiftBlock(block, -start)),
          shownPictures.map((picture) => shiftBlock(picture, -start)),
        ),
      };
  const whole = withProperties(shown, fields, isTitleAlone ? title : frontMatter.title);
  const isUnwritten =
    isTitleAlone && title === undefined && !fields.some(({ name }) => isText(metadata[name]));
  if (whole.text === '' || isUnwritten) throw new FootnoteError('file_empty', { path, isBlank: true });
  return {
    text: whole.text,
    blocks: whole.blocks,
    ...(places.length > 0 && { places: places.map((place) => movedPlace(shiftBlock(place, -start), whole)) }),
    ...(title && { title }),
    language: frontMatter.language ?? detectLanguage(shown.text || whole.text),
    metadata: { ...(links.length > 0 && { links }), ...metadata },
    warnings: [...ofHead, ...warnings],
  };
}

/** Whether a field says something of its own: tags and days alone are those of a note that nobody has written in. */
function isText(value: MetadataValue | undefined): boolean {
  return typeof value === 'string' && !/^\d{4}-\d\d-\d\d(?:T|$)/.test(value);
}

/** A file that is a title or a heading and nothing else says that, and under no heading. */
function titleAlone(title = ''): BlocksOfText {
  return {
    text: title,
    blocks: title === '' ? [] : [{ kind: 'paragraph', start: 0, end: title.length }],
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

/** The pictures of texts that have some: what reads them is large, and most texts have none. */
export async function openWrittenPictures(
  file: SourceFile,
  options: ParseOptions,
  pictures: readonly WrittenPicture[],
): Promise<EmbeddedPictures | undefined> {
  if (pictures.length === 0) return undefined;
  const { EmbeddedPictures, picturesInData } = await import('../ocr/embedded-pictures.ts');
  return EmbeddedPictures.open(file, options, picturesInData(pictures.map(({ address }) => address)));
}

/** A picture that is written into a text, and where that shows it. */
export interface WrittenPicture {
  readonly at: number;
  /** `data:image/png;base64,…` */
  readonly address: string;
}

/**
 * The bytes of a picture as an address: in a link, in an element, or as what a name is defined to be, as in
 * `[image1]: <data:image/png;…>`.
 */
const embeddedPicture =
  /(\(|<img\b[^<>]{0,300}\ssrc\s*=\s*["']|^ {0,3}\[([^\]\n]+)\]:[ \t]*<?)(data:image\/[\w.+-]+;base64,[\w+/=]*)/gm;

const namedPicture = /!\[([^\]\n]*)\](?:\[([^\]\n]*)\])?(?!\()/g;

/**
 * Markdown without the pictures that are written into it, as Google Docs and notebooks have them, and those, by where
 * they are shown; their links stay.
 */
export function takePictures(markdown: string): {
  readonly text: string;
  readonly pictures: readonly WrittenPicture[];
} {
  if (!markdown.includes(';base64,')) return { text: markdown, pictures: [] };
  const pictures: WrittenPicture[] = [];
  const defined = new Map<string, string>();
  let removed = 0;
  const text = markdown.replace(
    embeddedPicture,
    (_, before: string, name: string | undefined, address: string, offset: number) => {
      if (name === undefined) pictures.push({ at: offset - removed, address });
      else defined.set(name.toLowerCase(), address);
      removed += address.length - 1;
      return `${before}#`;
    },
  );
  for (const { 1: words = '', 2: name, index } of defined.size > 0 ? text.matchAll(namedPicture) : []) {
    const address = defined.get((name || words).toLowerCase());
    if (address !== undefined) pictures.push({ at: index, address });
  }
  return { text, pictures: pictures.toSorted((a, b) => a.at - b.at) };
}
