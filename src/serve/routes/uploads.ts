import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { heldContent } from '../../app/checked-calls.ts';
import type { Metadata } from '../../contracts/chunk.ts';
import type { AddedDocument, HeldContent } from '../../contracts/document.ts';
import { FootnoteError } from '../../errors.ts';
import { permittedPlace } from '../../files/path-error.ts';
import type { Config } from '../../settings/config.ts';
import { clientSignal } from '../client-address.ts';
import type { Connections } from '../connections.ts';
import { shorten } from '../reply-error.ts';
import { metadata } from '../schemas/documents.ts';
import { collectionParams, documentParams, errorSchema, schemaOf } from '../schemas/schema-of.ts';
import { jobSchema } from './jobs.ts';
import type { Server } from './route-context.ts';

/** What is said of a document, and its content as a text. */
const described = {
  title: z.string().optional().describe('Default: what the content has, else the name.'),
  text: z.string().optional().describe('Plain text. Exactly one of `text`, `markdown` and `html` is there.'),
  markdown: z.string().optional(),
  html: z.string().optional(),
  url: z.string().optional().describe('Where its page is.'),
  metadata: metadata.optional().describe('Goes before what the content says.'),
};

/** A document that comes as a text, under the name in the address. */
const namedTextSchema = z.strictObject(described).meta({
  id: 'NamedText',
  description: 'A document as a text.',
  examples: [{ title: 'Refunds', markdown: '# Refunds\n\nItems can be returned within 30 days.\n' }],
});

/** The same with a name of its own. */
const addedTextSchema = z
  .strictObject({
    name: z.string().optional().describe('What it goes by. Default: the title.'),
    ...described,
  })
  .meta({
    id: 'AddedText',
    description: 'A document as a text. What has the same name is replaced by it.',
    examples: [
      {
        name: 'handbook/refunds.md',
        title: 'Refunds',
        markdown: '# Refunds\n\nItems can be returned within 30 days.\n',
        url: 'https://example.org/refunds',
        metadata: { team: 'sales' },
      },
    ],
  });

/** What a body of these says. */
type AddedText = z.infer<typeof addedTextSchema>;

/** The query of a document that comes as bytes. */
const uploadQuery = z.strictObject({
  title: z.string().optional().describe('Default: what the content has, else the name.'),
  url: z.string().optional().describe('Where its page is.'),
  metadata: z.string().optional().describe('JSON: goes before what the content says.'),
});

/** Contents that may be there already. */
const heldContentsSchema = schemaOf<{ readonly documents: HeldContent[] }>()(
  z.strictObject({ documents: z.array(z.strictObject(heldContent)).max(10_000) }),
).meta({
  id: 'HeldContents',
  description: 'Contents under their names, by the SHA-256 of their bytes.',
  examples: [
    {
      documents: [
        {
          name: 'handbook/refunds.md',
          sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        },
      ],
    },
  ],
});

/** Those of them that are not. */
const missingSchema = schemaOf<{ readonly missing: readonly HeldContent[] }>()(
  z.object({ missing: z.array(z.object(heldContent)) }),
).meta({ id: 'MissingContents', description: 'The contents that have to be sent.' });

/** A folder to bring a collection in step with. */
const syncSchema = z
  .strictObject({
    path: z.string().min(1).max(4096).describe('In or below a folder of the setting `server.folders`.'),
    include: z.array(z.string().min(1)).optional(),
    exclude: z.array(z.string().min(1)).optional(),
    allowMassRemoval: z.boolean().optional(),
  })
  .meta({
    id: 'SyncedFolder',
    description: 'A folder that the server reads.',
    examples: [{ path: '/srv/handbook' }],
  });

