import type { Config } from '../../settings/config.ts';
import {
  folderChangeSchema,
  folderListSchema,
  folderParams,
  folderSchema,
  forgottenFolderSchema,
  watchFolderSchema,
} from '../schemas/folder.ts';
import { collectionParams, errorSchema } from '../schemas/schema-of.ts';
import type { Server } from './route-context.ts';

/** Folders of the server that are followed. Whoever has one read into a collection may read it: administrators. */
export function folderRoutes(server: Server, { folders: roots }: Pick<Config['server'], 'folders'>): void {
  server.get(
    '/collections/:collection/folders',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listWatchedFolders',
        summary: 'Folders of the server that the collection follows, and what came of the last look',
        tags: ['documents'],
        params: collectionParams,
        response: { 200: folderListSchema, default: errorSchema },
      },
    },
    async ({ footnote, params }) => ({ folders: await footnote.listWatchedFolders(params), roots }),
  );

  server.post(
    '/collections/:collection/folders',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'watchFolder',
        summary: 'Follow a folder of the server: what changes in it reaches the collection',
        tags: ['documents'],
        params: collectionParams,
        body: watchFolderSchema,
        response: { 200: folderSchema, default: errorSchema },
      },
    },
    ({ footnote, params, body }) => footnote.watchFolder(body.path, { ...params, within: roots }),
  );

  server.patch(
    '/collections/:collection/folders/:folderId',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'changeWatchedFolder',
        summary: 'Stop following a folder, or go on with it',
        tags: ['documents'],
        params: folderParams,
        body: folderChangeSchema,
        response: { 200: folderSchema, default: errorSchema },
      },
    },
    ({ footnote, params: { collection, folderId }, body }) =>
      footnote.changeWatchedFolder(folderId, body, { collection }),
  );

  server.delete(
    '/collections/:collection/folders/:folderId',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'removeWatchedFolder',
        summary: 'Forget a folder; its documents stay',
        tags: ['documents'],
        params: folderParams,
        response: { 200: forgottenFolderSchema, default: errorSchema },
      },
    },
    async ({ footnote, params: { collection, folderId } }) => {
      await footnote.removeWatchedFolder(folderId, { collection });
      return { removed: true as const };
    },
  );
}
