import swagger from '@fastify/swagger';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { manifest } from '../package-root.ts';
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
          'Answers questions from your own documents; every sentence carries the exact place it comes from.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      // Told from where the description is found, it holds behind any host, port and folder.
      servers: [{ url: './', description: 'The server that this description comes from' }],
      tags: [
        { name: 'questions', description: 'Ask and search.' },
        { name: 'conversations', description: 'What is kept of questions and answers.' },
        { name: 'documents', description: 'What the collections hold.' },
        { name: 'status', description: 'For load balancers and supervisors.' },
      ],
    },
    // Paths begin where the server does; it would read the server's address to see whether they do.
    stripBasePath: false,
    transform: jsonSchemaTransform,
    transformObject: (document) => withoutUnusedSchemas(jsonSchemaTransformObject(document)),
  });
}

/** `GET /openapi.json`: the description of every route, made from the same schemas that check them. */
export function openapiRoute(server: Server): void {
  server.get('/openapi.json', { schema: { hide: true } }, () => server.swagger());
}

/** Each schema arrives once for requests and once for replies; only what something refers to is kept. */
function withoutUnusedSchemas<Document extends object>(document: Document): Document {
  const { paths, components } = document as { paths?: object; components?: { schemas?: object } };
  const schemas = new Map<string, unknown>(Object.entries(components?.schemas ?? {}));
  const used = new Set<string>();
  const visit = (part: unknown) => {
    for (const [, name] of JSON.stringify(part).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
      if (name === undefined || used.has(name)) continue;
      used.add(name);
      visit(schemas.get(name));
    }
  };
  visit(paths ?? {});
  const kept = Object.fromEntries([...schemas].filter(([name]) => used.has(name)));
  return { ...document, components: { ...components, schemas: kept } };
}
