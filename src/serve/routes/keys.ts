import { createdKeySchema, keyListSchema, keyOptionsSchema, keyParams, keySchema } from '../schemas/key.ts';
import { errorSchema } from '../schemas/schema-of.ts';
import type { Server } from './route-context.ts';

/** The keys that clients of this server prove themselves with. */
export function keyRoutes(server: Server): void {
  server.get(
    '/keys',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listKeys',
        summary: 'All keys, without their secrets',
        tags: ['keys'],
        response: { 200: keyListSchema, default: errorSchema },
      },
    },
    async ({ footnote }) => ({ keys: await footnote.listKeys() }),
  );

  server.post(
    '/keys',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'createKey',
        summary: 'Make a key, which is shown only in this reply',
        tags: ['keys'],
        body: keyOptionsSchema,
        response: { 200: createdKeySchema, default: errorSchema },
      },
    },
    ({ footnote, body }) => footnote.createKey(body),
  );

  server.delete(
    '/keys/:id',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'revokeKey',
        summary: 'Revoke a key; it stays in the list',
        tags: ['keys'],
        params: keyParams,
        response: { 200: keySchema, default: errorSchema },
      },
    },
    ({ footnote, params }) => footnote.revokeKey(params.id),
  );
}
