import { z } from 'zod';
import { maxListed, recordId, sessionName, shareIdOf } from '../../app/checked-calls.ts';
import type { Share, SharedAnswer } from '../../contracts/conversation.ts';
import { keptOutcomes } from '../../contracts/generator.ts';
import { citationFields, sentenceSchema, verdict } from './answer.ts';
import { collectionParams, schemaOf, wholeNumber } from './schema-of.ts';

/** The body that makes a link to an answer. */
export const shareRequestSchema = z.strictObject({ messageId: recordId.describe('Of the answer.') }).meta({
  id: 'ShareRequest',
  description: 'The answer to make a link to.',
  examples: [{ messageId: '5f7c7c1e-7d0c-4a52-8f0e-0c5d1b7a9e10' }],
});

/** The query of the list of links. */
export const shareListQuery = z.strictObject({
  sessionId: sessionName.optional().describe('The session to whose answers they lead. Default: any.'),
  limit: wholeNumber({ min: 1, max: maxListed }).optional().describe('Default: 100.'),
});

const shareId = shareIdOf.describe('What stands in the link.');

/** Address parameters of a link: to be opened, and among those of its collection. */
export const shareParams = z.object({ shareId });
export const ownShareParams = collectionParams.extend({ shareId });

const exampleShare: Share = {
  shareId: 'q7Zr0mT3v9cXb5Jk1LwYp2Hd8NsGf4Ae',
  collection: 'default',
  conversationId: '0b6f2a1c-6c0e-4d53-9a51-3f0b7f6f2d11',
  messageId: '5f7c7c1e-7d0c-4a52-8f0e-0c5d1b7a9e10',
  question: 'How long can items be returned?',
  sharedAt: '2026-03-01T09:31:00.000Z',
};

/** A link, as its owner sees it. */
export const shareSchema = schemaOf<Share>()(
  z.object({
    shareId: z.string().describe('What stands in the link: nobody guesses it.'),
    collection: z.string(),
    conversationId: z.string(),
    messageId: z.string().describe('Of the answer.'),
    question: z.string(),
    sharedAt: z.string().describe('ISO 8601.'),
  }),
).meta({ id: 'Share', description: 'A link to an answer.', examples: [exampleShare] });

/** The reply of the list of links. */
export const shareListSchema = schemaOf<{ readonly shares: readonly Share[] }>()(
  z.object({ shares: z.array(shareSchema) }),
).meta({ id: 'ShareList', description: 'Links to answers, the latest first.' });

/** The reply where a link was taken back. */
export const revokedShareSchema = z
  .object({ revoked: z.literal(true) })
  .meta({ id: 'RevokedShare', description: 'That the link leads nowhere any more.' });

/** An answer as whoever opens a link to it sees it. */
export const sharedAnswerSchema = schemaOf<SharedAnswer>()(
  z.object({
    shareId: z.string(),
    sharedAt: z.string().describe('ISO 8601.'),
    messageId: z.string().describe('Of the answer.'),
    question: z.string(),
    askedAt: z.string().describe('ISO 8601.'),
    collections: z.array(z.string()).describe('Those that were asked, as far as you may see them.'),
    content: z.string(),
    outcome: z.enum(keptOutcomes).nullable(),
    complete: z.boolean().describe('False if the answer broke off.'),
    confidence: z.number().min(0).max(1),
    citations: z.array(
      z.object({
        ...citationFields,
        quote: z.string().nullable().describe('Null once the document has been removed.'),
        verdict,
      }),
    ),
    sentences: z.array(sentenceSchema),
  }),
).meta({ id: 'SharedAnswer', description: 'An answer that a link leads to, as it was given.' });
