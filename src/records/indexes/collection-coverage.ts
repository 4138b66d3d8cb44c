import type { Kysely } from 'kysely';
import type { Coverage, CoveredDocument } from '../../contracts/generator.ts';
import type { Block } from '../../contracts/parser.ts';
import type { DocumentScope } from '../../contracts/records.ts';
import { legibleJson } from '../../sqlite/open-database.ts';
import { documentsInScope, titleAsText } from '../documents/live-versions.ts';
import { Remembered, type Revision } from '../remembered.ts';
import type { RecordTables } from '../schema.ts';

const documentsNamed = 5;

/** Titles and headings together. */
const namesGiven = 12;

const headingsOfDocument = 8;

/** Characters of a name; a longer one is cut. */
const nameLength = 80;

/** Scopes that are remembered: as many callers' as ask at a time. */
const scopesRemembered = 64;

/**
 * Says what the documents of a scope are about, remembered until any process changes something. A document is named by
 * its chapters too where it holds as much of the text as a name stands for.
 */
export function collectionCoverage(db: Kysely<RecordTables>, revision: Revision) {
  const remembered = new Remembered<Coverage>(revision, scopesRemembered);
  return async (scope: DocumentScope): Promise<Coverage> => {
    const { collections, documents, groups } = scope;
    const known = await remembered.current();
    const key = JSON.stringify([collections.toSorted(), documents?.toSorted(), groups?.toSorted()]);
    const before = known.get(key);
    if (before) return before;
    const coverage = await readCoverage(db, scope);
    known.set(key, coverage);
    return coverage;
  };
}

async function readCoverage(db: Kysely<RecordTables>, scope: DocumentScope): Promise<Coverage> {
  const { documents, tokens } = await documentsInScope(db, scope)
    .select(({ fn }) => [fn.countAll<number>().as('documents'), fn.sum<number>('held.tokens').as('tokens')])
    .executeTakeFirstOrThrow();
  const largest = await documentsInScope(db, scope)
    .select(['documents.id as documentId', 'live_version as version', titleAsText, 'held.tokens as tokens'])
    .orderBy('held.tokens', 'desc')
    .orderBy('documents.id')
    .limit(documentsNamed)
    .execute();
  const isLarge = (document: { tokens: number }) => document.tokens * namesGiven >= tokens;
  const room = namesGiven - largest.length;
  const each = Math.min(headingsOfDocument, Math.floor(room / Math.max(1, largest.filter(isLarge).length)));
  const named: CoveredDocument[] = [];
  for (const document of largest) {
    const { documentId, version, title } = document;
    // One heading alone says less than the title.
    const blocks = each > 1 && isLarge(document) ? await blocksOf(db, documentId, version ?? 0) : [];
    const { headings, hasMore } = longestChapters(blocks, title, each);
    const names = headings.map(shortened);
    named.push({ documentId, title: shortened(title), headings: names, hasMoreHeadings: hasMore });
  }
  return { documents: named, hasMore: documents > named.length };
}

/** None where they cannot be read: titles alone say what there is. */
async function blocksOf(db: Kysely<RecordTables>, documentId: string, version: number): Promise<Block[]> {
  const row = await db
    .selectFrom('document_versions')
    .where('document_id', '=', documentId)
    .where('version', '=', version)
    .select('blocks')
    .executeTakeFirst();
  return (legibleJson(row?.blocks ?? '[]') ?? []) as Block[];
}

function shortened(name: string): string {
  const characters = Array.from(name.replace(/\s+/gu, ' ').trim());
  return characters.length <= nameLength
    ? characters.join('')
    : `${characters
        .slice(0, nameLength - 1)
        .join('')
        .trimEnd()}…`;
}

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
