import { compareRuns, largestChanges } from '../../evaluate/compare/compare-runs.ts';
import { listKeptRuns, readKeptRun } from '../../evaluate/evaluation-run.ts';
import type { Config } from '../../settings/config.ts';
import { evaluationChangesSchema, evaluationListSchema, evaluationPair } from '../schemas/evaluation.ts';
import { errorSchema } from '../schemas/schema-of.ts';
import type { Server } from './route-context.ts';

/** Questions that changed most, told of each side. */
const changesTold = 10;

/** What `footnote eval` has measured and kept beside the store, for administrators. */
export function evaluationRoutes(server: Server, { store }: Pick<Config, 'store'>): void {
  server.get(
    '/evaluations',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listEvaluations',
        summary: 'What was measured with this store, the latest first',
        tags: ['evaluations'],
        response: { 200: evaluationListSchema, default: errorSchema },
      },
    },
    async () => ({ evaluations: await listKeptRuns(store) }),
  );

  server.get(
    '/evaluations/:before/changes/:after',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'compareEvaluations',
        summary: 'Two runs over the same questions, compared question by question',
        tags: ['evaluations'],
        params: evaluationPair,
        response: { 200: evaluationChangesSchema, default: errorSchema },
      },
    },
    async ({ params }) => {
      const [before, after] = await Promise.all([
        readKeptRun(params.before, store),
        readKeptRun(params.after, store),
      ]);
      const comparison = compareRuns(before, after);
      return { ...comparison, ...largestChanges(comparison, changesTold) };
    },
  );
}
