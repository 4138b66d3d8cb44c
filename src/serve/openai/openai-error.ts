import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ErrorCode, FootnoteError } from '../../errors.ts';
import { publicFailure, sendFailure } from '../reply-error.ts';

/** A failure as OpenAI's API tells it, with the details that failures have here. */
export const openaiErrorSchema = z
  .object({
    error: z.object({
      message: z.string().describe('Says what is wrong, the limit and the remedy.'),
      type: z.string(),
      param: z.string().nullable().describe('The part of the request that is to blame.'),
      code: z.string().nullable().describe('Stable: programs can rely on it.'),
      details: z.record(z.string(), z.unknown()).describe('The parts of the message as data, as everywhere.'),
    }),
  })
  .meta({
    id: 'OpenAiError',
    description: 'Why the request failed.',
    examples: [
      {
        error: {
          message: 'n: there is one answer to a question, leave it out.',
          type: 'invalid_request_error',
          param: 'n',
          code: 'request_invalid',
          details: { field: 'n', problem: 'there is one answer to a question, leave it out' },
        },
      },
    ],
  });

const typesByStatus: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  429: 'rate_limit_error',
};

/** Codes that OpenAI's API has for the same. */
const openaiCodes: Partial<Record<ErrorCode, string>> = { model_unknown: 'model_not_found' };

/** The body of a failure. */
export function openaiErrorBody({
  code,
  message,
  status,
  details,
}: FootnoteError): z.output<typeof openaiErrorSchema> {
  const { field } = details;
  const param = code === 'model_unknown' ? 'model' : typeof field === 'string' ? field : null;
  const type = typesByStatus[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error');
  return { error: { message, type, param, code: openaiCodes[code] ?? code, details: { ...details } } };
}

/** Answers a failure as OpenAI's API does, with the status that it has everywhere. */
export function replyOpenaiError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const shown = publicFailure(error, request);
  return sendFailure(reply, shown.status, JSON.stringify(openaiErrorBody(shown)));
}
