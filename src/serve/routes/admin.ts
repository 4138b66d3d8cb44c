import { z } from 'zod';
import { keyOptions, maxListed, quota } from '../../app/checked-calls.ts';
import { testModels } from '../../app/model-checks.ts';
import { type ModelCheck, modelParts, modelStates } from '../../contracts/model-check.ts';
import { type ApiKey, type CreatedKey, roles } from '../../contracts/principal.ts';
import type { AskedUsage, HeldUsage, QuotaUsage, Usage } from '../../contracts/question-log.ts';
import { type AuditEntry, type AuditPage, auditedActions } from '../../contracts/question-log.ts';
import { errorTable } from '../../errors.ts';
import { comparisonOf, largestChanges } from '../../evaluate/compare-runs.ts';
import type { ComparedRuns, ListedRun } from '../../evaluate/compared-runs.ts';
import { listKeptRuns, readKeptRun } from '../../evaluate/evaluation-run.ts';
import { rankingMetricNames } from '../../evaluate/metrics/ranking-metrics.ts';
import type { Config } from '../../settings/config.ts';
import { runSteps } from '../../sqlite/write-transaction.ts';
import { count, schemaOf, wholeNumber } from '../schemas/schema-of.ts';
import { operation, type Server } from './route-context.ts';

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
const auditQuery = z.strictObject({
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
const auditPageSchema = schemaOf<AuditPage>()(
  z.object({
    entries: z.array(auditEntrySchema).describe('The latest first.'),
    matching: z.int().min(0).describe('Entries that match, however many are returned.'),
  }),
).meta({ id: 'AuditPage', description: 'A part of the audit log.' });

/** The query of the use of a store. */
const usageQuery = z.strictObject({
  since: z.string().max(100).optional().describe('ISO 8601, itself included. Default: this month in UTC.'),
  until: z.string().max(100).optional().describe('ISO 8601, itself not included. Default: now.'),
});

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
    keptBytes: count.describe('Of the originals that are kept in the records, the same ones once.'),
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
    maxKeptBytes: count
      .nullable()
      .describe('Bytes of originals that each collection may keep; null: any number.'),
    quotas: z.array(quotaSchema).describe('Of the keys in force that have one.'),
  }),
).meta({
  id: 'Usage',
  description: 'Who asked how much where, what is held, and how far quotas are used up.',
});

/** Who did what, and how much was asked and is held, for administrators. */
export function auditRoutes(server: Server): void {
  server.get(
    '/audit',
    operation('audit', 'readAudit', 'admin', {
      summary: 'Who asked, changed and removed what, the latest first',
      querystring: auditQuery,
      reply: auditPageSchema,
    }),
    ({ footnote, query }) => footnote.readAudit(query),
  );

  server.get(
    '/usage',
    operation('audit', 'getUsage', 'admin', {
      summary: 'Who asked how much where, what collections hold, and how far quotas are used up',
      querystring: usageQuery,
      reply: usageSchema,
    }),
    ({ footnote, query }) => footnote.usage(query),
  );
}

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
const keySchema = schemaOf<ApiKey>()(z.object(keyFields)).meta({
  id: 'Key',
  description: 'A key of a client, without its secret.',
  examples: [exampleKey],
});

/** The reply to a new key. */
const createdKeySchema = schemaOf<CreatedKey>()(
  z.object({ ...keyFields, key: z.string().describe('The whole key. It is shown only this once.') }),
).meta({
  id: 'CreatedKey',
  description: 'A key that was just made, with its secret.',
  examples: [{ ...exampleKey, key: 'fn_4f1c09ab77de_kJ0mZ7n1sQvJm0w2pXy8Rr5Lq3Tt9Uu4Vv6Ww1Xx2Yy' }],
});

/** The reply of the list of keys. */
const keyListSchema = schemaOf<{ readonly keys: readonly ApiKey[] }>()(
  z.object({ keys: z.array(keySchema) }),
).meta({
  id: 'KeyList',
  description: 'All keys, expired and revoked ones too, the latest first.',
  examples: [{ keys: [exampleKey] }],
});

/** The body of a request for a key. */
const keyOptionsSchema = z
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
const keyParams = z.object({
  id: z.string().min(1).max(200).describe('Id of the key, which it begins with.'),
});

/** The keys that clients of this server prove themselves with. */
export function keyRoutes(server: Server): void {
  server.get(
    '/keys',
    operation('keys', 'listKeys', 'admin', {
      summary: 'All keys, without their secrets',
      reply: keyListSchema,
    }),
    async ({ footnote }) => ({ keys: await footnote.listKeys() }),
  );

  server.post(
    '/keys',
    operation('keys', 'createKey', 'admin', {
      summary: 'Make a key, which is shown only in this reply',
      body: keyOptionsSchema,
      reply: createdKeySchema,
    }),
    ({ footnote, body }) => footnote.createKey(body),
  );

  server.delete(
    '/keys/:id',
    operation('keys', 'revokeKey', 'admin', {
      summary: 'Revoke a key; it stays in the list',
      params: keyParams,
      reply: keySchema,
    }),
    ({ footnote, params }) => footnote.revokeKey(params.id),
  );
}

