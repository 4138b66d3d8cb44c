import { auditPageSchema, auditQuery } from '../schemas/audit.ts';
import { errorSchema } from '../schemas/schema-of.ts';
import type { Server } from './route-context.ts';

/** Who did what, for administrators. */
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
}
