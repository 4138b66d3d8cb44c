import type { Chunk, Metadata } from '../../contracts/chunk.ts';

/** A chapter or a section: what it is called by programs, and by people. */
export interface Place {
  readonly id: string;
  readonly title: string;
}

/** What chapter and section are told by. */
type PlacedText = Pick<Chunk, 'metadata' | 'headingPath' | 'title'>;

/** What a textbook chatbot's points carry beside what this engine needs of them. */
export interface TextbookPayload {
  readonly chapter_id: string;
  readonly chapter_title: string;
  readonly section_id: string;
  readonly section_title: string;
  readonly content: string;
  /** The content with the headings above it. */
  readonly content_markdown: string;
  readonly content_type: 'text' | 'code' | 'table';
  readonly token_count: number;
  readonly page_number: number | null;
  /** ISO 8601, of the time of writing. */
  readonly created_at: string;
}

/** See {@link TextbookPayload}. */
export function textbookPayload(
  chunk: Chunk,
  now = new Date(),
): TextbookPayload & Readonly<Record<string, unknown>> {
  const chapter = chapterOf(chunk);
  const section = sectionOf(chunk);
  return {
    chapter_id: chapter.id,
    chapter_title: chapter.title,
    section_id: section.id,
    section_title: section.title,
    content: chunk.content,
    content_markdown: markdownOf(chunk),
    content_type: contentTypeOf(chunk),
    token_count: chunk.tokens,
    page_number: chunk.page ?? null,
    created_at: now.toISOString(),
  };
}

/**
 * The chapter of a chunk. Its id is the metadata's `chapter_id`, or the number in its name ("Chapter 3: Motion" is
 * "3"), or its name in lower case with hyphens.
 */
export function chapterOf({ metadata, headingPath, title }: PlacedText): Place {
  const name = textOf(metadata, 'chapter') ?? headingPath[0] ?? title;
  const id = textOf(metadata, 'chapter_id') ?? numberIn(name) ?? slugOf(name);
  return { id, title: textOf(metadata, 'chapter_title') ?? name };
}

/** The section of a chunk, by its nearest heading; its id is the metadata's `section_id`, or its name in lower case. */
export function sectionOf({ metadata, headingPath, title }: PlacedText): Place {
  const name = textOf(metadata, 'section') ?? headingPath.at(-1) ?? title;
  return {
    id: textOf(metadata, 'section_id') ?? slugOf(name),
    title: textOf(metadata, 'section_title') ?? name,
  };
}

/** A metadata field as text; undefined where it is missing or no text. */
export function textOf(metadata: Metadata, name: string): string | undefined {
  const value = metadata[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function numberIn(name: string): string | undefined {
  return /^(?:chapter|kapitel|cap[ií]tulo|chapitre|capitolo|глава)?\s*(\d+)(?![\d.]*\d)/iu.exec(name)?.[1];
}

function slugOf(name: string): string {
  return (
    name
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.join('-') ?? ''
  );
}

function markdownOf({ headingPath, content }: Chunk): string {
  const [, own] = /^#{1,6} +(.+?)(?: +#+)? *$/m.exec(content.trimStart().split('\n', 1)[0] ?? '') ?? [];
  // A section's first passage begins with its heading.
  const above = own !== undefined && own === headingPath.at(-1) ? headingPath.slice(0, -1) : headingPath;
  const headings = above.map((heading, level) => `${'#'.repeat(Math.min(level + 1, 6))} ${heading}`);
  return [...headings, content].join('\n\n');
}

function contentTypeOf({ content, metadata }: Chunk): TextbookPayload['content_type'] {
  if (/^\s*(```|~~~)[\s\S]*\1\s*$/.test(content)) return 'code';
  return metadata.table_header !== undefined || /^\s*\|.*\|\s*$/.test(content.split('\n')[0] ?? '')
    ? 'table'
    : 'text';
}
