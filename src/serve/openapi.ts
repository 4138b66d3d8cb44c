import swagger from '@fastify/swagger';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { manifest } from '../files/package-root.ts';
import type { Server } from './routes/route-context.ts';

/** Collects the routes registered after it; {@link openapiRoute} serves what it collected. */
export function registerOpenapi(server: Server): void {
  void server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Footnote',
        version: manifest.version,
        description:
          'Answers questions from your own documents; every sentence shows the exact place it comes from.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      // Told from where the description is found, it holds behind any host, port and folder.
      servers: [{ url: './', description: 'The server that serves this description' }],
      tags: [
        { name: 'questions', description: 'Ask and search.' },
        { name: 'conversations', description: 'What is kept about questions and answers.' },
        { name: 'jobs', description: 'Long work: how far it is, and stopping it.' },
        { name: 'documents', description: 'What the collections contain.' },
        { name: 'other programs', description: 'Doors that programs know already.' },
        { name: 'keys', description: 'Who may use this server. For administrators.' },
        { name: 'session', description: 'Signing in on the page.' },
        { name: 'models', description: 'Whether the models can be asked. For administrators.' },
        { name: 'evaluations', description: 'What `footnote eval` has measured. For administrators.' },
        { name: 'audit', description: 'Who did what. For administrators.' },
        { name: 'status', description: 'For load balancers and supervisors.' },
        ...(server.contract
          ? [{ name: 'contract', description: "The interface that the preset's own description names." }]
          : []),
      ],
      components: {
        securitySchemes: {
          key: { type: 'http', scheme: 'bearer', description: 'A key of this server: footnote keys create.' },
        },
      },
    },
    // Paths begin where the server does; it would read the server's address to see whether they do.
    stripBasePath: false,
    transform: withAccess,
    transformObject: (document) =>
      withDescribedReplies(withoutUnusedSchemas(withUploads(jsonSchemaTransformObject(document)))),
  });
}

/** Says of an operation what it needs: no key where the store has none, and none at all where it is public. */
const withAccess: typeof jsonSchemaTransform = (described) => {
  const { schema, url } = jsonSchemaTransform(described);
  const access = described.route.config?.access;
  const security: Readonly<Record<string, readonly string[]>>[] =
    access === 'public' ? [] : [{ key: [] }, {}];
  return { url, schema: { ...schema, security, 'x-access': access } };
};

/** `GET /openapi.json`: the description of every route, made from the same schemas that check them. */
export function openapiRoute(server: Server): void {
  server.get('/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, () =>
    server.swagger(),
  );
}

/** The parts of a description that are seen to once it is made. */
interface Described {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, { responses: Record<string, Reply> }>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, { readonly description?: string }>> };
}

interface Reply {
  description: string;
  readonly content?: object;
}

/** What the framework says of a reply whose own words it does not find. */
const unsaid = 'Default Response';

function referencesIn(part: unknown): readonly string[] {
  const found = JSON.stringify(part).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g);
  return [...found].flatMap(([, name]) => name ?? []);
}

/** Each schema arrives once for requests and once for replies; only what something refers to is kept. */
function withoutUnusedSchemas<Document extends object>(document: Document): Document {
  const { paths, components } = document as Described;
  const schemas = new Map<string, unknown>(Object.entries(components?.schemas ?? {}));
  const used = new Set<string>();
  const visit = (part: unknown) => {
    for (const name of referencesIn(part)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(schemas.get(name));
    }
  };
  visit(paths ?? {});
  const kept = Object.fromEntries([...schemas].filter(([name]) => used.has(name)));
  return { ...document, components: { ...components, schemas: kept } };
}

/** Bodies of other types than JSON, which are read as they come and which no schema checks. */
const streamed: Readonly<Record<string, object>> = {
  'application/octet-stream': { type: 'string', format: 'binary', description: 'The bytes, of any type.' },
  'multipart/form-data': {
    type: 'object',
    properties: {
      metadata: { type: 'string', description: 'JSON: what holds for the files behind it.' },
      files: { type: 'array', items: { type: 'string', format: 'binary' } },
    },
  },
};

/** Describes bodies by what their types hold: the framework gives each type the schema of JSON. */
function withUploads<Document extends object>(document: Document): Document {
  const { paths = {} } = document as {
    paths?: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: object }> } }>>;
  };
  for (const { requestBody } of Object.values(paths).flatMap((route) => Object.values(route)))
    for (const [type, body] of Object.entries(requestBody?.content ?? {}))
      body.schema = streamed[type] ?? body.schema;
  return document;
}

/** Says of a reply what its schema says of itself. */
function withDescribedReplies<Document extends object>(document: Document): Document {
  const { paths = {}, components } = document as Described;
  const operations = Object.values(paths).flatMap((route) => Object.values(route));
  for (const reply of operations.flatMap(({ responses }) => Object.values(responses))) {
    const [name = ''] = referencesIn(reply.content ?? {});
    const { description = unsaid } = components?.schemas?.[name] ?? {};
    if (reply.description === unsaid) reply.description = description;
  }
  return document;
}
