import { z } from 'zod';
import { projectName } from '../../app/checked-calls.ts';
import { maxCollections, maxTopK } from '../../retrieve/query-limits.ts';
import { collectionName } from '../../settings/config.ts';
import { citationSchema } from '../schemas/answer.ts';
import { filterSchema } from '../schemas/schema-of.ts';

/** Of so many messages only the last are read; a client may send more without thinking about it. */
const maxMessages = 1000;

/** Most texts of one request for embeddings, as OpenAI has it. */
const maxInputs = 2048;

const whole = z.int().min(0);

const contentPart = z.looseObject({ type: z.string(), text: z.string().optional() });

const messageSchema = z
  .looseObject({
    role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
    content: z
      .union([z.string(), z.array(contentPart)])
      .nullable()
      .optional(),
  })
  .meta({ id: 'ChatMessage', description: 'A message of a conversation.' });

const ownOptions = z
  .strictObject({
    footnotes: z
      .boolean()
      .optional()
      .describe('Whether the text ends with its footnotes, for programs that show no annotations.'),
    topK: z.int().min(1).max(maxTopK).optional().describe('Passages to find. Default: `retrieval.topK`.'),
    filter: filterSchema.optional(),
    documents: z.array(z.string()).max(10_000).optional().describe('Ids of the only documents to look in.'),
    project: projectName.optional().describe('Only documents of this project, by their metadata.'),
    collections: z
      .array(collectionName)
      .max(maxCollections - 1)
      .optional()
      .describe('Collections to search together with that of the model.'),
  })
  .describe('What OpenAI has no option for.');

/** What is asked. Options that are not named here are taken and have no effect, but for those that are refused. */
export const chatRequestSchema = z
  .looseObject({
    model: z
      .string()
      .describe('`footnote/` and the name of a collection; with `:footnotes` behind it, footnotes.'),
    messages: z.array(messageSchema).min(1).max(maxMessages).describe('The last is the question.'),
    stream: z.boolean().nullable().optional(),
    stream_options: z.looseObject({ include_usage: z.boolean().nullable().optional() }).nullable().optional(),
    footnote: ownOptions.optional(),
  })
  .meta({
    id: 'ChatCompletionRequest',
    description: 'A conversation whose last message is to be answered.',
    examples: [
      {
        model: 'footnote/default',
        messages: [{ role: 'user', content: 'How long can items be returned?' }],
      },
    ],
  });

export type ChatRequest = z.output<typeof chatRequestSchema>;

const annotationSchema = z
  .object({
    type: z.literal('url_citation'),
    url_citation: z.object({
      start_index: whole.describe('First character of the `[n]` in the content.'),
      end_index: whole,
      url: z.string().describe('The source on the page of this server.'),
      title: z.string(),
    }),
    footnote: citationSchema,
  })
  .meta({ id: 'ChatAnnotation', description: 'A footnote of the content.' });

export type ChatAnnotation = z.output<typeof annotationSchema>;

const usageSchema = z.object({ prompt_tokens: whole, completion_tokens: whole, total_tokens: whole }).meta({
  id: 'ChatUsage',
  description: 'Tokens that the language model read and wrote; 0 where none was asked, or it does not say.',
});

export type ChatUsage = z.output<typeof usageSchema>;

const outcomeSchema = z
  .object({
    abstained: z.boolean(),
    outcome: z.string(),
    confidence: z.number(),
    confidenceReason: z.string(),
    complete: z.boolean(),
    messageId: z.string().nullable(),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'ChatOutcome', description: 'What OpenAI has no field for, as in `Answer`.' });

export type ChatOutcome = z.output<typeof outcomeSchema>;

const finishReason = z.enum(['stop', 'length', 'content_filter']);
export type FinishReason = z.output<typeof finishReason>;

const completionFields = {
  id: z.string(),
  created: whole.describe('Seconds since 1970.'),
  model: z.string(),
};

/** A whole answer. */
export const completionSchema = z
  .object({
    ...completionFields,
    object: z.literal('chat.completion'),
    choices: z.array(
      z.object({
        index: whole,
        message: z.object({
          role: z.literal('assistant'),
          content: z.string(),
          refusal: z.null(),
          annotations: z.array(annotationSchema),
        }),
        finish_reason: finishReason,
        logprobs: z.null(),
      }),
    ),
    usage: usageSchema,
    footnote: outcomeSchema,
  })
  .meta({ id: 'ChatCompletion', description: 'An answer made of cited sentences.' });

/** A part of a streamed one. */
export const chunkSchema = z
  .object({
    ...completionFields,
    object: z.literal('chat.completion.chunk'),
    choices: z.array(
      z.object({
        index: whole,
        delta: z.object({
          role: z.literal('assistant').optional(),
          content: z.string().optional(),
          annotations: z.array(annotationSchema).optional(),
        }),
        finish_reason: finishReason.nullable(),
        logprobs: z.null(),
      }),
    ),
    usage: usageSchema.nullable().optional(),
    footnote: outcomeSchema.optional(),
  })
  .meta({ id: 'ChatCompletionChunk', description: 'The `data` of an event; the last is `[DONE]`.' });

export type ChatChunk = z.output<typeof chunkSchema>;

/** A model as lists have it. */
export const modelSchema = z
  .object({
    id: z.string(),
    object: z.literal('model'),
    created: whole.describe('When the server was started, in seconds since 1970.'),
    owned_by: z.literal('footnote'),
  })
  .meta({
    id: 'Model',
    description: 'A collection that can be asked, or the model that embeds.',
    examples: [{ id: 'footnote/default', object: 'model', created: 1_790_000_000, owned_by: 'footnote' }],
  });

export const modelListSchema = z
  .object({ object: z.literal('list'), data: z.array(modelSchema) })
  .meta({ id: 'ModelList', description: 'What can be asked, and what embeds.' });

export const embeddingsRequestSchema = z
  .strictObject({
    model: z.string().describe('The embedding model, as `/v1/models` names it.'),
    input: z.union([z.string(), z.array(z.string()).min(1).max(maxInputs)], {
      error: `it must be text, or a list of 1 to ${maxInputs} texts; lists of token numbers are not read`,
    }),
    encoding_format: z.enum(['float', 'base64']).optional(),
    dimensions: z.int().min(1).optional().describe('The length that the model gives, and no other.'),
    user: z.string().optional().describe('Has no effect.'),
  })
  .meta({
    id: 'EmbeddingsRequest',
    description: 'Texts to embed.',
    examples: [{ model: 'all-MiniLM-L6-v2', input: 'Items can be returned within 30 days.' }],
  });

export const embeddingsSchema = z
  .object({
    object: z.literal('list'),
    model: z.string(),
    data: z.array(
      z.object({
        object: z.literal('embedding'),
        index: whole,
        embedding: z
          .union([z.array(z.number()), z.string()])
          .describe('Of unit length; with `base64` its 32-bit numbers, the least byte first.'),
      }),
    ),
    usage: z.object({ prompt_tokens: whole, total_tokens: whole }),
  })
  .meta({ id: 'Embeddings', description: 'One vector a text, in the order given.' });
