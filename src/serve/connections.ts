import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What has become of a server's connections, which Node does not tell. */
export class Connections {
  readonly #silent = new Set<Socket>();
  readonly #latest = new WeakMap<Socket, { request: IncomingMessage; reply: ServerResponse }>();

  constructor(server: Server) {
    server.on('connection', (socket) => {
      this.#silent.add(socket);
      socket.once('close', () => this.#silent.delete(socket));
    });
    server.on('request', (request, reply) => {
      this.#silent.delete(request.socket);
      this.#latest.set(request.socket, { request, reply });
    });
  }

  /**
   * Whether a request that came whole has still to be answered, or a reply has begun and not ended: whatever else is
   * written would be taken for the reply, or for a part of it.
   */
  isReplyDue(socket: Socket): boolean {
    const latest = this.#latest.get(socket);
    if (!latest || latest.reply.writableFinished) return false;
    return latest.request.complete || latest.reply.headersSent;
  }

  /**
   * Ends the connections on which nothing has been asked yet, as browsers open them ahead of need. A server that closes
   * would wait for them until their headers are overdue, a minute: Node counts them among the busy ones.
   */
  endSilent(): void {
    for (const socket of this.#silent) socket.destroy();
  }
}