/** A page of the web to read. */
const fetchedPageSchema = z
  .strictObject({
    url: z
      .string()
      .min(1)
      .max(4096)
      .regex(/^https?:\/\//i, 'must begin with http:// or https://')
      .describe('Private addresses are refused, unless a setting permits them.'),
    crawl: z
      .boolean()
      .optional()
      .describe(
        'Whether the pages below it are read too, as far as links and its sitemap lead. Default: false.',
      ),
  })
  .meta({
    id: 'FetchedPage',
    description: 'A page of the web that the server reads.',
    examples: [{ url: 'https://example.org/handbook/', crawl: true }],
  });

/** How much one request may put in. */
type UploadLimits = Pick<Config['server'], 'maxUploadBytes' | 'maxUploadFiles'>;

/** Largest document as JSON, which is read at once; in bytes. */
export const maxJsonBytes = 32 * 2 ** 20;

/** Longest metadata in a form, in bytes. */
const maxFieldBytes = 65_536;

/**
 * The files of a form (`multipart/form-data`), each as it comes: none is held in memory. A field `metadata` with JSON
 * holds for the files behind it. Errors: `request_invalid`, `upload_too_large`.
 */
async function* formDocuments(request: FastifyRequest, limits: UploadLimits): AsyncGenerator<AddedDocument> {
  let metadata: Metadata = {};
  const counted = { files: 0, fields: 0 };
  const { maxUploadFiles: limit } = limits;
  const countOne = (what: keyof typeof counted) => {
    counted[what] += 1;
    if (counted[what] > limit)
      throw new FootnoteError('upload_too_large', { limit, what, setting: 'server.maxUploadFiles' });
  };
  const count = byteCounter(limits);
  const parts = request.parts({
    preservePath: true,
    limits: {
      fileSize: Number.POSITIVE_INFINITY,
      files: Number.POSITIVE_INFINITY,
      fieldSize: maxFieldBytes,
      parts: Number.POSITIVE_INFINITY,
    },
  });
  for await (const part of parts) {
    if (part.type === 'field') {
      countOne('fields');
      if (part.fieldname !== 'metadata')
        throw invalid(
          part.fieldname,
          'there is no such field; files come with a name, and metadata in "metadata"',
        );
      if (part.valueTruncated) throw invalid('metadata', `it must be at most ${maxFieldBytes} bytes`);
      // Of a field that says it is JSON, the form has read it already.
      metadata = typeof part.value === 'string' ? metadataOf(part.value) : (part.value as Metadata);
      continue;
    }
    countOne('files');
    yield { name: part.filename, mediaType: part.mimetype, bytes: count(part.file), metadata };
  }
}

/**
 * The bytes of a body, as they come. Whoever stops asking for them leaves the connection as it is, to be answered.
 * Errors: `upload_too_large`.
 */
export function bodyBytes(body: Readable, limits: UploadLimits): AsyncIterable<Uint8Array> {
  return byteCounter(limits)(body.iterator({ destroyOnReturn: false }));
}

/** A document that came as JSON. Errors: `request_invalid` where it has no content, or several. */
function textDocument({ text, markdown, html, title, url, metadata, ...given }: AddedText): AddedDocument {
  const contents = Object.entries({ 'text/plain': text, 'text/markdown': markdown, 'text/html': html });
  const [content, ...others] = contents.filter(([, one]) => one !== undefined);
  if (content === undefined || others.length > 0)
    throw invalid('body', 'it must have exactly one of text, markdown and html');
  const [mediaType, words = ''] = content;
  const name = given.name ?? title;
  if (name === undefined) throw invalid('name', 'it is missing, and there is no title in its place');
  return {
    name,
    mediaType,
    text: words,
    ...(title !== undefined && { title }),
    ...(url !== undefined && { url }),
    ...(metadata && { metadata }),
  };
}

/** Errors: `request_invalid` for what is no JSON. */
export function metadataOf(json: string): Metadata {
  try {
    // Whatever else it is, the library refuses.
    return JSON.parse(json) as Metadata;
  } catch {
    throw invalid('metadata', 'it is not valid JSON');
  }
}

/** Lets bytes pass until they are more than a request may have. */
function byteCounter({ maxUploadBytes: limit }: UploadLimits) {
  let bytes = 0;
  return async function* counted(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > limit)
        throw new FootnoteError('upload_too_large', {
          limit,
          what: 'bytes',
          setting: 'server.maxUploadBytes',
        });
      yield piece;
    }
  };
}

function invalid(field: string, problem: string): FootnoteError {
  return new FootnoteError('request_invalid', { field: shorten(field, 100), problem });
}

/** What routes that put documents in work with. */
interface UploadContext {
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
