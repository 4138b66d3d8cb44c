import type { FastifyRequest } from 'fastify';
import { isFootnoteError } from '../errors.ts';
import type { Footnote } from '../footnote.ts';
import { sentCredentials } from './authenticate.ts';
import { clientAddress } from './client-address.ts';

/** What a refusal is noted for; that somebody has sent nothing is none. */
const noted = new Set(['credentials_invalid', 'access_denied']);

/** Notes in the audit log that a key or token was refused, by the part of the key that may be shown. */
export async function noteRefusal(
  error: unknown,
  request: FastifyRequest,
  { recordAct }: Pick<Footnote, 'recordAct'>,
): Promise<void> {
  if (!isFootnoteError(error) || !noted.has(error.code)) return;
  const { method, routeOptions } = request;
  await recordAct({
    actor: shownPart(sentCredentials(request) ?? ''),
    action: 'refused',
    collection: null,
    target: `${method} ${routeOptions.url ?? ''}`.trim(),
    clientAddress: clientAddress(request),
    outcome: error.code,
  });
}

/** The id of a key, which is the part of it that may be shown; of anything else nothing is. */
export function shownPart(credentials: string): string {
  return /^fn_[0-9a-f]{12}(?=_)/.exec(credentials)?.[0] ?? 'unknown';
}
