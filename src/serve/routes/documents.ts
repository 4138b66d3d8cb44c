import { z } from 'zod';
import { collectionListSchema } from '../schemas/collection.ts';
import {
  documentChangeSchema,
  documentListQuery,
  documentListSchema,
  documentSchema,
} from '../schemas/document.ts';
import { documentPlacesQuery, documentPlacesSchema, documentTextSchema } from '../schemas/document-text.ts';
import { collectionParams, documentParams, errorSchema } from '../schemas/schema-of.ts';
import { removedSchema } from '../schemas/upload.ts';
import { sendOriginal } from '../send-original.ts';
import type { Server } from './route-context.ts';

const fileSchema = {
  description: 'The bytes, with their media type; with status 206 a range of them.',
  content: { 'application/octet-stream': { schema: z.string().meta({ format: 'binary' }) } },
};

/** What the store holds: collections, their documents, and the text that citations point into. */
export function documentRoutes(server: Server): void {
  server.get(
    '/collections',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listCollections',
        summary: 'Names of all collections',
        tags: ['documents'],
        response: { 200: collectionListSchema, default: errorSchema },
      },
    },
    async ({ footnote }) => ({ collections: await footnote.listCollections() }),
  );

  server.get(
    '/collections/:collection/documents',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listDocuments',
        summary: 'Documents of a collection, all or those that match',
        tags: ['documents'],
        params: collectionParams,
        querystring: documentListQuery,
        response: { 200: documentListSchema, default: errorSchema },
      },
    },
    ({ footnote, params, query }) => footnote.findDocuments({ ...params, ...query }),
  );

  server.get(
    '/collections/:collection/documents/:id',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getDocument',
        summary: 'One document',
        tags: ['documents'],
        params: documentParams,
        response: { 200: documentSchema, default: errorSchema },
      },
    },
    ({ footnote, params: { id, collection } }) => footnote.getDocument(id, { collection }),
  );

  server.get(
    '/collections/:collection/documents/:id/text',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getDocumentText',
        summary: "A document's text, which citations point into",
        tags: ['documents'],
        params: documentParams,
        response: { 200: documentTextSchema, default: errorSchema },
      },
    },
    ({ footnote, params: { id, collection } }) => footnote.getDocumentText(id, { collection }),
  );

  server.get(
    '/collections/:collection/documents/:id/places',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getDocumentPlaces',
        summary: 'Where a part of the text stands in the file: pages and boxes of a PDF',
        tags: ['documents'],
        params: documentParams,
        querystring: documentPlacesQuery,
        response: { 200: documentPlacesSchema, default: errorSchema },
      },
    },
    ({ footnote, params: { id, collection }, query }) =>
      footnote.getDocumentPlaces(id, { collection, ...query }),
  );

  server.get(
    '/collections/:collection/documents/:id/original',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getOriginal',
        summary: 'The file that a document was read from, whole or a range of it',
        tags: ['documents'],
        params: documentParams,
        response: { 200: fileSchema, default: errorSchema },
      },
    },
    async ({ footnote, params: { id, collection }, headers }, reply) =>
      sendOriginal(reply, await footnote.getOriginal(id, { collection }), headers),
  );

  server.patch(
    '/collections/:collection/documents/:id',
    {
      config: { access: 'write' },
      schema: {
        operationId: 'editDocument',
        summary: "Write over a document's title and metadata, or give it back its own",
        tags: ['documents'],
        params: documentParams,
        body: documentChangeSchema,
        response: { 200: documentSchema, default: errorSchema },
      },
    },
    ({ footnote, body, params: { id, collection } }) => footnote.editDocument(id, body, { collection }),
  );

  server.delete(
    '/collections/:collection/documents/:id',
    {
      config: { access: 'write' },
      schema: {
        operationId: 'removeDocument',
        summary: 'Remove a document and every trace of it',
        tags: ['documents'],
        params: documentParams,
        response: { 200: removedSchema, default: errorSchema },
      },
    },
    async ({ footnote, params: { id, collection } }) => {
      const { receipt, ...removed } = await footnote.removeDocument(id, { collection });
      return { removed, receipt };
    },
  );
}
