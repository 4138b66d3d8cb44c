import { type CompiledQuery, type Kysely, sql } from 'kysely';
import type { Metadata } from '../../contracts/chunk.ts';
import type {
  DocumentFacets,
  DocumentFilter,
  DocumentSort,
  DocumentState,
  DocumentSummary,
  FindDocumentsOptions,
} from '../../contracts/document.ts';
import type { LiveDocuments, Source } from '../../contracts/document-records.ts';
import type { Block } from '../../contracts/parser.ts';
import type { Library, ReingestionQueue, SeenBy } from '../../contracts/records.ts';
import { FootnoteError, throwIfAborted } from '../../errors.ts';
import { legibleJson, readDatabase } from '../../sqlite/open-database.ts';
import { ownValue } from '../../values/own-value.ts';
import { dialectOf, listOf } from '../dialects.ts';
import { Remembered, type Revision } from '../remembered.ts';
import type { RecordTables } from '../schema.ts';
import { requireListed, storedJson } from '../stored-json.ts';
import { toEdits } from './edits.ts';
import {
  alteredVersion,
  documentsWithLiveVersion,
  firstPath,
  isAsWritten,
  isSeenBy,
  liveVersions,
  titleAsText,
} from './live-versions.ts';
import { unpackPlaces } from './stored-places.ts';

/** What readers see, the live version of every document: for lists, the page, and the texts that answers quote. */
export function library(db: Kysely<RecordTables>, revision: Revision): Library {
  const matching = matchingDocuments(db, revision);
  const projects = documentsByProject(db, revision);
  const summaries = async (
    collection: string,
    { groups }: SeenBy = {},
    documentIds?: readonly string[],
  ): Promise<readonly DocumentSummary[]> => {
    const rows = await liveVersions(db)
      .leftJoin('sources', 'sources.document_id', 'documents.id')
      .where('documents.collection', '=', collection)
      .$if(documentIds !== undefined, (query) =>
        query.where('documents.id', 'in', listOf(db, documentIds ?? [])),
      )
      .where(isSeenBy(db, groups))
      .select([
        'documents.id as documentId',
        titleAsText,
        'language',
        'content_hash as contentHash',
        'held.chunks as chunks',
        'held.tokens as tokens',
        'held.embedded_chunks as embeddedChunks',
        'document_versions.version as version',
        'published_at as ingestedAt',
        'published_by as jobId',
        'metadata',
        'edits',
        'sources.path as path',
        'sources.bytes as bytes',
      ])
      .orderBy('sources.source')
      .execute();
    return Array.from(Map.groupBy(rows, (row) => row.documentId).values(), toSummary).toSorted(byPath);
  };

  return {
    async list(collection, seenBy) {
      const listed = await summaries(collection, seenBy);
      await requireListed(db, collection, listed.length, seenBy);
      return listed;
    },

    async page(collection, { search, limit, offset, groups, sort, order, facets, ...filter }) {
      const { ids, all } = await matching(collection, { search, ...filter }, groups, { sort, order });
      const shown = ids.slice(offset, offset + limit);
      const places = new Map(shown.map((id, place) => [id, place]));
      const placeOf = ({ documentId }: DocumentSummary) => places.get(documentId) ?? 0;
      const documents = (await summaries(collection, { groups }, shown)).toSorted(
        (a, b) => placeOf(a) - placeOf(b),
      );
      const areFewer = documents.length < shown.length;
      const isAll = search === '' && Object.keys(filter).length === 0;
      if (areFewer || isAll) await requireListed(db, collection, areFewer ? 0 : ids.length, { groups });
      return { documents, matching: ids.length, ...(facets && { facets: facetsOf(all) }) };
    },

    async contents(collection) {
      const rows = await liveVersions(db)
        .where('documents.collection', '=', collection)
        .select([
          'content_hash as contentHash',
          'parser',
          'metadata',
          'held.chunks as passages',
          'held.embedded_chunks as embedded',
        ])
        .execute();
      await requireListed(db, collection, rows.length);
      return rows.map((row) => ({ ...row, metadata: (legibleJson(row.metadata) ?? {}) as Metadata }));
    },

    async find(collection, idOrPath, { groups } = {}) {
      // A keyboard composes letters and their accents; some file systems and archives take them apart.
      const spellings = [idOrPath, idOrPath.normalize('NFC'), idOrPath.normalize('NFD')];
      const found = await db
        .selectFrom('sources')
        .innerJoin('documents', 'documents.id', 'document_id')
        .where('sources.collection', '=', collection)
        .where(isSeenBy(db, groups))
        .where((where) =>
          where.or([
            where('document_id', '=', idOrPath),
            where('path', 'in', spellings),
            where('source', 'in', spellings),
          ]),
        )
        .select(['document_id', 'path', 'source'])
        .orderBy('document_id')
        .execute();
      const asGiven = found.filter((row) => Object.values(row).includes(idOrPath));
      const rows = asGiven.length > 0 ? asGiven : found;
      const exact = rows.find(({ document_id, source }) => [document_id, source].includes(idOrPath));
      const [id, ...others] = exact ? [exact.document_id] : new Set(rows.map((row) => row.document_id));
      if (id === undefined) return undefined;
      if (others.length > 0) throw ambiguous(idOrPath, [id, ...others]);
      return (await summaries(collection, { groups }, [id]))[0];
    },

    async ofProject(collection, { field, name }) {
      return (await projects(collection, field)).get(name) ?? [];
    },

    sources: (documentId) =>
      db
        .selectFrom('sources')
        .where('document_id', '=', documentId)
        .select(['source', 'bytes', 'modified_ms as modifiedMs'])
        .orderBy('source')
        .execute(),

    async text(documentId, version) {
      const row = await db
        .selectFrom('document_versions')
        .innerJoin('documents', 'documents.id', 'document_id')
        .where('document_id', '=', documentId)
        .where('version', '=', version)
        .select((where) => [
          'document_id as documentId',
          'version',
          firstPath(where).as('path'),
          titleAsText,
          'text',
          'blocks',
          'checksum',
          'document_versions.source as made_from',
        ])
        .executeTakeFirst();
      if (!row) return undefined;
      const { made_from, checksum: _checksum, ...held } = row;
      const blocks = storedJson(db, row.blocks, 'document_versions.blocks', documentId) as Block[];
      // A document that is not live yet has no sources, but a file that it is made from.
      const path = row.path ?? (legibleJson(made_from) as Source | undefined)?.path ?? '';
      if (!isAsWritten(row)) throw alteredVersion(dialectOf(db).place, { documentId, path });
      return { ...held, path, blocks };
    },

    async places(documentId, version) {
      const row = await db
        .selectFrom('document_versions')
        .where('document_id', '=', documentId)
        .where('version', '=', version)
        .select('places')
        .executeTakeFirst();
      return unpackPlaces(row?.places ?? null);
    },
  };
}

