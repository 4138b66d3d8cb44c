import { z } from 'zod';

/** What `/healthz` says while the process can answer at all. */
export const liveSchema = z
  .object({ status: z.literal('live') })
  .meta({ id: 'Live', description: 'The process responds.', examples: [{ status: 'live' }] });

/** What `/readyz` says once questions are answered at full speed. */
export const readySchema = z.object({ status: z.literal('ready') }).meta({
  id: 'Ready',
  description: 'Model and index are loaded and the store can be read.',
  examples: [{ status: 'ready' }],
});
