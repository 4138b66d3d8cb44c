import { z } from 'zod';
import { errorTable } from '../../errors.ts';

/** The body of every reply that is not a success. */
export const errorSchema = z
  .object({
    error: z.object({
      code: z.enum(Object.keys(errorTable)).describe('Stable: programs can rely on it.'),
      message: z.string().describe('Says what is wrong, the limit and the remedy.'),
      details: z.record(z.string(), z.unknown()).describe('The parts of the message as data.'),
    }),
  })
  .meta({
    id: 'Error',
    description: 'Why the request failed.',
    examples: [
      {
        error: {
          code: 'request_invalid',
          message: 'topK: it must be at least 1.',
          details: { field: 'topK', problem: 'it must be at least 1' },
        },
      },
    ],
  });
