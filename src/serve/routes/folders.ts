import { z } from 'zod';
import { recordId } from '../../app/checked-calls.ts';
import type { FolderRun, WatchedFolder } from '../../contracts/uploads.ts';
import type { Config } from '../../settings/config.ts';
import { collectionParams, count, errorCode, schemaOf } from '../schemas/schema-of.ts';
import { ingestFailure } from './jobs.ts';
import { operation, type Server } from './route-context.ts';

/** Address parameters of a folder that is followed. */
const folderParams = collectionParams.extend({ folderId: recordId.describe('Id of the folder.') });

/** The body that has a folder followed. */
const watchFolderSchema = z
  .strictObject({
    path: z
      .string()
      .min(1)
      .max(4096)
      .describe('In or below one of `server.folders`; a relative one begins there.'),
  })
  .meta({ id: 'WatchFolder', description: 'A folder of the server.', examples: [{ path: '/srv/handbook' }] });

/** The body that stops following, or goes on. */
const folderChangeSchema = z.strictObject({ isActive: z.boolean() }).meta({
  id: 'FolderChange',
  description: 'Whether it is to be followed.',
  examples: [{ isActive: false }],
});

const runSchema = schemaOf<FolderRun>()(
  z.object({
    status: z.enum(['complete', 'partial', 'failed']),
    documents: z.object({ added: count, updated: count, unchanged: count, removed: count, failed: count }),
    failures: z.array(ingestFailure).describe('At most 100.'),
    failed: count.describe('How many files failed.'),
  }),
);

/** A folder that is followed, or was. */
const folderSchema = schemaOf<WatchedFolder>()(
  z.object({
    folderId: z.string(),
    collection: z.string(),
    path: z.string(),
    isActive: z.boolean().describe('False for one that was stopped.'),
    addedAt: z.string().describe('ISO 8601.'),
    lastRunAt: z.string().nullable().describe('When it was last looked at; null: not yet.'),
    lastRun: runSchema.nullable().describe('What came of that.'),
    error: z
      .object({ code: errorCode, message: z.string() })
      .nullable()
      .describe('Why it failed as a whole.'),
  }),
).meta({ id: 'WatchedFolder', description: 'A folder of the server that is followed, or was.' });

/** The reply of the list of folders. */
const folderListSchema = schemaOf<{
  readonly folders: readonly WatchedFolder[];
  readonly roots: readonly string[];
}>()(
  z.object({
    folders: z.array(folderSchema),
    roots: z.array(z.string()).describe('`server.folders`: what can be followed is in or below these.'),
  }),
).meta({ id: 'WatchedFolderList', description: 'The folders that a collection follows.' });

/** The reply where a folder was forgotten. */
const forgottenFolderSchema = z.object({ removed: z.literal(true) }).meta({
  id: 'ForgottenFolder',
  description: 'That the folder is not followed any more. Its documents stay.',
});

/** Folders of the server that are followed. Whoever has one read into a collection may read it: administrators. */
export function folderRoutes(server: Server, { folders: roots }: Pick<Config['server'], 'folders'>): void {
  server.get(
    '/collections/:collection/folders',
    operation('documents', 'listWatchedFolders', 'admin', {
      summary: 'Folders of the server that the collection follows, and what came of the last look',
      params: collectionParams,
      reply: folderListSchema,
    }),
    async ({ footnote, params }) => ({ folders: await footnote.listWatchedFolders(params), roots }),
  );

  server.post(
    '/collections/:collection/folders',
    operation('documents', 'watchFolder', 'admin', {
      summary: 'Follow a folder of the server: what changes in it reaches the collection',
      params: collectionParams,
      body: watchFolderSchema,
      reply: folderSchema,
    }),
    ({ footnote, params, body }) => footnote.watchFolder(body.path, { ...params, within: roots }),
  );

  server.patch(
    '/collections/:collection/folders/:folderId',
    operation('documents', 'changeWatchedFolder', 'admin', {
      summary: 'Stop following a folder, or go on with it',
      params: folderParams,
      body: folderChangeSchema,
      reply: folderSchema,
    }),
    ({ footnote, params: { collection, folderId }, body }) =>
      footnote.changeWatchedFolder(folderId, body, { collection }),
  );

  server.delete(
    '/collections/:collection/folders/:folderId',
    operation('documents', 'removeWatchedFolder', 'admin', {
      summary: 'Forget a folder; its documents stay',
      params: folderParams,
      reply: forgottenFolderSchema,
    }),
    async ({ footnote, params: { collection, folderId } }) => {
      await footnote.removeWatchedFolder(folderId, { collection });
      return { removed: true as const };
    },
  );
}
