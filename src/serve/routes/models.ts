import { testModels } from '../../app/model-checks.ts';
import type { ModelCheck } from '../../contracts/model-check.ts';
import type { Config } from '../../settings/config.ts';
import { modelChecksSchema } from '../schemas/model-check.ts';
import { errorSchema } from '../schemas/schema-of.ts';
import type { Server } from './route-context.ts';

/** `POST /models:test`: whether the models that the settings name can be asked, for administrators. */
export function modelRoutes(server: Server, config: Config): void {
  /** Whoever asks meanwhile gets the same: a model costs something. */
  let running: Promise<readonly ModelCheck[]> | undefined;
  server.post(
    '/models::test',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'testModels',
        summary: 'Try the models that the settings name, each with a short request of 15 seconds at most',
        tags: ['models'],
        response: { 200: modelChecksSchema, default: errorSchema },
      },
    },
    async () => {
      running ??= testModels(config).finally(() => {
        running = undefined;
      });
      return { checks: await running };
    },
  );
}
