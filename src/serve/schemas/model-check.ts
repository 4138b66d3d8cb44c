import { z } from 'zod';
import { type ModelCheck, modelParts, modelStates } from '../../contracts/model-check.ts';
import { schemaOf } from './schema-of.ts';

/** The reply of a test of the models. */
export const modelChecksSchema = schemaOf<{ readonly checks: readonly ModelCheck[] }>()(
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
