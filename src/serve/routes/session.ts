import cookies from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Principal, roles } from '../../contracts/principal.ts';
import { FootnoteError, isFootnoteError } from '../../errors.ts';
import type { Footnote } from '../../footnote.ts';
import type { Authentication, Authenticator } from '../access.ts';
import { shownPart } from '../access.ts';
import { clientAddress } from '../client-address.ts';
import type { SignInFlow } from '../identity-provider.ts';
import { publicFailure } from '../reply-error.ts';
import { errorSchema } from '../schemas/schema-of.ts';
import { operation, type RouteContext, type Server } from './route-context.ts';

const who = z.object({
  id: z.string().describe('Id of a key, or of a user as the provider of identities names it.'),
  role: z.enum(roles),
});

/** The body that signs in. */
const signInSchema = z.strictObject({ key: z.string().min(1).max(200).describe('A whole key.') }).meta({
  id: 'SignIn',
  description: 'Signs in on this browser with a key.',
  examples: [{ key: 'fn_4f1c09ab77de_kJ0mZ7n1sQvJm0w2pXy8Rr5Lq3Tt9Uu4Vv6Ww1Xx2Yy' }],
});

/** Who is asking, and how to say who one is. */
const sessionSchema = z
  .object({
    principal: who.nullable().describe('Who is asking; null: nobody that this server knows.'),
    isSession: z.boolean().describe('Whether they have signed in on this browser, and can sign out.'),
    provider: z.boolean().describe('Whether one can sign in at a provider of identities: GET /auth/login.'),
    model: z
      .string()
      .nullable()
      .describe('The language model that writes answers; null where they are quoted, or nobody is asking.'),
  })
  .meta({
    id: 'Session',
    description: 'Who is asking, and how to sign in.',
    examples: [{ principal: null, isSession: false, provider: false, model: null }],
  });

/** The reply to signing in. */
const signedInSchema = z
  .object({ principal: who, expiresAt: z.string().describe('ISO 8601.') })
  .meta({ id: 'SignedIn', description: 'Who has signed in, and until when.' });

/** The reply to signing out. */
const signedOutSchema = z
  .object({ signedOut: z.literal(true) })
  .meta({ id: 'SignedOut', description: 'Nobody is signed in on this browser any more.' });

/** What signing in works with: the store itself, since whoever signs in may see nothing of it yet. */
interface SignInContext extends Pick<RouteContext, 'rateLimits'> {
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
    operation('session', 'getSession', 'public', {
      summary: 'Who is asking, and how to sign in',
      reply: sessionSchema,
    }),
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
    operation('session', 'signOut', 'public', {
      summary: 'Sign out on this browser',
      reply: signedOutSchema,
    }),
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

/** Holds the token of a session. */
const sessionCookie = 'footnote_session';

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Lets the server read and write cookies; where they are read and written is said below. */
export function registerCookies(server: FastifyInstance): void {
  void server.register(cookies, { hook: false });
}

/** The value of a cookie. */
export function cookieOf({ headers, server }: FastifyRequest, name: string): string | undefined {
  return headers.cookie === undefined ? undefined : server.parseCookie(headers.cookie)[name];
}

/**
 * Sets a cookie that no script can read, and that only comes back over HTTPS where it was set over it. It is not sent
 * with what other sites ask for; `lax`: but with links that they have, as the way back from a provider of identities is
 * one.
 * `maxAgeSeconds` 0 takes it away.
 */
export function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  cookie: { name: string; value: string; sameSite: 'strict' | 'lax'; maxAgeSeconds: number },
): void {
  const { name, value, sameSite, maxAgeSeconds: maxAge } = cookie;
  const isSecure = request.protocol === 'https' || request.headers.origin?.startsWith('https:') === true;
  const text = request.server.serializeCookie(name, value, {
    path: '/',
    httpOnly: true,
    secure: isSecure,
    sameSite,
    maxAge,
  });
  // More than one cookie may be set by a reply.
  void reply.header('set-cookie', text);
}

/** Whether a request says that somebody has signed in on its browser. */
function hasSession(request: FastifyRequest): boolean {
  return cookieOf(request, sessionCookie) !== undefined;
}

/** Keeps somebody signed in on this browser until a moment, ISO 8601. */
function setSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, expiresAt }: { readonly token: string; readonly expiresAt: string },
): void {
  const maxAgeSeconds = Math.max(1, Math.floor((Date.parse(expiresAt) - Date.now()) / 1000));
  setCookie(request, reply, { name: sessionCookie, value: token, sameSite: 'strict', maxAgeSeconds });
}

/** Ends the session of this browser, if there is one. */
export async function endSession(
  request: FastifyRequest,
  reply: FastifyReply,
  footnote: Pick<Footnote, 'endSession'>,
): Promise<void> {
  const token = cookieOf(request, sessionCookie);
  if (token !== undefined) await footnote.endSession(token);
  setCookie(request, reply, { name: sessionCookie, value: '', sameSite: 'strict', maxAgeSeconds: 0 });
}

/**
 * Knows who has signed in on the page. What could change something has to say which page it comes from, as browsers do:
 * that it is this server's own is checked for every request.
 */
export function sessionAuthenticator({ checkSession }: Pick<Footnote, 'checkSession'>): Authenticator {
  return async (request) => {
    const token = cookieOf(request, sessionCookie);
    if (token === undefined) return undefined;
    if (!readingMethods.has(request.method) && request.headers.origin === undefined) return undefined;
    return checkSession(token);
  };
}
