import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { AddedDocument } from '../../contracts/document.ts';
import { FootnoteError } from '../../errors.ts';
import { permittedPlace } from '../../files/path-error.ts';
import type { Config } from '../../settings/config.ts';
import { clientSignal } from '../client-address.ts';
import type { Connections } from '../connections.ts';
import { jobSchema } from '../schemas/job.ts';
import { collectionParams, documentParams, errorSchema } from '../schemas/schema-of.ts';
import {
  addedTextSchema,
  fetchedPageSchema,
  heldContentsSchema,
  missingSchema,
  namedTextSchema,
  syncSchema,
  uploadQuery,
} from '../schemas/upload.ts';
import { bodyBytes, formDocuments, maxJsonBytes, metadataOf, textDocument } from '../upload-body.ts';
import type { Server } from './route-context.ts';

/** What routes that put documents in work with. */
export interface UploadContext {
  readonly config: Config;
  readonly connections: Pick<Connections, 'expectUpload'>;
}

/** What is put in comes back as the job that ingests it. */
const accepted = {
  202: jobSchema.describe('The job that makes documents of it.'),
  default: errorSchema,
};

/** Putting documents in: files, texts, and folders that the server may read. */
export async function uploadRoutes(server: Server, { config, connections }: UploadContext): Promise<void> {
  const { maxUploadBytes, maxUploadFiles, folders, useWorkers } = config.server;
  const limits = { maxUploadBytes, maxUploadFiles };
  const bodyLimit = Math.min(maxUploadBytes, maxJsonBytes);
  await server.register(multipart, { throwFileSizeLimit: false });
  // The bytes of one document, of whatever type, are read as they come.
  const onRequest = async ({ raw }: FastifyRequest) => connections.expectUpload(raw);

  const add = async (
    request: FastifyRequest,
    reply: FastifyReply,
    collection: string,
    documents: readonly AddedDocument[] | AsyncIterable<AddedDocument>,
  ) => {
    const { footnote } = request;
    const signal = clientSignal(reply);
    try {
      const job = await begun((onJob) =>
        footnote.add(documents, { collection, onJob, signal, queue: useWorkers }),
      );
      return await reply.status(202).send(await footnote.getJob(job, { collection }));
    } catch (error) {
      // What the client is still sending is read, so that it comes to read the reply.
      request.raw.unpipe();
      request.raw.resume();
      throw error;
    }
  };

  server.post(
    '/collections/:collection/documents',
    {
      config: { access: 'write', accepts: 'multipart/form-data or application/json' },
      bodyLimit,
      onRequest,
      validatorCompiler: checkedUnless((body) => body === null || body === undefined),
      schema: {
        operationId: 'addDocuments',
        summary: 'Put documents in: files of a form, or a text',
        tags: ['documents'],
        consumes: ['application/json', 'multipart/form-data'],
        params: collectionParams,
        body: addedTextSchema,
        response: accepted,
      },
    },
    (request, reply) => {
      const { body, params } = request;
      const isForm = request.isMultipart();
      if (!isForm && !body)
        throw new FootnoteError('request_invalid', { field: 'body', problem: 'it is empty' });
      const documents = body ? [textDocument(body)] : formDocuments(request, limits);
      return add(request, reply, params.collection, documents);
    },
  );

  server.post(
    '/collections/:collection/documents::missing',
    {
      config: { access: 'write' },
      bodyLimit: Math.max(config.server.maxBodyBytes, maxMissingBytes),
      schema: {
        operationId: 'missingDocuments',
        summary: 'Which contents are not there under their names',
        tags: ['documents'],
        params: collectionParams,
        body: heldContentsSchema,
        response: { 200: missingSchema, default: errorSchema },
      },
    },
    async ({ footnote, body, params }) => ({ missing: await footnote.missing(body.documents, params) }),
  );

  server.post(
    '/collections/:collection/documents::sync',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'syncDocuments',
        summary: 'Bring the collection in step with a folder that the server may read',
        tags: ['documents'],
        params: collectionParams,
        body: syncSchema,
        response: accepted,
      },
    },
    async ({ footnote, body: { path, ...options }, params: { collection } }, reply) => {
      const folder = permittedPlace(path, folders);
      const job = await begun((onJob) => footnote.ingest([folder], { ...options, collection, onJob }));
      return reply.status(202).send(await footnote.getJob(job, { collection }));
    },
  );

  server.post(
    '/collections/:collection/documents::fetch',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'fetchDocuments',
        summary: 'Read a page of the web into the collection, or all below it',
        tags: ['documents'],
        params: collectionParams,
        body: fetchedPageSchema,
        response: accepted,
      },
    },
    async ({ footnote, body: { url, crawl = false }, params: { collection } }, reply) => {
      const job = await begun((onJob) => footnote.ingest([url], { crawl, collection, onJob }));
      return reply.status(202).send(await footnote.getJob(job, { collection }));
    },
  );

  await server.register(async (bytes: Server) => {
    bytes.removeContentTypeParser('*');
    bytes.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    bytes.put(
      '/collections/:collection/documents/:id',
      {
        config: { access: 'write' },
        bodyLimit,
        onRequest,
        validatorCompiler: checkedUnless(isStream),
        schema: {
          operationId: 'putDocument',
          summary: 'Put a document in under a name, or another content of it',
          tags: ['documents'],
          consumes: ['application/json', 'application/octet-stream'],
          params: documentParams,
          querystring: uploadQuery,
          body: namedTextSchema,
          response: accepted,
        },
      },
      (request, reply) => {
        const { collection, id: name } = request.params;
        const { metadata, ...query } = request.query;
        const body: unknown = request.body;
        const document = isStream(body)
          ? {
              name,
              mediaType: request.headers['content-type'] ?? '',
              bytes: bodyBytes(body, limits),
              ...query,
              ...(metadata !== undefined && { metadata: metadataOf(metadata) }),
            }
          : textDocument({ ...request.body, name });
        return add(request, reply, collection, [document]);
      },
    );
  });
}

/** Ten thousand names and hashes, in bytes of JSON. */
const maxMissingBytes = 8 * 2 ** 20;

function isStream(body: unknown): body is Readable {
  return body instanceof Readable;
}

/** Holds a request to its schemas, but for a body that comes in another form, which they do not describe. */
function checkedUnless(isOther: (body: unknown) => boolean): FastifySchemaCompiler<unknown> {
  return (route) => {
    const check = validatorCompiler(route as Parameters<typeof validatorCompiler>[0]);
    if (route.httpPart !== 'body') return check;
    return (body: unknown) => (isOther(body) ? { value: body } : check(body));
  };
}

/** The id of the job that work has begun, which goes on behind the reply. Errors: those of what comes before it. */
function begun(start: (onJob: (jobId: string) => void) => Promise<unknown>): Promise<string> {
  const { promise, resolve: onJob, reject } = Promise.withResolvers<string>();
  // What fails later the job says.
  start(onJob).then(
    () => reject(new FootnoteError('request_invalid', { field: 'body', problem: 'it has no documents' })),
    reject,
  );
  return promise;
}