/** Files of two working directories can have one relative path. */
function ambiguous(path: string, ids: readonly string[]): FootnoteError {
  const problem = `${ids.length} documents have the path ${path}. Give the absolute path or the id of one: ${ids.join(', ')}`;
  return new FootnoteError('request_invalid', { field: 'document', problem });
}

/** A document with a row for each of its sources, the first of them first. */
type SourceRow = Omit<DocumentSummary, 'path' | 'paths' | 'bytes' | 'ingestedAt' | 'metadata' | 'edits'> & {
  readonly path: string | null;
  readonly bytes: number | null;
  readonly ingestedAt: string | null;
  readonly metadata: string;
  readonly edits: string | null;
};

function toSummary(rows: readonly SourceRow[]): DocumentSummary {
  const { edits: edited, ...row } = rows[0] as SourceRow;
  const edits = toEdits(edited);
  return {
    ...row,
    path: row.path ?? '',
    paths: rows.flatMap(({ path }) => path ?? []),
    bytes: row.bytes ?? 0,
    ingestedAt: row.ingestedAt ?? '',
    // One that is damaged must not hide all the others; it is found by looking at the store.
    metadata: (legibleJson(row.metadata) ?? {}) as Metadata,
    ...(edits && { edits }),
  };
}

/** Collections whose names of documents are kept at a time. */
const collectionsRemembered = 8;

/** A document by its place in lists. */
interface Named {
  readonly documentId: string;
  readonly path: string;
}

