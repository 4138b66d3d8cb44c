import { z } from 'zod';
import { recordId } from '../../app/checked-calls.ts';
import type { IngestFailure } from '../../contracts/ingest-report.ts';
import type { FolderRun, WatchedFolder } from '../../contracts/watched-folder.ts';
import { errorTable } from '../../errors.ts';
import { collectionParams, schemaOf } from './schema-of.ts';

/** Address parameters of a folder that is followed. */
export const folderParams = collectionParams.extend({ folderId: recordId.describe('Id of the folder.') });

/** The body that has a folder followed. */
export const watchFolderSchema = z
  .strictObject({
    path: z
      .string()
      .min(1)
      .max(4096)
      .describe('In or below one of `server.folders`; a relative one begins there.'),
  })
  .meta({ id: 'WatchFolder', description: 'A folder of the server.', examples: [{ path: '/srv/handbook' }] });

/** The body that stops following, or goes on. */
export const folderChangeSchema = z.strictObject({ isActive: z.boolean() }).meta({
  id: 'FolderChange',
  description: 'Whether it is to be followed.',
  examples: [{ isActive: false }],
});

const code = z.enum(Object.keys(errorTable) as (keyof typeof errorTable)[]);
const count = z.int().min(0);

const failureSchema = schemaOf<IngestFailure>()(z.object({ path: z.string(), code, message: z.string() }));

const runSchema = schemaOf<FolderRun>()(
  z.object({
    status: z.enum(['complete', 'partial', 'failed']),
    documents: z.object({ added: count, updated: count, unchanged: count, removed: count, failed: count }),
    failures: z.array(failureSchema).describe('At most 100.'),
    failed: count.describe('How many files failed.'),
  }),
);

/** A folder that is followed, or was. */
export const folderSchema = schemaOf<WatchedFolder>()(
  z.object({
    folderId: z.string(),
    collection: z.string(),
    path: z.string(),
    isActive: z.boolean().describe('False for one that was stopped.'),
    addedAt: z.string().describe('ISO 8601.'),
    lastRunAt: z.string().nullable().describe('When it was last looked at; null: not yet.'),
    lastRun: runSchema.nullable().describe('What came of that.'),
    error: z.object({ code, message: z.string() }).nullable().describe('Why it failed as a whole.'),
  }),
).meta({ id: 'WatchedFolder', description: 'A folder of the server that is followed, or was.' });

/** The reply of the list of folders. */
export const folderListSchema = schemaOf<{
  readonly folders: readonly WatchedFolder[];
  readonly roots: readonly string[];
}>()(
  z.object({
    folders: z.array(folderSchema),
    roots: z.array(z.string()).describe('`server.folders`: what can be followed is in or below these.'),
  }),
).meta({ id: 'WatchedFolderList', description: 'The folders that a collection follows.' });

/** The reply where a folder was forgotten. */
export const forgottenFolderSchema = z.object({ removed: z.literal(true) }).meta({
  id: 'ForgottenFolder',
  description: 'That the folder is not followed any more. Its documents stay.',
});
