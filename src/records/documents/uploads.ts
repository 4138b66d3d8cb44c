import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ExpressionBuilder, Kysely, Transaction } from 'kysely';
import type { Metadata } from '../../contracts/chunk.ts';
import type { Source } from '../../contracts/document-records.ts';
import type { AbandonedUploads, KeptLimit, NamedContent, UploadRecords } from '../../contracts/uploads.ts';
import { FootnoteError } from '../../errors.ts';
import { namesWithin, schemeOf, uploadRoot, uploadSource } from '../../files/source-address.ts';
import { dialectOf, listOf } from '../dialects.ts';
import { isAtWork, lifeOfJob, queueJob } from '../jobs/jobs.ts';
import type { RecordTables } from '../schema.ts';
import { storedJson } from '../stored-json.ts';

type Db = Kysely<RecordTables>;
type Tx = Transaction<RecordTables>;

/** Bytes of a row: small enough that no statement is long, large enough that a file of megabytes is few of them. */
const partBytes = 2 ** 20;

/** What nobody has written to for so long, and nobody has named or published, its process has left. */
const abandonedMs = 3600_000;

/** Documents that were put in, and their bytes. */
export function uploadRecords(db: Db): UploadRecords {
  return {
    async store(collection, pieces, { maxKeptBytes = 0 } = {}) {
      await forgetAbandoned(db);
      const content = { id: newContentId(), bytes: 0 };
      const { now } = dialectOf(db);
      await db
        .insertInto('contents')
        .values({ id: content.id, collection, hash: null, bytes: 0, written_at: now() })
        .execute();
      const hash = createHash('sha256');
      let part = 0;
      try {
        for await (const data of inParts(pieces)) {
          hash.update(data);
          content.bytes += data.length;
          await db
            .insertInto('content_parts')
            .values({ content_id: content.id, part: part++, data })
            .execute();
          await db
            .updateTable('contents')
            .set({ bytes: content.bytes, written_at: now() })
            .where('id', '=', content.id)
            .execute();
          if (maxKeptBytes > 0) await requireRoom(db, collection, content, maxKeptBytes);
        }
      } catch (error) {
        await forgetContents(db, [content.id]).catch(() => {});
        throw error;
      }
      return { ...content, contentHash: hash.digest('hex') };
    },

    discard: (contents) =>
      forgetContents(
        db,
        contents.map(({ id }) => id),
      ),

    put: (contents, { collection, paths, maxKeptBytes }, send) =>
      db.transaction().execute(async (tx) => {
        const jobId = await queueJob(tx, { collection, kind: 'ingest', paths }, send);
        let added = 0;
        for (const named of contents) added += await putUnder(tx, named, { collection, jobId });
        await forgetUnused(tx, collection);
        await requireWithin(tx, collection, added, { maxKeptBytes });
        return jobId;
      }),

    async find(collection, names) {
      const rows = await latest(db, collection, names)
        .select(['name', 'title', 'metadata', 'modified_ms as modifiedMs', 'contents.bytes as bytes'])
        .execute();
      return firstOfEach(rows).map(({ title, metadata, ...row }) => ({
        ...row,
        ...(title !== null && { title }),
        metadata: storedJson(db, metadata, 'uploads.metadata', row.name) as Metadata,
      }));
    },

    async holding(collection, contents) {
      const names = contents.map(({ name }) => name);
      const rows = firstOfEach(await latest(db, collection, names).select(['name', 'hash']).execute());
      const held = new Map(rows.map(({ name, hash }) => [name, hash]));
      return new Set(
        contents.filter(({ name, sha256 }) => held.get(name) === sha256).map(({ name }) => name),
      );
    },

    async read(collection, name) {
      const [content] = await latest(db, collection, [name])
        .select(['contents.id', 'contents.bytes'])
        .execute();
      if (!content) return undefined;
      const bytes = new Uint8Array(content.bytes);
      let [read, part] = [0, 0];
      while (read < bytes.length) {
        const row = await db
          .selectFrom('content_parts')
          .where('content_id', '=', content.id)
          .where('part', '=', part++)
          .select('data')
          .executeTakeFirst();
        // It was replaced meanwhile, and went.
        if (!row) return this.read(collection, name);
        bytes.set(row.data, read);
        read += row.data.length;
      }
      return bytes;
    },

    async keep(collection, contentHash, bytes, limit) {
      if (await reserve(db, collection, contentHash)) return;
      const { id } = await this.store(collection, Readable.from([bytes]), limit);
      try {
        await db.transaction().execute(async (tx) => {
          // Another has kept the same meanwhile.
          if (await reserve(tx, collection, contentHash)) return forgetContents(tx, [id]);
          await tx.updateTable('contents').set({ hash: contentHash, kept: 2 }).where('id', '=', id).execute();
          await requireWithin(tx, collection, bytes.length, limit);
        });
      } catch (error) {
        await forgetContents(db, [id]).catch(() => {});
        throw error;
      }
    },

    async length(collection, contentHash) {
      const row = await content(db, collection, contentHash).select('bytes').executeTakeFirst();
      return row?.bytes;
    },

    async part(collection, contentHash, start, end) {
      const rows = await content(db, collection, contentHash)
        .innerJoin('content_parts', 'content_id', 'id')
        .where('part', '>=', Math.floor(start / partBytes))
        .where('part', '<=', Math.floor(Math.max(start, end - 1) / partBytes))
        .select(['part', 'data'])
        .orderBy('part')
        .execute();
      const [first] = rows;
      if (!first) return undefined;
      const offset = start - first.part * partBytes;
      return Buffer.concat(rows.map(({ data }) => data)).subarray(offset, offset + end - start);
    },

    settle: (collection, jobId) =>
      db.transaction().execute(async (tx) => {
        const pending = await tx
          .selectFrom('uploads')
          .where('collection', '=', collection)
          .where('job_id', '=', jobId)
          .where('pending', '=', 1)
          .select(['name', 'modified_ms'])
          .execute();
        if (pending.length === 0) return;
        for (const { name, modified_ms } of pending) {
          const own = tx.deleteFrom('uploads').where('collection', '=', collection).where('name', '=', name);
          if (await hasSources(tx, collection, name, modified_ms)) {
            await own.where('pending', '=', 0).execute();
            await tx
              .updateTable('uploads')
              .set({ pending: 0, job_id: null })
              .where('collection', '=', collection)
              .where('name', '=', name)
              .execute();
          } else await own.where('pending', '=', 1).execute();
        }
        await forgetSourceless(
          tx,
          collection,
          pending.map(({ name }) => name),
        );
      }),

    withdraw: (collection, name) =>
      db.transaction().execute(async (tx) => {
        await tx
          .deleteFrom('uploads')
          .where('collection', '=', collection)
          .where('name', '=', name)
          .where('pending', '=', 1)
          .execute();
        await forgetUnused(tx, collection);
      }),

    async abandoned() {
      const rows = await db
        .selectFrom('uploads')
        .leftJoin('jobs', 'jobs.id', 'uploads.job_id')
        .where('pending', '=', 1)
        .where('job_id', 'is not', null)
        .select(['uploads.collection as of', 'job_id as job', 'name'])
        .select(lifeOfJob(db))
        .orderBy('name')
        .execute();
      const left = rows.filter((row) => !isAtWork(db, row));
      return [...Map.groupBy(left, ({ job }) => job)].map(
        ([jobId, of]): AbandonedUploads => ({
          collection: of[0]?.of ?? '',
          jobId: jobId ?? '',
          names: of.map(({ name }) => name),
        }),
      );
    },
  };
}

