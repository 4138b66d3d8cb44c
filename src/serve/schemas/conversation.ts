import { z } from 'zod';
import { branchPoint, conversationChange, maxListed, sessionName } from '../../app/checked-calls.ts';
import type {
  AnswerTrace,
  BranchPoint,
  Conversation,
  ConversationChange,
  ConversationWithMessages,
  Erased,
  KeptAnswer,
  KeptCitation,
  Message,
} from '../../contracts/conversation.ts';
import type { ErasureReceipt } from '../../contracts/erasure-receipt.ts';
import { keptOutcomes } from '../../contracts/generator.ts';
import { citationFields, modelSchema, sentenceSchema, verdict } from './answer.ts';
import { schemaOf, wholeNumber } from './schema-of.ts';

/** The query of the list of conversations: who does not know a session's name does not see what was said in it. */
export const conversationListQuery = z.strictObject({
  sessionId: sessionName.describe('The session whose conversations are listed.'),
  limit: wholeNumber({ min: 1, max: maxListed }).optional().describe('Default: 100.'),
});

const conversationFields = {
  conversationId: z.string(),
  collection: z.string(),
  sessionId: z.string().nullable().describe('What the client called the session in which it began.'),
  title: z.string().describe('What it was named, or the beginning of its first question.'),
  pinned: z.boolean().describe('Whether lists begin with it.'),
  messages: z.int().min(0).describe('Questions and answers together.'),
  startedAt: z.string().describe('ISO 8601.'),
  updatedAt: z.string().describe('When the last message came, ISO 8601.'),
};

const exampleConversation: Conversation = {
  conversationId: '0b6f2a1c-6c0e-4d53-9a51-3f0b7f6f2d11',
  collection: 'default',
  sessionId: null,
  title: 'How long can items be returned?',
  pinned: false,
  messages: 2,
  startedAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:01.000Z',
};

/** One conversation, as a list shows it. */
export const conversationSchema = schemaOf<Conversation>()(z.object(conversationFields)).meta({
  id: 'Conversation',
  description: 'A conversation as lists show it.',
  examples: [exampleConversation],
});

/** The body that names or pins a conversation. */
export const conversationChangeSchema = schemaOf<ConversationChange>()(
  z.strictObject(conversationChange),
).meta({
  id: 'ConversationChange',
  description: 'What of a conversation to change; what is left out stays.',
  examples: [{ title: 'Returns', pinned: true }],
});

/** The body that begins another conversation from within one. */
export const branchPointSchema = schemaOf<BranchPoint>()(z.strictObject(branchPoint)).meta({
  id: 'BranchPoint',
  description: 'The question before which another conversation goes another way.',
  examples: [{ before: '5f7c7c1e-7d0c-4a52-8f0e-0c5d1b7a9e10' }],
});

/** The reply of the list of conversations. */
export const conversationListSchema = schemaOf<{ readonly conversations: readonly Conversation[] }>()(
  z.object({ conversations: z.array(conversationSchema) }),
).meta({
  id: 'ConversationList',
  description: 'Conversations of one session, the latest first.',
});

const keptCitationSchema = schemaOf<KeptCitation>()(
  z.object({
    ...citationFields,
    quote: z.string().nullable().describe('Null once the document has been removed.'),
    verdict,
    opened: z.int().min(0).describe('How often it was opened.'),
  }),
).meta({ id: 'KeptCitation', description: 'A citation as a conversation keeps it.' });

const traceSchema = schemaOf<AnswerTrace>()(
  z.object({
    chunkIds: z.array(z.string()).describe('The passages that were found, best first.'),
    timings: z.record(z.string(), z.number()),
    model: modelSchema.nullable(),
  }),
);

const keptAnswerSchema = schemaOf<KeptAnswer>()(
  z.object({
    outcome: z.enum(keptOutcomes).nullable(),
    complete: z.boolean().describe('False if the answer broke off.'),
    confidence: z.number().min(0).max(1),
    citations: z.array(keptCitationSchema),
    sentences: z.array(sentenceSchema),
    trace: traceSchema,
    helpful: z.boolean().nullable().describe('What a reader said about it.'),
  }),
).meta({ id: 'KeptAnswer', description: 'What a conversation keeps of an answer besides its text.' });

const messageSchema = schemaOf<Message>()(
  z.object({
    messageId: z.string(),
    role: z.enum(['user', 'assistant']),
    content: z.string(),
    selectedText: z.string().nullable().describe('Words that were marked when the question was asked.'),
    collections: z
      .array(z.string())
      .nullable()
      .describe(
        "The collections that a question was asked in, the conversation's own first; null for an answer.",
      ),
    createdAt: z.string().describe('ISO 8601.'),
    answer: keptAnswerSchema.nullable().describe('Null for what the user said.'),
  }),
).meta({ id: 'Message', description: 'A message of a conversation.' });

/** The reply with one conversation. */
export const conversationWithMessagesSchema = schemaOf<ConversationWithMessages>()(
  z.object({
    ...conversationFields,
    history: z.array(messageSchema).describe('The oldest first.'),
    warnings: z.array(z.string()).describe('What of it is damaged on the disk.'),
  }),
).meta({ id: 'ConversationWithMessages', description: 'A conversation with all its messages.' });

/** See `ErasureReceipt`. */
export const receiptSchema = schemaOf<ErasureReceipt>()(
  z.object({
    format: z.literal(1),
    collection: z.string(),
    erasedAt: z.string().describe('ISO 8601.'),
    documents: z.array(
      z.object({ documentId: z.string(), version: z.int(), contentHash: z.string().describe('SHA-256.') }),
    ),
    conversations: z.array(z.string()),
    overwritten: z.array(z.object({ place: z.string(), done: z.string() })),
    windowBytes: z.int(),
    windows: z.array(z.object({ hash: z.int(), sha256: z.string() })),
    publicKey: z.string().describe('Ed25519, SPKI in base64.'),
    signature: z.string().describe('Over the JSON of all fields before, in their order; base64.'),
  }),
).meta({ id: 'ErasureReceipt', description: 'What was erased, signed by the store; see footnote verify.' });

/** The reply to erasing. */
export const erasedSchema = schemaOf<Erased>()(
  z.object({
    conversations: z.int().min(0),
    messages: z.int().min(0),
    logEntries: z.int().min(0),
    receipt: receiptSchema.nullable().describe('The proof; null where only words left the log.'),
  }),
).meta({
  id: 'Erased',
  description: 'What was erased.',
  examples: [{ conversations: 1, messages: 2, logEntries: 1, receipt: null }],
});
