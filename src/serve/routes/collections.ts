import { collectionSchema, removedCollectionSchema, renameSchema } from '../schemas/collection.ts';
import { collectionParams, errorSchema } from '../schemas/schema-of.ts';
import type { Server } from './route-context.ts';

/** Collections as a whole: made, renamed, removed. */
export function collectionRoutes(server: Server): void {
  server.put(
    '/collections/:collection',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'createCollection',
        summary: 'Make an empty collection, where there is none of this name',
        tags: ['documents'],
        params: collectionParams,
        response: { 200: collectionSchema, default: errorSchema },
      },
    },
    async ({ footnote, params: { collection } }) => {
      await footnote.createCollection(collection);
      return { collection };
    },
  );

  server.patch(
    '/collections/:collection',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'renameCollection',
        summary: 'Give a collection another name',
        tags: ['documents'],
        params: collectionParams,
        body: renameSchema,
        response: { 200: collectionSchema, default: errorSchema },
      },
    },
    async ({ footnote, body: { name }, params: { collection } }) => {
      await footnote.renameCollection(collection, name);
      return { collection: name };
    },
  );

  server.delete(
    '/collections/:collection',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'deleteCollection',
        summary: 'Remove a collection with its documents, conversations and log',
        tags: ['documents'],
        params: collectionParams,
        response: { 200: removedCollectionSchema, default: errorSchema },
      },
    },
    async ({ footnote, params: { collection } }) => ({
      removed: await footnote.deleteCollection(collection),
    }),
  );
}