function content(db: Db, collection: string, contentHash: string) {
  return db
    .selectFrom('contents')
    .where('contents.collection', '=', collection)
    .where('hash', '=', contentHash);
}

/** What was put in under names, the last first where there are two. */
function latest(db: Db, collection: string, names?: readonly string[]) {
  return db
    .selectFrom('uploads')
    .innerJoin('contents', 'contents.id', 'content_id')
    .where('uploads.collection', '=', collection)
    .$if(names !== undefined, (query) => query.where('name', 'in', listOf(db, names ?? [])))
    .orderBy('name')
    .orderBy('pending', 'desc');
}

function firstOfEach<Row extends { readonly name: string }>(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ name }, place) => rows[place - 1]?.name !== name);
}

/**
 * Gives a content its name, in the place of what waits under it; the same bytes are kept once in a collection. Returns
 * how many bytes are kept that were not before.
 */
async function putUnder(
  tx: Tx,
  { name, content: named, title, metadata }: NamedContent,
  { collection, jobId }: { readonly collection: string; readonly jobId: string },
): Promise<number> {
  const { id, contentHash, bytes } = named;
  const same = await content(tx, collection, contentHash).select('id').executeTakeFirst();
  if (same) await forgetContents(tx, [id]);
  else
    await tx
      .updateTable('contents')
      .set({ hash: contentHash })
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const { before } = await tx
    .selectFrom('uploads')
    .where('collection', '=', collection)
    .where('name', '=', name)
    .select(({ fn }) => fn.max('modified_ms').as('before'))
    .executeTakeFirstOrThrow();
  const values = {
    content_id: same?.id ?? id,
    job_id: jobId,
    title: title ?? null,
    metadata: JSON.stringify(metadata),
    modified_ms: Math.max(Date.now(), (before ?? 0) + 1),
  };
  await tx
    .insertInto('uploads')
    .values({ collection, name, pending: 1, ...values })
    .onConflict((conflict) => conflict.columns(['collection', 'name', 'pending']).doUpdateSet(values))
    .execute();
  return same ? 0 : bytes;
}

