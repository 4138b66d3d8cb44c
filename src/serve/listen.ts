import type { FastifyInstance } from 'fastify';
import { FootnoteError } from '../errors.ts';

/**
 * Starts to take requests and returns the address, such as `http://127.0.0.1:8787`; port 0 takes a free one.
 * Errors: `port_taken`, and `address_unusable` where the host is not this machine's or the port needs more rights.
 */
export async function listen(
  server: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<string> {
  try {
    return await server.listen({ host, port });
  } catch (cause) {
    const { code: reason = 'unknown', syscall } = cause as NodeJS.ErrnoException;
    if (reason === 'EADDRINUSE') throw new FootnoteError('port_taken', { host, port }, { cause });
    if (syscall === undefined) throw cause;
    throw new FootnoteError('address_unusable', { host, port, reason }, { cause });
  }
}
