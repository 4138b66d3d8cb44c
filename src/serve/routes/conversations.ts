import {
  branchPointSchema,
  conversationChangeSchema,
  conversationListQuery,
  conversationListSchema,
  conversationSchema,
  conversationWithMessagesSchema,
  erasedSchema,
} from '../schemas/conversation.ts';
import { feedbackKeptSchema, feedbackSchema } from '../schemas/feedback.ts';
import { questionLogQuery, questionLogSchema } from '../schemas/question-log.ts';
import { collectionParams, conversationParams, errorSchema } from '../schemas/schema-of.ts';
import type { Server } from './route-context.ts';

/** What is kept of questions and answers: conversations, and what readers think of answers. */
export function conversationRoutes(server: Server): void {
  server.get(
    '/collections/:collection/conversations',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listConversations',
        summary: 'Conversations of one session, the latest first',
        tags: ['conversations'],
        params: collectionParams,
        querystring: conversationListQuery,
        response: { 200: conversationListSchema, default: errorSchema },
      },
    },
    async ({ footnote, params, query }) => ({
      conversations: await footnote.listConversations({ ...params, ...query }),
    }),
  );

  server.get(
    '/collections/:collection/conversations/:conversationId',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getConversation',
        summary: 'One conversation with its messages',
        tags: ['conversations'],
        params: conversationParams,
        response: { 200: conversationWithMessagesSchema, default: errorSchema },
      },
    },
    ({ footnote, params: { conversationId, collection } }) =>
      footnote.getConversation(conversationId, { collection }),
  );

  server.patch(
    '/collections/:collection/conversations/:conversationId',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'changeConversation',
        summary: 'Name a conversation, or pin it so that lists begin with it',
        tags: ['conversations'],
        params: conversationParams,
        body: conversationChangeSchema,
        response: { 200: conversationSchema, default: errorSchema },
      },
    },
    ({ footnote, body, params: { conversationId, collection } }) =>
      footnote.changeConversation(conversationId, body, { collection }),
  );

  server.post(
    '/collections/:collection/conversations/:conversationId(^[^:]+)::branch',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'branchConversation',
        summary: 'Begin another conversation with what was said in this one before a question',
        tags: ['conversations'],
        params: conversationParams,
        body: branchPointSchema,
        response: { 200: conversationSchema, default: errorSchema },
      },
    },
    ({ footnote, body, params: { conversationId, collection } }) =>
      footnote.branchConversation(conversationId, body, { collection }),
  );

  server.delete(
    '/collections/:collection/conversations/:conversationId',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'eraseConversation',
        summary: 'Erase a conversation, with what the log says about it',
        tags: ['conversations'],
        params: conversationParams,
        response: { 200: erasedSchema, default: errorSchema },
      },
    },
    ({ footnote, params: { conversationId, collection } }) =>
      footnote.eraseConversations({ conversationId }, { collection }),
  );

  server.get(
    '/collections/:collection/log',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'readLog',
        summary: 'What was asked, unanswered questions first',
        tags: ['conversations'],
        params: collectionParams,
        querystring: questionLogQuery,
        response: { 200: questionLogSchema, default: errorSchema },
      },
    },
    ({ footnote, params, query }) => footnote.readLog({ ...params, ...query }),
  );

  server.post(
    '/collections/:collection/feedback',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'recordFeedback',
        summary: 'Say whether an answer helped, or that a citation was opened',
        tags: ['conversations'],
        params: collectionParams,
        body: feedbackSchema,
        response: { 200: feedbackKeptSchema, default: errorSchema },
      },
    },
    async ({ footnote, body, params }) => {
      await footnote.recordFeedback(body, params);
      return { kept: true as const };
    },
  );
}