/** Errors: `originals_full` where a collection keeps more than it may, now that it was given more. */
async function requireWithin(
  tx: Tx,
  collection: string,
  added: number,
  { maxKeptBytes: limit = 0 }: KeptLimit = {},
): Promise<void> {
  if (limit === 0 || added === 0) return;
  const kept = await keptBytes(tx, collection);
  if (kept > limit)
    throw new FootnoteError('originals_full', { collection, limit, kept: kept - added, added });
}

/**
 * Errors: `originals_full` where what comes in, with all that began to come in before, is by itself more than the
 * collection may keep. What is kept already is not counted with it: it may be the same.
 */
async function requireRoom(db: Db, collection: string, coming: { readonly id: string }, limit: number) {
  const row = await db
    .selectFrom('contents')
    .where('collection', '=', collection)
    .where('hash', 'is', null)
    .where('id', '<=', coming.id)
    .select(({ fn }) => fn.sum<number | string>('bytes').as('bytes'))
    .executeTakeFirstOrThrow();
  const added = Number(row.bytes);
  if (added <= limit) return;
  throw new FootnoteError('originals_full', {
    collection,
    limit,
    kept: await keptBytes(db, collection),
    added,
  });
}

/** Bytes of the contents of a collection that have a name, or are the file of a document. */
async function keptBytes(db: Db, collection: string): Promise<number> {
  const row = await db
    .selectFrom('kept_bytes')
    .where('collection', '=', collection)
    .select('bytes')
    .executeTakeFirst();
  return row?.bytes ?? 0;
}

