import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Principal, Role } from '../../contracts/principal.ts';
import type { Footnote } from '../../footnote.ts';
import { clientSignal } from '../client-address.ts';
import type { EventStreams } from '../event-streams.ts';
import type { QuestionLimit } from '../question-limit.ts';
import type { RateLimits } from '../rate-limit.ts';
import type { Readiness } from '../readiness.ts';

/** The server as route files see it: bodies and replies are typed by their zod schemas. */
export type Server = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/**
 * What a request needs to be allowed: `public` asks for nothing; `read` asks questions and reads documents; `write`
 * also changes documents; `admin` also changes collections, keys and what is kept of others.
 */
export type RequiredAccess = 'public' | Role;

declare module 'fastify' {
  interface FastifyRequest {
    /** The store as the one who asks may see it. Routes use no other. */
    footnote: Footnote;
    /** Who asks; undefined on `public` routes, where `footnote` refuses everything. */
    principal: Principal | undefined;
  }
  interface FastifyContextConfig {
    /** Every route says it: one without it stops the server from starting. */
    access?: RequiredAccess;
    /** Whether it is worked on within the limit of questions, and refused beyond it. Default: not. */
    isQuestion?: boolean;
    /** Types of bodies that it takes. Default: JSON. */
    accepts?: string;
  }
}

/** Answers a question with events within the limit of questions, as {@link EventStreams.send} sends them. */
export async function sendAnswer(
  { streams, limit }: Pick<RouteContext, 'streams' | 'limit'>,
  request: FastifyRequest,
  reply: FastifyReply,
  ...[start, options]: SendParameters
): Promise<FastifyReply> {
  await limit.run(() => streams.send(request, reply, start, options), clientSignal(reply));
  return reply;
}

type SendParameters =
  Parameters<EventStreams['send']> extends [unknown, unknown, ...infer Rest] ? Rest : never;

/** What routes work with, besides the `footnote` of each request. */
export interface RouteContext {
  readonly readiness: Readiness;
  readonly streams: EventStreams;
  readonly limit: QuestionLimit;
  /** For routes with a limit of their own on how often they are asked. */
  readonly rateLimits: RateLimits;
}
