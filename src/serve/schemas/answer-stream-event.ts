import { z } from 'zod';
import type { AnswerEvent } from '../../answer/answer.ts';
import { answerSchema, citationSchema, sentenceSchema, topicSchema } from './answer.ts';
import { errorSchema, schemaOf } from './schema-of.ts';
import { searchResultSchema } from './search-result.ts';

/** What a streamed answer is made of: the events of the library, and the failure that may end them. */
export type AnswerStreamEvent = AnswerEvent | ({ readonly type: 'error' } & z.output<typeof errorSchema>);

/** The data of one server-sent event. */
export const answerStreamEvent = schemaOf<AnswerStreamEvent>()(
  z.discriminatedUnion('type', [
    z
      .object({ type: z.literal('conversation'), conversationId: z.string(), messageId: z.string() })
      .describe('The conversation that keeps the answer, even if the stream is left before its end.'),
    z
      .object({ type: z.literal('retrieved'), result: searchResultSchema })
      .describe('What was found, before the answer begins.'),
    z
      .object({
        type: z.literal('waiting'),
        reason: z.enum(['high-traffic', 'no-answer']),
        seconds: z.int().min(1).nullable(),
        message: z.string(),
      })
      .describe('The model makes the answer wait this long; null if that is unknown.'),
    z
      .object({ type: z.literal('topics'), topics: z.array(topicSchema) })
      .describe('Something that the documents are about instead, before the token that names it.'),
    z
      .object({ type: z.literal('token'), text: z.string() })
      .describe('The next piece of the answer; all of them together are `answer`.'),
    z
      .object({ type: z.literal('citation'), citation: citationSchema })
      .describe('A footnote, before the token with its marker.'),
    z
      .object({ type: z.literal('verdict'), sentence: sentenceSchema })
      .describe('A checked sentence, after its last token.'),
    z.object({ type: z.literal('done'), answer: answerSchema }).describe('The whole answer: the last event.'),
    errorSchema
      .extend({ type: z.literal('error') })
      .describe('Why the answer is not complete: the last event.'),
  ]),
).meta({
  id: 'AnswerStreamEvent',
  description: 'The `data` of a server-sent event; its `event` is the same as `type`.',
  examples: [
    {
      type: 'waiting',
      reason: 'high-traffic',
      seconds: 12,
      message: 'High traffic, please wait 12 seconds.',
    },
    { type: 'token', text: 'Items can be returned within 30 days of delivery.' },
    {
      type: 'verdict',
      sentence: { start: 0, end: 53, verdict: 'verbatim', citations: [1], missing: [] },
    },
  ],
});