/** Keeps a content that is there, where it is, for a document that is about to be live; returns whether it is there. */
async function reserve(db: Db, collection: string, contentHash: string): Promise<boolean> {
  const row = await content(db, collection, contentHash).select(['id', 'kept']).executeTakeFirst();
  if (!row || row.kept === 1) return row !== undefined;
  const { numUpdatedRows } = await db
    .updateTable('contents')
    .set({ kept: 2, written_at: dialectOf(db).now() })
    .where('id', '=', row.id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Forgets what was put in, once sources of it were taken from a collection: under their own names, and that of an
 * archive that they were members of.
 * @param isErased whether no byte of these sources may stay, so that an archive goes with the first of its members, and
 *   what waits under the names goes too; it stays else as long as it has one
 */
export async function forgetUploads(
  tx: Tx,
  collection: string,
  sources: readonly string[],
  { isErased }: { readonly isErased: boolean },
): Promise<void> {
  const names = new Set(
    sources.filter((source) => schemeOf(source) === uploadRoot).flatMap((source) => [...namesWithin(source)]),
  );
  if (names.size === 0) return;
  if (!isErased) return forgetSourceless(tx, collection, [...names]);
  await tx
    .deleteFrom('uploads')
    .where('collection', '=', collection)
    .where('name', 'in', listOf(tx, [...names]))
    .execute();
  await forgetUnused(tx, collection);
}

/**
 * Whether a source may become a document: of what was put in, only what is there still. It was removed else while it
 * was worked on.
 */
export async function isStillThere(tx: Tx, collection: string, source: string): Promise<boolean> {
  if (schemeOf(source) !== uploadRoot) return true;
  const found = await tx
    .selectFrom('uploads')
    .where('collection', '=', collection)
    .where('name', 'in', listOf(tx, [...namesWithin(source)]))
    .select('name')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Forgets what was put in under these names and of which no document is left. */
async function forgetSourceless(tx: Tx, collection: string, names: readonly string[]): Promise<void> {
  for (const name of names)
    if (!(await hasSources(tx, collection, name)))
      await tx
        .deleteFrom('uploads')
        .where('collection', '=', collection)
        .where('pending', '=', 0)
        .where('name', '=', name)
        .execute();
  await forgetUnused(tx, collection);
}

/** Whether a document was made of what was put in under a name, or of a member of it; that of one moment. */
async function hasSources(
  tx: Tx,
  collection: string,
  name: string,
  modifiedMs?: Source['modifiedMs'],
): Promise<boolean> {
  const source = uploadSource(name);
  const found = await tx
    .selectFrom('sources')
    .where('collection', '=', collection)
    .where((where) =>
      where.or([
        where('source', '=', source),
        where.and([where('source', '>=', `${source}/`), where('source', '<', `${source}/\u{10ffff}`)]),
      ]),
    )
    .$if(modifiedMs !== undefined, (query) => query.where('modified_ms', '=', modifiedMs ?? 0))
    .select('source')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Forgets the bytes that have had a name, and have none any more. */
async function forgetUnused(tx: Tx, collection: string): Promise<void> {
  const rows = await tx
    .selectFrom('contents')
    .leftJoin('uploads', 'uploads.content_id', 'contents.id')
    .where('contents.collection', '=', collection)
    .where('hash', 'is not', null)
    .where('kept', '=', 0)
    .where('uploads.name', 'is', null)
    .select('contents.id')
    .execute();
  await forgetContents(
    tx,
    rows.map(({ id }) => id),
  );
}

/** Keeps the file of a content as long as a document of it is live, if it was to be kept. */
export async function keepOriginal(tx: Tx, collection: string, contentHash: string): Promise<void> {
  await tx
    .updateTable('contents')
    .set({ kept: 1 })
    .where('collection', '=', collection)
    .where('hash', '=', contentHash)
    .where('kept', '=', 2)
    .execute();
}

/** Forgets the files of these contents that were kept for documents, where none of them is live any more. */
export async function forgetOriginals(tx: Tx, collection: string, hashes: readonly string[]): Promise<void> {
  for (const hash of new Set(hashes)) {
    if (await isLive(tx, collection, hash)) continue;
    await tx
      .updateTable('contents')
      .set({ kept: 0 })
      .where('collection', '=', collection)
      .where('hash', '=', hash)
      .where('kept', '!=', 0)
      .execute();
    const [row] = await content(tx, collection, hash)
      .leftJoin('uploads', 'uploads.content_id', 'contents.id')
      .where('uploads.name', 'is', null)
      .select('contents.id')
      .execute();
    if (row) await forgetContents(tx, [row.id]);
  }
}

/** Whether readers see a document of this content. */
async function isLive(tx: Tx, collection: string, contentHash: string): Promise<boolean> {
  const found = await tx
    .selectFrom('document_versions')
    .innerJoin('documents', (join) =>
      join.onRef('documents.id', '=', 'document_id').onRef('live_version', '=', 'version'),
    )
    .where('content_hash', '=', contentHash)
    .where('documents.collection', '=', collection)
    .select('document_id')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Forgets what its process has left: bytes without a name, and files of documents that were to become live. */
async function forgetAbandoned(db: Db): Promise<void> {
  const isAbandoned = (where: ExpressionBuilder<RecordTables, 'contents'>) =>
    where.and([
      where.or([where('hash', 'is', null), where('kept', '=', 2)]),
      where('written_at', '<', dialectOf(db).now(-abandonedMs)),
    ]);
  const rows = await db
    .selectFrom('contents')
    .where(isAbandoned)
    .select(['id', 'hash', 'collection'])
    .execute();
  await forgetContents(
    db,
    rows.filter(({ hash }) => hash === null).map(({ id }) => id),
  );
  for (const { id, collection } of rows.filter(({ hash }) => hash !== null))
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('contents').set({ kept: 0 }).where('id', '=', id).where(isAbandoned).execute();
      await forgetUnused(tx, collection);
    });
}

/** Ids in the order of their making. */
function newContentId(): string {
  return Date.now().toString(16).padStart(12, '0') + randomBytes(6).toString('hex');
}

async function forgetContents(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom('contents').where('id', 'in', listOf(db, ids)).execute();
}

/** The same bytes in parts of one length, but for the last. */
async function* inParts(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let part = new Uint8Array(partBytes);
  let filled = 0;
  for await (const piece of pieces) {
    for (let from = 0; from < piece.length; ) {
      const taken = piece.subarray(from, from + partBytes - filled);
      part.set(taken, filled);
      filled += taken.length;
      from += taken.length;
      if (filled < partBytes) continue;
      yield part;
      part = new Uint8Array(partBytes);
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}