/** The reply of a test of the models. */
const modelChecksSchema = schemaOf<{ readonly checks: readonly ModelCheck[] }>()(
  z.object({
    checks: z.array(
      z.object({
        part: z.enum(modelParts).describe('The section of the settings that names it.'),
        ok: z.boolean(),
        state: z
          .enum(modelStates)
          .describe(
            'Whether it answers, or why not: `unreachable` also where it does not answer in time, `refused` for a reason of its own, `unusable` where settings or files of it are wrong.',
          ),
        finding: z.string().describe('The same in words, without keys.'),
        remedy: z.string().nullable().describe('What helps; null where nothing is wrong.'),
        tookMs: z.number().min(0).describe('How long the request took, or until it failed.'),
      }),
    ),
  }),
).meta({
  id: 'ModelChecks',
  description: 'Whether the models that the settings name can be asked.',
  examples: [
    {
      checks: [
        {
          part: 'generator',
          ok: true,
          state: 'ready',
          finding: 'gpt-5-mini at https://api.openai.com/v1 answers',
          remedy: null,
          tookMs: 212.4,
        },
      ],
    },
  ],
});

/** `POST /models:test`: whether the models that the settings name can be asked, for administrators. */
export function modelRoutes(server: Server, config: Config): void {
  /** Whoever asks meanwhile gets the same: a model costs something. */
  let running: Promise<readonly ModelCheck[]> | undefined;
  server.post(
    '/models::test',
    operation('models', 'testModels', 'admin', {
      summary: 'Try the models that the settings name, each with a short request of 15 seconds at most',
      reply: modelChecksSchema,
    }),
    async () => {
      running ??= testModels(config).finally(() => {
        running = undefined;
      });
      return { checks: await running };
    },
  );
}

const figures = z.record(z.enum(rankingMetricNames), z.number());

const summaryFields = {
  dataset: z.string().describe('Name of the folder or file with the questions.'),
  documents: z.int().min(0).describe('Documents that were searched.'),
  queries: z.int().min(0).describe('Questions with a known answer, which the figures are means over.'),
  metrics: figures.describe('Each in [0, 1]; higher is better.'),
  latencyMs: z.object({ p50: z.number(), p95: z.number(), p99: z.number(), cold: z.number() }),
};

const runId = z.string().min(1).max(200).describe('Id of a run that is listed.');

/** Address parameters of two runs. */
const evaluationPair = z.object({ before: runId, after: runId });

/** The reply of the list of runs. */
const evaluationListSchema = schemaOf<{ readonly evaluations: readonly ListedRun[] }>()(
  z.object({
    evaluations: z.array(
      z.object({ id: z.string(), at: z.string().describe('ISO 8601.'), ...summaryFields }),
    ),
  }),
).meta({ id: 'EvaluationList', description: 'Runs of `footnote eval` with this store, the latest first.' });

const changedQuestions = z.array(
  z.object({
    id: z.string(),
    text: z.string(),
    before: z.number(),
    after: z.number(),
    difference: z.number(),
  }),
);

/** The reply of a comparison. */
const evaluationChangesSchema = schemaOf<ComparedRuns>()(
  z.object({
    queries: z.int().min(1).describe('Questions that both runs have.'),
    metrics: z.array(
      z.object({
        metric: z.enum(rankingMetricNames),
        before: z.number(),
        after: z.number(),
        difference: z.number(),
        interval: z
          .object({ low: z.number(), high: z.number() })
          .describe('95 % interval of the difference, by bootstrap.'),
        pValue: z.number().describe('By the paired randomisation test.'),
      }),
    ),
    wins: z.int().min(0).describe('Questions that became better, by `ndcg@10`.'),
    losses: z.int().min(0),
    ties: z.int().min(0),
    won: changedQuestions.describe('The largest gains.'),
    lost: changedQuestions.describe('The largest losses.'),
    settings: z
      .array(z.object({ name: z.string(), before: z.unknown(), after: z.unknown() }))
      .describe('Settings that the runs differ in.'),
    warnings: z.array(z.string()),
  }),
).meta({ id: 'EvaluationChanges', description: 'What changed from one run to another.' });

/** Questions that changed most, told of each side. */
const changesTold = 10;

/** What `footnote eval` has measured and kept beside the store, for administrators. */
export function evaluationRoutes(server: Server, { store }: Pick<Config, 'store'>): void {
  server.get(
    '/evaluations',
    operation('evaluations', 'listEvaluations', 'admin', {
      summary: 'What was measured with this store, the latest first',
      reply: evaluationListSchema,
    }),
    async () => ({ evaluations: await listKeptRuns(store) }),
  );

  server.get(
    '/evaluations/:before/changes/:after',
    operation('evaluations', 'compareEvaluations', 'admin', {
      summary: 'Two runs over the same questions, compared question by question',
      params: evaluationPair,
      reply: evaluationChangesSchema,
    }),
    async ({ params }) => {
      const [before, after] = await Promise.all([
        readKeptRun(params.before, store),
        readKeptRun(params.after, store),
      ]);
      const comparison = await runSteps(comparisonOf(before, after));
      return { ...comparison, ...largestChanges(comparison, changesTold) };
    },
  );
}