/**
 * Finds the ids of the documents of a collection whose title and paths together have every word of a search in them,
 * in an order, by path where none is given. Case and diacritics count for nothing; without a word all documents match.
 * What documents are called is remembered until any process changes something, so that a search can follow each letter
 * that is typed. With `groups`, those that are there for a caller of these.
 */
function matchingDocuments(
  db: Kysely<RecordTables>,
  revision: Revision,
): (
  collection: string,
  wanted: DocumentFilter & { readonly search: string },
  groups?: readonly string[],
  by?: Ordered,
) => Promise<{ readonly ids: readonly string[]; readonly all: readonly Listed[] }> {
  const remembered = new Remembered<ReturnType<typeof documentNames>>(revision, collectionsRemembered);
  return async (collection, { search, ...filter }, groups, by = {}) => {
    const known = await remembered.current();
    const pending = known.get(collection) ?? documentNames(db, collection);
    known.set(collection, pending);
    const documents = await pending.catch((error: unknown) => {
      known.delete(collection);
      throw error;
    });
    const words = folded(search).split(/\s+/).filter(Boolean);
    const isSeen = (visibleTo: readonly string[] | null) =>
      groups === undefined || visibleTo === null || visibleTo.some((group) => groups.includes(group));
    const all = inOrder(documents, by).filter(({ visibleTo }) => isSeen(visibleTo));
    const ids = all
      .filter((one) => words.every((word) => one.names.includes(word)) && passes(one, filter))
      .map(({ documentId }) => documentId);
    return { ids, all };
  };
}

function passes(document: Listed, { kind, language, state, field, value }: DocumentFilter): boolean {
  if (kind !== undefined && document.kind !== kind.toLowerCase()) return false;
  if (language !== undefined && document.language !== language) return false;
  if (state !== undefined && document.state !== state) return false;
  if (field === undefined) return true;
  const held = ownValue(metadataOf(document), field);
  if (held === undefined || value === undefined) return held !== undefined;
  return [held].flat().some((one) => folded(String(one)) === folded(value));
}

/** What is read of a document's metadata: that of most lists is never looked at. */
const metadataRead = new WeakMap<Listed, Metadata>();

function metadataOf(document: Listed): Metadata {
  const read = metadataRead.get(document) ?? ((legibleJson(document.metadata) ?? {}) as Metadata);
  metadataRead.set(document, read);
  return read;
}

/** Fields that can be chosen from. */
const fieldsCounted = 50;

function facetsOf(documents: readonly Listed[]): DocumentFacets {
  const fields = documents.flatMap((document) => Object.keys(metadataOf(document)));
  return {
    kinds: counted(documents.map(({ kind }) => kind)),
    languages: counted(documents.map(({ language }) => language)),
    states: counted(documents.map(({ state }) => state)),
    fields: counted(fields, fieldsCounted),
  };
}

/** The most common first. */
function counted(names: readonly string[], most = names.length): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].toSorted(([, a], [, b]) => b - a).slice(0, most));
}

/** The ids of a collection's documents by the project that a field of their metadata names, else by its own name. */
function documentsByProject(db: Kysely<RecordTables>, revision: Revision) {
  type Projects = ReadonlyMap<string, readonly string[]>;
  const remembered = new Remembered<Promise<Projects>>(revision, collectionsRemembered);
  const read = async (collection: string, field: string): Promise<Projects> => {
    const rows = await liveVersions(db)
      .where('documents.collection', '=', collection)
      .select(['documents.id as documentId', 'metadata'])
      .execute();
    const projectOf = ({ metadata }: { readonly metadata: string }) => {
      const named = ownValue((legibleJson(metadata) ?? {}) as Metadata, field);
      return named === undefined ? collection : String(named);
    };
    return new Map(
      [...Map.groupBy(rows, projectOf)].map(([name, group]) => [name, group.map((row) => row.documentId)]),
    );
  };
  return async (collection: string, field: string): Promise<Projects> => {
    const known = await remembered.current();
    const key = JSON.stringify([collection, field]);
    const pending = known.get(key) ?? read(collection, field);
    known.set(key, pending);
    return pending.catch((error: unknown) => {
      known.delete(key);
      throw error;
    });
  };
}

/** What a list is ordered by. */
interface Ordered {
  readonly sort?: DocumentSort | undefined;
  readonly order?: FindDocumentsOptions['order'] | undefined;
}

