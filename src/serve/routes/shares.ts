import { collectionParams, errorSchema } from '../schemas/schema-of.ts';
import {
  ownShareParams,
  revokedShareSchema,
  sharedAnswerSchema,
  shareListQuery,
  shareListSchema,
  shareParams,
  shareRequestSchema,
  shareSchema,
} from '../schemas/share.ts';
import type { Server } from './route-context.ts';

/** Links to answers, for others who may see what these rest on. */
export function shareRoutes(server: Server): void {
  server.post(
    '/collections/:collection/shares',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'shareAnswer',
        summary: 'Make a link to an answer of a conversation',
        tags: ['conversations'],
        params: collectionParams,
        body: shareRequestSchema,
        response: { 200: shareSchema, default: errorSchema },
      },
    },
    ({ footnote, params, body }) => footnote.shareAnswer(body.messageId, params),
  );

  server.get(
    '/collections/:collection/shares',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listShares',
        summary: 'Links to your answers, the latest first; administrators see those of all',
        tags: ['conversations'],
        params: collectionParams,
        querystring: shareListQuery,
        response: { 200: shareListSchema, default: errorSchema },
      },
    },
    async ({ footnote, params, query }) => ({
      shares: await footnote.listShares({ ...params, ...query }),
    }),
  );

  server.delete(
    '/collections/:collection/shares/:shareId',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'revokeShare',
        summary: 'Take a link back',
        tags: ['conversations'],
        params: ownShareParams,
        response: { 200: revokedShareSchema, default: errorSchema },
      },
    },
    async ({ footnote, params: { collection, shareId } }) => {
      await footnote.revokeShare(shareId, { collection });
      return { revoked: true as const };
    },
  );

  server.get(
    '/shares/:shareId',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'openShare',
        summary: 'The answer that a link leads to, for whoever may see all that it cites',
        tags: ['conversations'],
        params: shareParams,
        response: { 200: sharedAnswerSchema, default: errorSchema },
      },
    },
    ({ footnote, params: { shareId } }) => footnote.openShare(shareId),
  );
}
