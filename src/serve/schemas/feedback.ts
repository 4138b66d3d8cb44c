import { z } from 'zod';
import { feedback } from '../../app/checked-calls.ts';
import type { Feedback } from '../../contracts/conversation.ts';
import { schemaOf } from './schema-of.ts';

/** The body of `feedback`. */
export const feedbackSchema = schemaOf<Feedback>()(
  z.strictObject({
    messageId: feedback.messageId.describe('`messageId` of the answer.'),
    helpful: feedback.helpful.describe('Null takes back what was said before. Left out, it stays.'),
    openedCitation: feedback.openedCitation.describe(
      'Number of a citation that was opened; openings are counted.',
    ),
  }),
).meta({
  id: 'Feedback',
  description: 'What a reader thinks of an answer, or did with it.',
  examples: [{ messageId: '6f1d2b9e-8f5a-4b8a-9c7d-2a1e0f3b4c5d', helpful: true }],
});

/** The reply to `feedback`. */
export const feedbackKeptSchema = z.object({ kept: z.literal(true) }).meta({
  id: 'FeedbackKept',
  description: 'The feedback is durable.',
  examples: [{ kept: true }],
});
