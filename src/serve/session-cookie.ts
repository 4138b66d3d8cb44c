import cookies from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Footnote } from '../footnote.ts';
import type { Authenticator } from './authenticate.ts';

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
export function hasSession(request: FastifyRequest): boolean {
  return cookieOf(request, sessionCookie) !== undefined;
}

/** Keeps somebody signed in on this browser until a moment, ISO 8601. */
export function setSession(
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
