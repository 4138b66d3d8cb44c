import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What has become of a server's connections, which Node does not tell. */
export class Connections {
  readonly #silent = new Set<Socket>();
  readonly #latestReplies = new WeakMap<Socket, ServerResponse>();

  constructor(server: Server) {
    server.on('connection', (socket) => {
      this.#silent.add(socket);
      socket.once('close', () => this.#silent.delete(socket));
    });
    server.on('request', ({ socket }, reply) => {
      this.#silent.delete(socket);
      this.#latestReplies.set(socket, reply);
    });
  }

  /** Whether a reply has begun and not ended, so that whatever else is written becomes a part of it. */
  isWithinReply(socket: Socket): boolean {
    const reply = this.#latestReplies.get(socket);
    return reply !== undefined && reply.headersSent && !reply.writableFinished;
  }

  /**
   * Ends the connections on which nothing has been asked yet, as browsers open them ahead of need. A server that closes
   * would wait for them until their headers are overdue, a minute: Node counts them among the busy ones.
   */
  endSilent(): void {
    for (const socket of this.#silent) socket.destroy();
  }
}
