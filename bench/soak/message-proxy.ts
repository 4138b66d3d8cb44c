import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * Acts on one message before it goes on. Resolves to whether it does: a message that is held back until then is as one
 * that takes long.
 */
export type MessageAct = () => boolean | Promise<boolean>;

/**
 * A proxy between one process and its PostgreSQL that counts what the process sends: a client of PostgreSQL sends a
 * statement with its values in one piece. So something can happen with a statement sent and not yet there, or there and
 * not yet answered, however busy the machine is.
 */
export class MessageProxy {
  /** Messages of the client so far. */
  messages = 0;
  readonly #target: { readonly host: string; readonly port: number };
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #next: { readonly message: number; readonly act: MessageAct } | undefined;

  /** @param url address of a PostgreSQL server */
  constructor(url: string) {
    const { hostname: host, port } = new URL(url);
    this.#target = { host, port: Number(port || 5432) };
    this.#server = createServer({ noDelay: true }, (client) => this.#connect(client));
  }

  /** Listens on 127.0.0.1. Returns the port. */
  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  /** Acts once, with a message of the client that is counted from now on: 1 is the next. */
  at(message: number, act: MessageAct): void {
    this.#next = { message: this.messages + message, act };
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #connect(client: Socket): void {
    const upstream = connect({ ...this.#target, noDelay: true });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => {});
      // What was sent before the end still arrives.
      one.on('close', () => {
        this.#sockets.delete(one);
        other.end();
      });
    }
    upstream.pipe(client);
    client.on('data', (bytes) => void this.#forward(client, upstream, bytes));
  }

  /** One piece after another: nothing is read from the client while a message is held back. */
  async #forward(client: Socket, upstream: Socket, bytes: Buffer): Promise<void> {
    this.messages += 1;
    const next = this.#next;
    if (next && this.messages >= next.message) {
      this.#next = undefined;
      client.pause();
      const goesOn = await next.act();
      client.resume();
      if (!goesOn) return;
    }
    if (upstream.write(bytes)) return;
    client.pause();
    upstream.once('drain', () => client.resume());
  }
}