/** Orders of what is remembered: sorting ten thousand titles takes longer than searching them. */
const orders = new WeakMap<readonly Listed[], Map<string, readonly Listed[]>>();

function inOrder(
  documents: readonly Listed[],
  { sort = 'path', order = 'ascending' }: Ordered,
): readonly Listed[] {
  const known = orders.get(documents) ?? new Map<string, readonly Listed[]>();
  orders.set(documents, known);
  const key = `${sort} ${order}`;
  const kept = known.get(key);
  if (kept) return kept;
  const sign = order === 'ascending' ? 1 : -1;
  // They are by path already, which stays the order of what is equal.
  const ordered =
    sort === 'path' && sign === 1
      ? documents
      : documents.toSorted((a, b) => sign * compared(a, b, sort) || byPath(a, b));
  known.set(key, ordered);
  return ordered;
}

const titleOrder = new Intl.Collator('en', { numeric: true });

function compared(a: Listed, b: Listed, sort: DocumentSort): number {
  if (sort === 'title') return titleOrder.compare(a.title, b.title);
  if (sort === 'bytes') return a.bytes - b.bytes;
  if (sort === 'chunks') return a.chunks - b.chunks;
  if (sort === 'path') return byPath(a, b);
  if (a.ingestedAt === b.ingestedAt) return 0;
  return a.ingestedAt < b.ingestedAt ? -1 : 1;
}

/** The order of lists of documents; of equal paths, as two folders can have them, by id. */
function byPath(a: Named, b: Named): number {
  if (a.path === b.path) return a.documentId < b.documentId ? -1 : 1;
  return a.path < b.path ? -1 : 1;
}

/** A document as it is found and ordered. */
interface Listed extends Named, Pick<DocumentSummary, 'title' | 'bytes' | 'chunks' | 'ingestedAt'> {
  readonly visibleTo: readonly string[] | null;
  /** See `DocumentFilter`. */
  readonly kind: string;
  readonly language: string;
  readonly state: DocumentState;
  /** As JSON. */
  readonly metadata: string;
  /** Title and paths, folded for comparing. */
  readonly names: string;
}

/** The documents of a collection, by path. */
async function documentNames(db: Kysely<RecordTables>, collection: string): Promise<readonly Listed[]> {
  const rows = await liveVersions(db)
    .innerJoin('sources', 'sources.document_id', 'documents.id')
    .where('documents.collection', '=', collection)
    .select([
      'documents.id as documentId',
      'visible_to',
      titleAsText,
      'path',
      'bytes',
      'held.chunks as chunks',
      'held.embedded_chunks as embeddedChunks',
      'published_at as ingestedAt',
      'language',
      'parser',
      'metadata',
    ])
    .orderBy('sources.source')
    .execute();
  return [...Map.groupBy(rows, (row) => row.documentId)]
    .map(([documentId, sources]) => ({
      documentId,
      path: sources[0]?.path ?? '',
      title: sources[0]?.title ?? '',
      bytes: sources[0]?.bytes ?? 0,
      chunks: sources[0]?.chunks ?? 0,
      ingestedAt: sources[0]?.ingestedAt ?? '',
      visibleTo: groupsIn(sources[0]?.visible_to),
      kind: kindOf(sources[0]?.path ?? ''),
      language: sources[0]?.language ?? '',
      state: stateOf(sources[0]),
      metadata: sources[0]?.metadata ?? '{}',
      names: folded([sources[0]?.title, ...sources.map(({ path }) => path)].join('\n')),
    }))
    .toSorted(byPath);
}

