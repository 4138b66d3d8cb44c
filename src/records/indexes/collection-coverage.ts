import type { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import type { Coverage, CoveredDocument } from '../../contracts/coverage.ts';
import type { Block } from '../../contracts/parser.ts';
import { legibleJson } from '../../sqlite/legible-json.ts';
import { type DocumentScope, documentsInScope, titleAsText } from '../documents/live-versions.ts';
import { Remembered } from '../remembered.ts';
import type { RecordTables } from '../schema.ts';
import { longestChapters } from './longest-chapters.ts';

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
 * @param db over a connection that nothing is written over, `database`
 */
export function collectionCoverage(db: Kysely<RecordTables>, database: DatabaseSync) {
  const remembered = new Remembered<Coverage>(database, scopesRemembered);
  return async ({ collections, documents }: DocumentScope): Promise<Coverage> => {
    const known = await remembered.current();
    const key = JSON.stringify([collections.toSorted(), documents?.toSorted()]);
    const before = known.get(key);
    if (before) return before;
    const coverage = await readCoverage(db, { collections, documents });
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
