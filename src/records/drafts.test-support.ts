import type { DocumentDraft } from '../contracts/document-records.ts';
import type { Records } from '../contracts/records.ts';

/** What an index of the tests is stamped with. */
export const stamp = {
  embedder: 'model-a',
  chunker: 'structure',
  analyser: 'lexical',
  dimension: 3,
  engine: 'embedded',
  place: '',
  fields: {},
};

/** A document with this text, from a file. */
export function draft(source: string, text: string): DocumentDraft {
  return {
    source,
    path: source.slice(1),
    title: `Title of ${source}`,
    language: 'en',
    contentHash: `hash of ${text}`,
    bytes: text.length,
    modifiedMs: 1234.5,
    parser: 'text@1',
    text,
    blocks: [{ kind: 'paragraph', start: 0, end: text.length }],
    metadata: { author: 'Ada', tags: ['a', 'b'] },
    ownMetadata: { author: 'Ada' },
    metadataHash: 'm1',
  };
}

/** Begins versions of documents, in a job that goes on. */
export async function begin(records: Records, collection: string, ...drafts: DocumentDraft[]) {
  const job = await records.jobs.start({ collection, kind: 'ingest', paths: [] });
  const index = await records.indexes.findOrCreate(collection, stamp);
  const versions = await records.documents.begin(collection, index.id, job.id, drafts);
  return { job, index, versions };
}

/** Begins them and makes them live, each with two chunks that have no vectors. */
export async function publish(records: Records, collection: string, ...drafts: DocumentDraft[]) {
  const { job, index, versions } = await begin(records, collection, ...drafts);
  const replaced = await records.documents.publish(
    index.id,
    job.id,
    versions.map((version) => ({ ...version, chunks: 2, tokens: 20 })),
  );
  await job.finish({ state: 'done' });
  return { versions, replaced };
}
