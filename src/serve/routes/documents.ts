import { z } from 'zod';
import type { RemovedCollection } from '../../contracts/records.ts';
import { collectionName } from '../../settings/config.ts';
import {
  documentChangeSchema,
  documentListQuery,
  documentListSchema,
  documentPlacesQuery,
  documentPlacesSchema,
  documentSchema,
  documentTextSchema,
  removedSchema,
} from '../schemas/documents.ts';
import { collectionParams, documentParams, pictureParams, schemaOf } from '../schemas/schema-of.ts';
import { sendFile } from '../send-file.ts';
import { operation, type Server } from './route-context.ts';

/** The names of all collections of the store. */
const collectionListSchema = schemaOf<{ readonly collections: readonly string[] }>()(
  z.object({ collections: z.array(z.string()) }),
).meta({
  id: 'CollectionList',
  description: 'Names of the collections.',
  examples: [{ collections: ['default', 'handbook'] }],
});

/** A collection by its name. */
const collectionSchema = schemaOf<{ readonly collection: string }>()(
  z.object({ collection: z.string() }),
).meta({ id: 'Collection', description: 'A collection.', examples: [{ collection: 'handbook' }] });

/** The name that a collection is to have. */
const renameSchema = z
  .strictObject({ name: collectionName })
  .meta({ id: 'CollectionName', description: 'Another name.', examples: [{ name: 'handbook' }] });

/** What went with a collection. */
const removedCollectionSchema = schemaOf<{ readonly removed: RemovedCollection }>()(
  z.object({
    removed: z.object({
      documents: z.int().min(0),
      conversations: z.int().min(0),
      messages: z.int().min(0),
      logEntries: z.int().min(0),
    }),
  }),
).meta({ id: 'RemovedCollection', description: 'How much was removed.' });

const fileSchema = {
  description: 'The bytes, with their media type; with status 206 a range of them.',
  content: { 'application/octet-stream': { schema: z.string().meta({ format: 'binary' }) } },
};

/** What the store holds: collections, their documents, and the text that citations point into. */
export function documentRoutes(server: Server): void {
  server.get(
    '/collections',
    operation('documents', 'listCollections', 'read', {
      summary: 'Names of all collections',
      reply: collectionListSchema,
    }),
    async ({ footnote }) => ({ collections: await footnote.listCollections() }),
  );

  server.get(
    '/collections/:collection/documents',
    operation('documents', 'listDocuments', 'read', {
      summary: 'Documents of a collection, all or those that match',
      params: collectionParams,
      querystring: documentListQuery,
      reply: documentListSchema,
    }),
    ({ footnote, params, query }) => footnote.findDocuments({ ...params, ...query }),
  );

  server.get(
    '/collections/:collection/documents/:id',
    operation('documents', 'getDocument', 'read', {
      summary: 'One document',
      params: documentParams,
      reply: documentSchema,
    }),
    ({ footnote, params: { id, collection } }) => footnote.getDocument(id, { collection }),
  );

  server.get(
    '/collections/:collection/documents/:id/text',
    operation('documents', 'getDocumentText', 'read', {
      summary: "A document's text, which citations point into",
      params: documentParams,
      reply: documentTextSchema,
    }),
    ({ footnote, params: { id, collection } }) => footnote.getDocumentText(id, { collection }),
  );

  server.get(
    '/collections/:collection/documents/:id/places',
    operation('documents', 'getDocumentPlaces', 'read', {
      summary: 'Where a part of the text stands in the file: pages and boxes, cells, shapes, times',
      params: documentParams,
      querystring: documentPlacesQuery,
      reply: documentPlacesSchema,
    }),
    ({ footnote, params: { id, collection }, query }) =>
      footnote.getDocumentPlaces(id, { collection, ...query }),
  );

  server.get(
    '/collections/:collection/documents/:id/original',
    operation('documents', 'getOriginal', 'read', {
      summary: 'The file that a document was read from, whole or a range of it',
      params: documentParams,
      reply: fileSchema,
    }),
    async (request, reply) => {
      const { id, collection } = request.params;
      return sendFile(request, reply, await request.footnote.getOriginal(id, { collection }));
    },
  );

  server.get(
    '/collections/:collection/documents/:id/pictures/:picture',
    operation('documents', 'getPicture', 'read', {
      summary: 'A picture within the file that a document was read from, by its place there',
      params: pictureParams,
      reply: fileSchema,
    }),
    async (request, reply) => {
      const { id, picture, collection } = request.params;
      return sendFile(request, reply, await request.footnote.getPicture(id, picture, { collection }));
    },
  );

  server.patch(
    '/collections/:collection/documents/:id',
    operation('documents', 'editDocument', 'write', {
      summary: "Write over a document's title and metadata, or give it back its own",
      params: documentParams,
      body: documentChangeSchema,
      reply: documentSchema,
    }),
    ({ footnote, body, params: { id, collection } }) => footnote.editDocument(id, body, { collection }),
  );

  server.delete(
    '/collections/:collection/documents/:id',
    operation('documents', 'removeDocument', 'write', {
      summary: 'Remove a document and every trace of it',
      params: documentParams,
      reply: removedSchema,
    }),
    async ({ footnote, params: { id, collection } }) => {
      const { receipt, ...removed } = await footnote.removeDocument(id, { collection });
      return { removed, receipt };
    },
  );
}

/** Collections as a whole: made, renamed, removed. */
export function collectionRoutes(server: Server): void {
  server.put(
    '/collections/:collection',
    operation('documents', 'createCollection', 'admin', {
      summary: 'Make an empty collection, where there is none of this name',
      params: collectionParams,
      reply: collectionSchema,
    }),
    async ({ footnote, params: { collection } }) => {
      await footnote.createCollection(collection);
      return { collection };
    },
  );

  server.patch(
    '/collections/:collection',
    operation('documents', 'renameCollection', 'admin', {
      summary: 'Give a collection another name',
      params: collectionParams,
      body: renameSchema,
      reply: collectionSchema,
    }),
    async ({ footnote, body: { name }, params: { collection } }) => {
      await footnote.renameCollection(collection, name);
      return { collection: name };
    },
  );

  server.delete(
    '/collections/:collection',
    operation('documents', 'deleteCollection', 'admin', {
      summary: 'Remove a collection with its documents, conversations and log',
      params: collectionParams,
      reply: removedCollectionSchema,
    }),
    async ({ footnote, params: { collection } }) => ({
      removed: await footnote.deleteCollection(collection),
    }),
  );
}
