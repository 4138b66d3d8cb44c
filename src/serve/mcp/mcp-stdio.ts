import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer, type McpServerOptions } from './mcp-server.ts';

/**
 * Serves the protocol on standard input and output until the client closes its end, or the signal is aborted. Nothing
 * else may be written to standard output meanwhile. What is under way then ends with `aborted`.
 */
export async function serveMcpOverStdio(
  options: McpServerOptions & {
    readonly signal: AbortSignal;
    /** Told what of the client's messages cannot be read. */
    readonly onProblem: (problem: string) => void;
  },
): Promise<void> {
  const { signal, onProblem, ...rest } = options;
  const { stdin, stdout } = process;
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  stdin.once('end', end).once('close', end);
  stdout.once('close', end).once('error', end);
  signal.addEventListener('abort', end, { once: true });
  const handle = serveStdio(() => createMcpServer(rest), { onerror: ({ message }) => onProblem(message) });
  if (signal.aborted || stdin.readableEnded || stdin.destroyed) end();
  await ended;
  await handle.close();
  // An open end that nobody writes to any more would keep the process.
  stdin.pause().unref?.();
}
