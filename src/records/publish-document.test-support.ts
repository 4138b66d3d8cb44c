import type { DocumentDraft } from '../contracts/document-records.ts';
import type { Records } from '../contracts/records.ts';
import { begin, draft } from './drafts.test-support.ts';

/** A document of one chunk in the collection `default`, made live. Returns its id. */
export async function publishDocument(
  records: Records,
  name: string,
  {
    tokens = 1,
    collection = 'default',
    ...changes
  }: Partial<DocumentDraft> & { readonly tokens?: number; readonly collection?: string } = {},
): Promise<string> {
  const document = { ...draft(`/${name}`, name), title: `About ${name}`, ...changes };
  const { job, index, versions } = await begin(records, collection, document);
  const [{ documentId, version }] = versions as [(typeof versions)[number]];
  await records.documents.publish(index.id, job.id, [{ documentId, version, chunks: 1, tokens }]);
  await job.finish({ state: 'done' });
  return documentId;
}
