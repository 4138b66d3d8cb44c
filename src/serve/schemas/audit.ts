import { z } from 'zod';
import { maxListed } from '../../app/checked-calls.ts';
import { type AuditEntry, type AuditPage, auditedActions } from '../../contracts/audit.ts';
import { errorTable } from '../../errors.ts';
import { schemaOf, wholeNumber } from './schema-of.ts';

const exampleEntry: AuditEntry = {
  id: 1071,
  at: '2026-03-01T09:30:00.000Z',
  actor: 'fn_0a1b2c3d4e5f',
  action: 'document.remove',
  collection: 'default',
  target: 'doc_5b1e9c0f2a7d4e36',
  client: null,
  outcome: 'ok',
};

/** The query of the audit log. */
export const auditQuery = z.strictObject({
  actor: z.string().min(1).max(500).optional().describe('Only what one key or user did.'),
  action: z.enum(auditedActions).optional(),
  since: z.string().max(100).optional().describe('ISO 8601, itself included.'),
  until: z.string().max(100).optional().describe('ISO 8601, itself not included.'),
  limit: wholeNumber({ min: 1, max: maxListed }).optional().describe('Default: 100.'),
  offset: wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER })
    .optional()
    .describe('Entries to pass over. Default: 0.'),
});

const auditEntrySchema = schemaOf<AuditEntry>()(
  z.object({
    id: z.int().min(0),
    at: z.string().describe('ISO 8601.'),
    actor: z.string().describe('Id of a key or user; `local` for the machine itself.'),
    action: z.enum(auditedActions),
    collection: z.string().nullable().describe('Null for the whole store.'),
    target: z.string().nullable().describe('What it was done to.'),
    client: z.string().nullable().describe('Where it came from, as `audit.addresses` says.'),
    outcome: z.enum(['ok', ...(Object.keys(errorTable) as (keyof typeof errorTable)[])]),
  }),
).meta({ id: 'AuditEntry', description: 'What somebody did.', examples: [exampleEntry] });

/** The reply of the audit log. */
export const auditPageSchema = schemaOf<AuditPage>()(
  z.object({
    entries: z.array(auditEntrySchema).describe('The latest first.'),
    matching: z.int().min(0).describe('Entries that match, however many are returned.'),
  }),
).meta({ id: 'AuditPage', description: 'A part of the audit log.' });
