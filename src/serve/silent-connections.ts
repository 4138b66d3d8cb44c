import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Keeps track of the connections on which nothing has been asked yet, as browsers open them ahead of need. A server
 * that closes would wait for them until their headers are overdue, a minute: Node counts them among the busy ones.
 * Returns what ends them.
 */
export function trackSilentConnections(server: Server): () => void {
  const silent = new Set<Socket>();
  server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', ({ socket }) => silent.delete(socket));
  return () => {
    for (const socket of silent) socket.destroy();
  };
}
