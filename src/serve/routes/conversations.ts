import { z } from 'zod';
import {
  branchPoint,
  conversationChange,
  feedback,
  maxListed,
  recordId,
  sessionName,
  shareIdOf,
} from '../../app/checked-calls.ts';
import type {
  AnswerTrace,
  BranchPoint,
  Conversation,
  ConversationChange,
  ConversationWithMessages,
  Erased,
  Feedback,
  KeptAnswer,
  KeptCitation,
  Message,
  Share,
  SharedAnswer,
} from '../../contracts/conversation.ts';
import { keptOutcomes } from '../../contracts/generator.ts';
import {
  type LogEntry,
  type LoggedCitation,
  logSelections,
  type QuestionLogPage,
} from '../../contracts/question-log.ts';
import { citationFields, modelSchema, sentenceSchema, verdict } from '../schemas/answer.ts';
import { receiptSchema } from '../schemas/documents.ts';
import {
  collectionParams,
  conversationParams,
  errorCode,
  schemaOf,
  wholeNumber,
} from '../schemas/schema-of.ts';
import { operation, type Server } from './route-context.ts';

/** The query of the list of conversations: who does not know a session's name does not see what was said in it. */
const conversationListQuery = z.strictObject({
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
const conversationSchema = schemaOf<Conversation>()(z.object(conversationFields)).meta({
  id: 'Conversation',
  description: 'A conversation as lists show it.',
  examples: [exampleConversation],
});

/** The body that names or pins a conversation. */
const conversationChangeSchema = schemaOf<ConversationChange>()(z.strictObject(conversationChange)).meta({
  id: 'ConversationChange',
  description: 'What of a conversation to change; what is left out stays.',
  examples: [{ title: 'Returns', pinned: true }],
});

/** The body that begins another conversation from within one. */
const branchPointSchema = schemaOf<BranchPoint>()(z.strictObject(branchPoint)).meta({
  id: 'BranchPoint',
  description: 'The question before which another conversation goes another way.',
  examples: [{ before: '5f7c7c1e-7d0c-4a52-8f0e-0c5d1b7a9e10' }],
});

/** The reply of the list of conversations. */
const conversationListSchema = schemaOf<{ readonly conversations: readonly Conversation[] }>()(
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
const conversationWithMessagesSchema = schemaOf<ConversationWithMessages>()(
  z.object({
    ...conversationFields,
    history: z.array(messageSchema).describe('The oldest first.'),
    warnings: z.array(z.string()).describe('What of it is damaged on the disk.'),
  }),
).meta({ id: 'ConversationWithMessages', description: 'A conversation with all its messages.' });

/** The reply to erasing. */
const erasedSchema = schemaOf<Erased>()(
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

/** The body of `feedback`. */
const feedbackSchema = schemaOf<Feedback>()(
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
const feedbackKeptSchema = z.object({ kept: z.literal(true) }).meta({
  id: 'FeedbackKept',
  description: 'The feedback is durable.',
  examples: [{ kept: true }],
});

/** The query of the log of questions. */
const questionLogQuery = z.strictObject({
  only: z.enum(logSelections).optional().describe('Default: all questions.'),
  since: z.string().max(100).optional().describe('ISO 8601, itself included.'),
  until: z.string().max(100).optional().describe('ISO 8601, itself not included.'),
  sessionId: sessionName.optional(),
  limit: wholeNumber({ min: 1, max: maxListed }).optional().describe('Default: 100.'),
  offset: wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER })
    .optional()
    .describe('Entries to pass over. Default: 0.'),
});

const loggedCitationSchema = schemaOf<LoggedCitation>()(
  z.object({
    number: z.int().min(1),
    collection: z.string(),
    documentId: z.string(),
    chunkId: z.string(),
    path: z.string(),
    page: z.int().nullable(),
    start: z.int().min(0),
    end: z.int().min(0),
    verdict,
    opened: z.int().min(0).describe('How often it was opened.'),
  }),
);

const milliseconds = z.number().nullable();

const logEntrySchema = schemaOf<LogEntry>()(
  z.object({
    id: z.string().describe('`messageId` of the answer.'),
    collection: z.string(),
    askedAt: z.string().describe('ISO 8601.'),
    sessionId: z.string().nullable(),
    conversationId: z.string().nullable(),
    clientHash: z.string().nullable().describe('Equal for one address within one day.'),
    questionHash: z.string().describe('Equal for equal questions.'),
    question: z.string().nullable().describe('Null unless `log.storeQuestions` is set.'),
    selectedText: z.string().nullable(),
    answer: z.string().nullable(),
    outcome: z.enum(keptOutcomes),
    complete: z.boolean(),
    errorCode: errorCode.nullable(),
    confidence: z.number().min(0).max(1),
    citations: z.array(loggedCitationSchema),
    chunkIds: z.array(z.string()).describe('The passages that were found, best first.'),
    retrievalMs: milliseconds,
    answerMs: milliseconds,
    totalMs: z.number(),
    model: z.string().nullable(),
    promptTokens: z.int().nullable(),
    completionTokens: z.int().nullable(),
    helpful: z.boolean().nullable().describe('What a reader said about it.'),
  }),
).meta({ id: 'LogEntry', description: 'A question in the log.' });

/** The reply of the log of questions. */
const questionLogSchema = schemaOf<QuestionLogPage>()(
  z.object({
    entries: z.array(logEntrySchema).describe('Unanswered questions first, within that the latest first.'),
    matching: z.int().min(0).describe('Entries that match, however many are returned.'),
    lost: z.int().min(0).describe('Entries that could not be written.'),
    withheld: z
      .object({
        before: z.string(),
        conversations: z.int().min(0),
        logEntries: z.int().min(0),
      })
      .nullable()
      .describe('What is too old by a clock that may be wrong; null as a rule.'),
  }),
).meta({ id: 'QuestionLog', description: 'A part of the log of questions.' });

/** What is kept of questions and answers: conversations, and what readers think of answers. */
export function conversationRoutes(server: Server): void {
  server.get(
    '/collections/:collection/conversations',
    operation('conversations', 'listConversations', 'read', {
      summary: 'Conversations of one session, the latest first',
      params: collectionParams,
      querystring: conversationListQuery,
      reply: conversationListSchema,
    }),
    async ({ footnote, params, query }) => ({
      conversations: await footnote.listConversations({ ...params, ...query }),
    }),
  );

  server.get(
    '/collections/:collection/conversations/:conversationId',
    operation('conversations', 'getConversation', 'read', {
      summary: 'One conversation with its messages',
      params: conversationParams,
      reply: conversationWithMessagesSchema,
    }),
    ({ footnote, params: { conversationId, collection } }) =>
      footnote.getConversation(conversationId, { collection }),
  );

  server.patch(
    '/collections/:collection/conversations/:conversationId',
    operation('conversations', 'changeConversation', 'read', {
      summary: 'Name a conversation, or pin it so that lists begin with it',
      params: conversationParams,
      body: conversationChangeSchema,
      reply: conversationSchema,
    }),
    ({ footnote, body, params: { conversationId, collection } }) =>
      footnote.changeConversation(conversationId, body, { collection }),
  );

  server.post(
    '/collections/:collection/conversations/:conversationId(^[^:]+)::branch',
    operation('conversations', 'branchConversation', 'read', {
      summary: 'Begin another conversation with what was said in this one before a question',
      params: conversationParams,
      body: branchPointSchema,
      reply: conversationSchema,
    }),
    ({ footnote, body, params: { conversationId, collection } }) =>
      footnote.branchConversation(conversationId, body, { collection }),
  );

  server.delete(
    '/collections/:collection/conversations/:conversationId',
    operation('conversations', 'eraseConversation', 'read', {
      summary: 'Erase a conversation, with what the log says about it',
      params: conversationParams,
      reply: erasedSchema,
    }),
    ({ footnote, params: { conversationId, collection } }) =>
      footnote.eraseConversations({ conversationId }, { collection }),
  );

  server.get(
    '/collections/:collection/log',
    operation('conversations', 'readLog', 'admin', {
      summary: 'What was asked, unanswered questions first',
      params: collectionParams,
      querystring: questionLogQuery,
      reply: questionLogSchema,
    }),
    ({ footnote, params, query }) => footnote.readLog({ ...params, ...query }),
  );

  server.post(
    '/collections/:collection/feedback',
    operation('conversations', 'recordFeedback', 'read', {
      summary: 'Say whether an answer helped, or that a citation was opened',
      params: collectionParams,
      body: feedbackSchema,
      reply: feedbackKeptSchema,
    }),
    async ({ footnote, body, params }) => {
      await footnote.recordFeedback(body, params);
      return { kept: true as const };
    },
  );
}

/** The body that makes a link to an answer. */
const shareRequestSchema = z.strictObject({ messageId: recordId.describe('Of the answer.') }).meta({
  id: 'ShareRequest',
  description: 'The answer to make a link to.',
  examples: [{ messageId: '5f7c7c1e-7d0c-4a52-8f0e-0c5d1b7a9e10' }],
});

/** The query of the list of links. */
const shareListQuery = z.strictObject({
  sessionId: sessionName.optional().describe('The session to whose answers they lead. Default: any.'),
  limit: wholeNumber({ min: 1, max: maxListed }).optional().describe('Default: 100.'),
});

const shareId = shareIdOf.describe('What stands in the link.');

/** Address parameters of a link: to be opened, and among those of its collection. */
const shareParams = z.object({ shareId });
const ownShareParams = collectionParams.extend({ shareId });

const exampleShare: Share = {
  shareId: 'q7Zr0mT3v9cXb5Jk1LwYp2Hd8NsGf4Ae',
  collection: 'default',
  conversationId: '0b6f2a1c-6c0e-4d53-9a51-3f0b7f6f2d11',
  messageId: '5f7c7c1e-7d0c-4a52-8f0e-0c5d1b7a9e10',
  question: 'How long can items be returned?',
  sharedAt: '2026-03-01T09:31:00.000Z',
};

/** A link, as its owner sees it. */
const shareSchema = schemaOf<Share>()(
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
const shareListSchema = schemaOf<{ readonly shares: readonly Share[] }>()(
  z.object({ shares: z.array(shareSchema) }),
).meta({ id: 'ShareList', description: 'Links to answers, the latest first.' });

/** The reply where a link was taken back. */
const revokedShareSchema = z
  .object({ revoked: z.literal(true) })
  .meta({ id: 'RevokedShare', description: 'That the link leads nowhere any more.' });

/** An answer as whoever opens a link to it sees it. */
const sharedAnswerSchema = schemaOf<SharedAnswer>()(
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

/** Links to answers, for others who may see what these rest on. */
export function shareRoutes(server: Server): void {
  server.post(
    '/collections/:collection/shares',
    operation('conversations', 'shareAnswer', 'read', {
      summary: 'Make a link to an answer of a conversation',
      params: collectionParams,
      body: shareRequestSchema,
      reply: shareSchema,
    }),
    ({ footnote, params, body }) => footnote.shareAnswer(body.messageId, params),
  );

  server.get(
    '/collections/:collection/shares',
    operation('conversations', 'listShares', 'read', {
      summary: 'Links to your answers, the latest first; administrators see those of all',
      params: collectionParams,
      querystring: shareListQuery,
      reply: shareListSchema,
    }),
    async ({ footnote, params, query }) => ({
      shares: await footnote.listShares({ ...params, ...query }),
    }),
  );

  server.delete(
    '/collections/:collection/shares/:shareId',
    operation('conversations', 'revokeShare', 'read', {
      summary: 'Take a link back',
      params: ownShareParams,
      reply: revokedShareSchema,
    }),
    async ({ footnote, params: { collection, shareId } }) => {
      await footnote.revokeShare(shareId, { collection });
      return { revoked: true as const };
    },
  );

  server.get(
    '/shares/:shareId',
    operation('conversations', 'openShare', 'read', {
      summary: 'The answer that a link leads to, for whoever may see all that it cites',
      params: shareParams,
      reply: sharedAnswerSchema,
    }),
    ({ footnote, params: { shareId } }) => footnote.openShare(shareId),
  );
}
