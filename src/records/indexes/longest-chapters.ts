import type { Block } from '../../contracts/parser.ts';

/** The headings that tell most of a document. */
export interface Chapters {
  /** In their order, without markup. */
  readonly headings: readonly string[];
  /** Whether the document has others of that level. */
  readonly hasMore: boolean;
}

const highestLevel = 1;
const lowestLevel = 6;

/**
 * The headings under which most of a document stands. Its chapters are the headings of the highest level that has two
 * or more of them: a book's title on a level of its own is none, and neither is a heading that repeats it or that
 * has no letters.
 * @param title of the document
 */
export function longestChapters(blocks: readonly Block[], title: string, limit: number): Chapters {
  for (let level = highestLevel; level <= lowestLevel; level++) {
    const chapters = chaptersAt(blocks, level, title);
    if (chapters.length < 2) continue;
    const longest = new Set(chapters.toSorted((a, b) => b.length - a.length).slice(0, limit));
    const headings = chapters.filter((chapter) => longest.has(chapter)).map((chapter) => chapter.heading);
    return { headings, hasMore: chapters.length > headings.length };
  }
  return { headings: [], hasMore: false };
}

/** Chapters of one level with the characters below each; those of the same name are one. */
function chaptersAt(blocks: readonly Block[], level: number, title: string) {
  const chapters = new Map<string, { readonly heading: string; length: number }>();
  let current: { length: number } | undefined;
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level <= level) {
      current = undefined;
      const heading = block.title.replace(/\s+/gu, ' ').trim();
      const name = heading.toLowerCase();
      if (block.level < level || !/\p{L}/u.test(name) || name === title.trim().toLowerCase()) continue;
      const chapter = chapters.get(name) ?? { heading, length: 0 };
      chapters.set(name, chapter);
      current = chapter;
    }
    if (current) current.length += block.end - block.start;
  }
  return [...chapters.values()];
}