/** What a name ends in; the page of an address and a member of an archive have one as well. */
function kindOf(path: string): string {
  return /\.([\p{L}\p{N}]{1,10})$/u.exec(path.replace(/[?#].*$/, ''))?.[1]?.toLowerCase() ?? '';
}

function stateOf(
  row: { readonly parser: string; readonly chunks: number; readonly embeddedChunks: number } | undefined,
): DocumentState {
  if (row?.parser === queuedStamp) return 'queued';
  return row && row.embeddedChunks < row.chunks ? 'embedding' : 'ready';
}

/** The groups of a column; where they cannot be read, the document is nobody's. */
function groupsIn(json: string | null | undefined): readonly string[] | null {
  return json == null ? null : ((legibleJson(json) ?? []) as readonly string[]);
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Some ten megabytes. */
const documentsRemembered = 100_000;

/** The live documents, remembered until any process changes something. */
export function liveDocuments(db: Kysely<RecordTables>, revision: Revision): LiveDocuments {
  // Their only parameter is the list, so that each is compiled once: a question may wait for it.
  const ids = listOf(db, []);
  const versions = db
    .selectFrom('documents')
    .where('id', 'in', ids)
    .where('live_version', 'is not', null)
    .select((where) => ['id', where.ref('live_version').$notNull().as('value')]);
  const paths = db
    .selectFrom('sources')
    .where('document_id', 'in', ids)
    .select(['document_id as id', 'path as value'])
    // The first source of a document comes last, and stays.
    .orderBy('source', 'desc');
  return {
    versions: lookUp<number>(db, revision, versions.compile()),
    paths: lookUp<string>(db, revision, paths.compile()),
  };
}

function lookUp<Value>(
  db: Kysely<RecordTables>,
  revision: Revision,
  compiled: CompiledQuery<{ readonly id: string; readonly value: Value }>,
) {
  const remembered = new Remembered<Value>(revision, documentsRemembered);
  const { listValue } = dialectOf(db);
  return async (
    documentIds: Iterable<string>,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<ReadonlyMap<string, Value>> => {
    throwIfAborted(signal);
    const known = await remembered.current();
    const missing = new Set<string>();
    for (const id of documentIds) if (!known.has(id)) missing.add(id);
    if (missing.size > 0) {
      const query: typeof compiled = { ...compiled, parameters: [listValue([...missing])] };
      const { rows } = await db.executeQuery(query);
      for (const { id, value } of rows) known.set(id, value);
    }
    return known;
  };
}

/** What is known of a version beside its text. */
const jsonColumns = ['metadata', 'own_metadata', 'blocks', 'document_versions.source'];

/** No parser has this stamp. */
const queuedStamp = '';

/**
 * Documents whose stored passages were found damaged. What stands in the queue is the live version itself, without
 * the stamp of the parser that made it: to the next ingest its file looks as if it had been read by an older one, so
 * that it is made again although the file has not changed, and the new version is not in the queue.
 */
export function reingestionQueue(db: Kysely<RecordTables>): ReingestionQueue {
  const { isJson, isText } = dialectOf(db);
  return {
    queue: (versions) =>
      db.transaction().execute(async (tx) => {
        const paths: string[] = [];
        for (const { documentId, version } of versions) {
          const row = await tx
            .selectFrom('documents')
            .where('documents.id', '=', documentId)
            .where('live_version', '=', version)
            .select((where) => firstPath(where).as('path'))
            .executeTakeFirst();
          if (!row) continue;
          await tx
            .updateTable('document_versions')
            .set({ parser: queuedStamp })
            .where('document_id', '=', documentId)
            .where('version', '=', version)
            .execute();
          paths.push(row.path ?? documentId);
        }
        return paths;
      }),

    illegible: () =>
      documentsWithLiveVersion(db)
        .where(sql<boolean>`not (${sql.join([isText('title'), ...jsonColumns.map(isJson)], sql` and `)})`)
        .select(['document_id as documentId', 'version'])
        .execute(),

    async list(collection, { groups } = {}) {
      const rows = await documentsWithLiveVersion(db)
        .where('collection', '=', collection)
        .where(isSeenBy(db, groups))
        .where('parser', '=', queuedStamp)
        .select((where) => ['documents.id as documentId', firstPath(where).as('path')])
        .orderBy('path')
        .execute();
      return rows.map(({ documentId, path }) => ({ documentId, path: path ?? documentId }));
    },
  };
}

/**
 * The paths of queued documents of every collection in a store's file, in order. Errors: those of {@link readDatabase}.
 */
export function queuedPaths(file: string): Promise<readonly string[]> {
  return readDatabase(file, (database) => {
    const rows = database
      .prepare(
        `select min(path) as path from documents
         join document_versions version on version.document_id = id and version.version = live_version
         join sources on sources.document_id = id
         where parser = ? group by id order by path`,
      )
      .all(queuedStamp);
    return rows.map(({ path }) => String(path));
  });
}
