import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { Principal, Role } from '../../contracts/principal.ts';
import type { Footnote } from '../../footnote.ts';
import { clientSignal } from '../client-address.ts';
import type { EventStreams } from '../event-streams.ts';
import type { QuestionLimit, RateLimits } from '../limits.ts';
import type { Readiness } from '../readiness.ts';
import { errorSchema } from '../schemas/schema-of.ts';

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

/** The parts of a request and the reply of a route, by the schemas that check them. */
interface OperationParts {
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly querystring?: z.ZodType;
  readonly body?: z.ZodType;
  readonly reply: z.ZodType | { readonly description: string; readonly content: object };
}

/** What a route of JSON says of itself, with the failure that any of them may answer with. */
export function operation<const Parts extends OperationParts>(
  tag: string,
  operationId: string,
  access: RequiredAccess,
  { reply, ...parts }: Parts,
) {
  const response: { readonly 200: Parts['reply']; readonly default: typeof errorSchema } = {
    200: reply,
    default: errorSchema,
  };
  return { config: { access }, schema: { operationId, tags: [tag], ...parts, response } };
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
