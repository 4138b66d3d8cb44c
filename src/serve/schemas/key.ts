import { z } from 'zod';
import { keyOptions, quota } from '../../app/checked-calls.ts';
import { type ApiKey, type CreatedKey, roles } from '../../contracts/principal.ts';
import { schemaOf } from './schema-of.ts';

const names = z.union([z.literal('all'), z.array(z.string())]);

const keyFields = {
  id: z.string().describe('What the key begins with.'),
  name: z.string(),
  role: z.enum(roles).describe('Each role may also do what those before it may.'),
  collections: names.describe('Collections that it is for.'),
  groups: names.describe('Groups of documents that it may see, besides the documents that have none.'),
  createdAt: z.string().describe('ISO 8601.'),
  expiresAt: z.string().nullable().describe('ISO 8601; null: it does not expire.'),
  lastUsedAt: z.string().nullable().describe('ISO 8601, to the minute or so; null: not yet.'),
  revokedAt: z.string().nullable().describe('ISO 8601; null: it is not revoked.'),
  quota: quota.optional().describe('Absent: it may ask without end.'),
};

const exampleKey: ApiKey = {
  id: 'fn_4f1c09ab77de',
  name: 'website',
  role: 'read',
  collections: ['handbook'],
  groups: ['staff'],
  createdAt: '2026-03-01T09:30:00.000Z',
  expiresAt: '2026-06-01T00:00:00.000Z',
  lastUsedAt: null,
  revokedAt: null,
};

/** A key as lists show it. */
export const keySchema = schemaOf<ApiKey>()(z.object(keyFields)).meta({
  id: 'Key',
  description: 'A key of a client, without its secret.',
  examples: [exampleKey],
});

/** The reply to a new key. */
export const createdKeySchema = schemaOf<CreatedKey>()(
  z.object({ ...keyFields, key: z.string().describe('The whole key. It is shown only this once.') }),
).meta({
  id: 'CreatedKey',
  description: 'A key that was just made, with its secret.',
  examples: [{ ...exampleKey, key: 'fn_4f1c09ab77de_kJ0mZ7n1sQvJm0w2pXy8Rr5Lq3Tt9Uu4Vv6Ww1Xx2Yy' }],
});

/** The reply of the list of keys. */
export const keyListSchema = schemaOf<{ readonly keys: readonly ApiKey[] }>()(
  z.object({ keys: z.array(keySchema) }),
).meta({
  id: 'KeyList',
  description: 'All keys, expired and revoked ones too, the latest first.',
  examples: [{ keys: [exampleKey] }],
});

/** The body of a request for a key. */
export const keyOptionsSchema = z
  .strictObject({
    name: keyOptions.name.describe('What to call it.'),
    role: keyOptions.role.describe('Default: read.'),
    collections: keyOptions.collections.describe('Default: all. Not for an admin.'),
    groups: keyOptions.groups.describe('Default: none. Not for an admin.'),
    quota: keyOptions.quota.describe('Default: it may ask without end.'),
    expiresAt: keyOptions.expiresAt.describe('ISO 8601. Default: it does not expire.'),
  })
  .meta({
    id: 'KeyOptions',
    description: 'What a new key is called, and what it may do.',
    examples: [{ name: 'website', role: 'read', collections: ['handbook'] }],
  });

/** Address parameters of a key. */
export const keyParams = z.object({
  id: z.string().min(1).max(200).describe('Id of the key, which it begins with.'),
});
