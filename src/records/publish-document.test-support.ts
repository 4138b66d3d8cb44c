import type { DocumentDraft } from '../contracts/document-records.ts';
import type { Records } from './records.ts';

/** A document of one chunk in the collection `default`, made live. Returns its id. */
export async function publishDocument(
  records: Records,
  name: string,
  {
    tokens = 1,
    collection = 'default',
    ...draft
  }: Partial<DocumentDraft> & { readonly tokens?: number; readonly collection?: string } = {},
): Promise<string> {
  const stamp = { embedder: 'a', chunker: 'b', analyser: 'c', dimension: 3, fields: {} };
  const index = await records.indexes.findOrCreate(collection, stamp);
  const job = await records.jobs.start({ collection, kind: 'ingest', paths: [] });
  const [version] = await records.documents.begin(collection, index.id, job.id, [
    {
      source: `/${name}`,
      path: name,
      title: `About ${name}`,
      language: 'en',
      contentHash: name,
      bytes: 1,
      modifiedMs: 1,
      parser: 'text@1',
      text: 'text',
      blocks: [],
      metadata: {},
      ownMetadata: {},
      metadataHash: '',
      ...draft,
    },
  ]);
  if (!version) throw new Error('No version was begun.');
  await records.documents.publish(index.id, job.id, [{ ...version, chunks: 1, tokens }]);
  await job.finish({ state: 'done' });
  return version.documentId;
}
