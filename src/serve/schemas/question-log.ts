import { z } from 'zod';
import { maxListed, sessionName } from '../../app/checked-calls.ts';
import { keptOutcomes } from '../../contracts/generator.ts';
import {
  type LogEntry,
  type LoggedCitation,
  logSelections,
  type QuestionLogPage,
} from '../../contracts/question-log.ts';
import { type ErrorCode, errorTable } from '../../errors.ts';
import { verdict } from './answer.ts';
import { schemaOf, wholeNumber } from './schema-of.ts';

/** The query of the log of questions. */
export const questionLogQuery = z.strictObject({
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
    errorCode: z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]).nullable(),
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
export const questionLogSchema = schemaOf<QuestionLogPage>()(
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
