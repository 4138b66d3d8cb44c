import { auditPageSchema, auditQuery } from '../schemas/audit.ts';
import { errorSchema } from '../schemas/schema-of.ts';
import { usageQuery, usageSchema } from '../schemas/usage.ts';
import type { Server } from './route-context.ts';

/** Who did what, and how much was asked and is held, for administrators. */
export function auditRoutes(server: Server): void {
  server.get(
    '/audit',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'readAudit',
        summary: 'Who asked, changed and removed what, the latest first',
        tags: ['audit'],
        querystring: auditQuery,
        response: { 200: auditPageSchema, default: errorSchema },
      },
    },
    ({ footnote, query }) => footnote.readAudit(query),
  );

  server.get(
    '/usage',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'getUsage',
        summary: 'Who asked how much where, what collections hold, and how far quotas are used up',
        tags: ['audit'],
        querystring: usageQuery,
        response: { 200: usageSchema, default: errorSchema },
      },
    },
    ({ footnote, query }) => footnote.usage(query),
  );
}
