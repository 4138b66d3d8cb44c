import { z } from 'zod';
import { quota } from '../../app/checked-calls.ts';
import type { AskedUsage, HeldUsage, QuotaUsage, Usage } from '../../contracts/usage.ts';
import { schemaOf } from './schema-of.ts';

/** The query of the use of a store. */
export const usageQuery = z.strictObject({
  since: z.string().max(100).optional().describe('ISO 8601, itself included. Default: this month in UTC.'),
  until: z.string().max(100).optional().describe('ISO 8601, itself not included. Default: now.'),
});

const count = z.int().min(0);

const askedSchema = schemaOf<AskedUsage>()(
  z.object({
    owner: z.string().nullable().describe('Id of a key or user; null: nobody in particular.'),
    collection: z.string(),
    questions: count,
    unanswered: count,
    promptTokens: count.describe('What a language model read.'),
    completionTokens: count,
  }),
);

const heldSchema = schemaOf<HeldUsage>()(
  z.object({
    collection: z.string(),
    documents: count,
    bytes: count.describe('Of the files that the documents were read from.'),
    keptBytes: count.describe('Of these, what is kept in the records, since it was put in.'),
    passages: count,
  }),
);

const quotaSchema = schemaOf<QuotaUsage>()(
  z.object({
    id: z.string(),
    name: z.string(),
    quota,
    questionsToday: count,
    questionsThisMonth: count,
    tokensToday: count,
    tokensThisMonth: count,
  }),
);

/** The reply with the use of a store. */
export const usageSchema = schemaOf<Usage>()(
  z.object({
    since: z.string().describe('ISO 8601.'),
    until: z.string(),
    asked: z.array(askedSchema).describe('From the log of questions, most questions first.'),
    collections: z.array(heldSchema),
    quotas: z.array(quotaSchema).describe('Of the keys in force that have one.'),
  }),
).meta({
  id: 'Usage',
  description: 'Who asked how much where, what is held, and how far quotas are used up.',
});
