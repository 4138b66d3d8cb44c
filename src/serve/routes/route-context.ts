import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Footnote } from '../../footnote.ts';
import type { EventStreams } from '../event-streams.ts';
import type { QuestionLimit } from '../question-limit.ts';
import type { Readiness } from '../readiness.ts';

/** The server as route files see it: bodies and replies are typed by their zod schemas. */
export type Server = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** What routes work with. */
export interface RouteContext {
  readonly footnote: Footnote;
  readonly readiness: Readiness;
  readonly streams: EventStreams;
  readonly limit: QuestionLimit;
}
