import type { FastifyRequest } from 'fastify';
import type { Principal } from '../../contracts/principal.ts';
import { FootnoteError, isFootnoteError } from '../../errors.ts';
import type { Footnote } from '../../footnote.ts';
import type { Authentication } from '../authenticate.ts';
import { clientAddress } from '../client-address.ts';
import { shownPart } from '../note-refusal.ts';
import type { SignInFlow } from '../oidc/sign-in-flow.ts';
import { publicFailure } from '../reply-error.ts';
import { errorSchema } from '../schemas/schema-of.ts';
import { sessionSchema, signedInSchema, signedOutSchema, signInSchema } from '../schemas/session.ts';
import { endSession, hasSession, setSession } from '../session-cookie.ts';
import type { RouteContext, Server } from './route-context.ts';

/** What signing in works with: the store itself, since whoever signs in may see nothing of it yet. */
export interface SignInContext extends Pick<RouteContext, 'rateLimits'> {
  readonly store: Pick<Footnote, 'checkKey' | 'beginSession' | 'endSession' | 'recordAct'>;
  readonly authentication: Authentication;
  /** Undefined where no provider of identities is set. */
  readonly flow: SignInFlow | undefined;
  readonly sessionHours: number;
  /** The language model that writes answers; null where they are quoted. */
  readonly model: string | null;
}

/** Sign-ins of one address a minute: people need few, and each costs a search in the records. */
const signInsAMinute = 30;

/** `/session`: signing in and out on the page. */
export function sessionRoutes(server: Server, context: SignInContext): void {
  const { store, authentication, flow, sessionHours, rateLimits, model } = context;
  server.get(
    '/session',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getSession',
        summary: 'Who is asking, and how to sign in',
        tags: ['session'],
        response: { 200: sessionSchema, default: errorSchema },
      },
    },
    async (request) => {
      const principal = await whoAsks(request, authentication);
      return {
        principal: principal && { id: principal.id, role: principal.role },
        isSession: principal !== null && hasSession(request),
        provider: flow !== undefined,
        model: principal && model,
      };
    },
  );

  server.post(
    '/session',
    {
      config: { access: 'public' },
      onRequest: rateLimits.perAddress({ max: signInsAMinute }),
      schema: {
        operationId: 'signIn',
        summary: 'Sign in on this browser with a key',
        tags: ['session'],
        body: signInSchema,
        response: { 200: signedInSchema, default: errorSchema },
      },
    },
    async (request, reply) => {
      const key = await store.checkKey(request.body.key);
      const note = (outcome: 'ok' | 'credentials_invalid') =>
        noteSignIn(request, store, { actor: shownPart(request.body.key), outcome });
      if (!key) {
        await note('credentials_invalid');
        throw new FootnoteError('credentials_invalid', {});
      }
      const latest = sessionEnd(sessionHours);
      const expiresAt = key.expiresAt !== null && key.expiresAt < latest ? key.expiresAt : latest;
      const session = await store.beginSession({ keyId: key.id, expiresAt });
      await note('ok');
      setSession(request, reply, session);
      return { principal: { id: key.id, role: key.role }, expiresAt };
    },
  );

  server.delete(
    '/session',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'signOut',
        summary: 'Sign out on this browser',
        tags: ['session'],
        response: { 200: signedOutSchema, default: errorSchema },
      },
    },
    async (request, reply) => {
      const principal = hasSession(request) ? await whoAsks(request, authentication) : null;
      await endSession(request, reply, store);
      if (principal) {
        await store.recordAct({
          actor: principal.id,
          action: 'sign-out',
          collection: null,
          target: null,
          outcome: 'ok',
          clientAddress: clientAddress(request),
        });
      }
      return { signedOut: true as const };
    },
  );
}

/** `/auth/login` and `/auth/callback`: the way to a provider of identities and back, where one is set. */
export function signInRoutes(server: Server, { store, flow, sessionHours, rateLimits }: SignInContext): void {
  if (!flow) return;
  const route = {
    config: { access: 'public' },
    schema: { hide: true },
    onRequest: rateLimits.perAddress({ max: signInsAMinute }),
  } as const;
  server.get('/auth/login', route, async (request, reply) =>
    reply.redirect(await flow.begin(request, reply)),
  );

  server.get('/auth/callback', route, async (request, reply) => {
    try {
      const principal = await flow.end(request, reply);
      const session = await store.beginSession({ principal, expiresAt: sessionEnd(sessionHours) });
      setSession(request, reply, session);
      await noteSignIn(request, store, { actor: principal.id, outcome: 'ok' });
      // The page, wherever a proxy shows it.
      return reply.redirect('../');
    } catch (error) {
      const { code } = publicFailure(error, request);
      await noteSignIn(request, store, { actor: 'unknown', outcome: code });
      return reply.redirect(`../?sign-in=${code}`);
    }
  });
}

/** Null where it is nobody that this server knows. */
async function whoAsks(request: FastifyRequest, authentication: Authentication): Promise<Principal | null> {
  try {
    return (await authentication.principalOf(request, 'read')) ?? null;
  } catch (error) {
    if (isFootnoteError(error) && (error.status === 401 || error.status === 403)) return null;
    throw error;
  }
}

async function noteSignIn(
  request: FastifyRequest,
  { recordAct }: Pick<Footnote, 'recordAct'>,
  who: Pick<Parameters<Footnote['recordAct']>[0], 'actor' | 'outcome'>,
): Promise<void> {
  const address = clientAddress(request);
  await recordAct({ ...who, action: 'sign-in', collection: null, target: null, clientAddress: address });
}

function sessionEnd(hours: number): string {
  return new Date(Date.now() + hours * 3_600_000).toISOString();
}
