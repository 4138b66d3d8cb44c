import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * What befalls the connections of a proxy. `refuse`: they are reset, and nobody listens any more. `cut`: they are reset
 * before the message has gone through whole, and so are new ones. `cut-answer`: the message goes through, and they are
 * reset once the server answers. `stall`: they stay open, and nothing goes through. `slow`: all goes through, a few
 * bytes at a time.
 */
export type TcpFault = (typeof tcpFaults)[number];

export const tcpFaults = ['refuse', 'cut', 'cut-answer', 'stall', 'slow'] as const;

/** When a fault begins. */
export interface Strike {
  readonly fault: TcpFault;
  /** With which message from a client, counted from now on: 1 is the next. */
  readonly atMessage: number;
  /** The share of that message, in [0, 1), that still goes through where it is `cut`. Default 0. */
  readonly share?: number;
}

/** A proxy between a client and a real server. */
export interface TcpProxy {
  /** On 127.0.0.1. */
  readonly port: number;
  /** Pieces that clients have sent since the last strike or healing. */
  readonly messages: number;
  /** When the fault began, by `performance.now()`; undefined while there is none. */
  readonly struckAtMs: number | undefined;
  strike(strike: Strike): void;
  /** All goes through again. Connections that met the fault are gone, with what they held. */
  heal(): Promise<void>;
  close(): Promise<void>;
}

/** Slowly: so many bytes, then a rest. */
const slowBytes = 512;
const slowRestMs = 2;

/** Starts a proxy to the server at this address. */
export async function startTcpProxy(server: { host: string; port: number }): Promise<TcpProxy> {
  const proxy = new FaultyProxy(server);
  await proxy.listen();
  return proxy;
}

/** Both ends of one connection. */
interface Pair {
  readonly client: Socket;
  readonly upstream: Socket;
}

class FaultyProxy implements TcpProxy {
  messages = 0;
  struckAtMs: number | undefined;
  port = 0;
  readonly #target: { host: string; port: number };
  readonly #pairs = new Set<Pair>();
  #server: Server | undefined;
  #next: Strike | undefined;
  #fault: TcpFault | undefined;

  constructor(target: { host: string; port: number }) {
    this.#target = target;
  }

  async listen(): Promise<void> {
    const server = createServer((client) => this.#connect(client));
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    this.port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  strike(strike: Strike): void {
    this.messages = 0;
    this.#next = strike;
  }

  async heal(): Promise<void> {
    const wasUnusable = this.#fault !== undefined && this.#fault !== 'slow';
    this.#next = undefined;
    this.#fault = undefined;
    this.struckAtMs = undefined;
    this.messages = 0;
    if (wasUnusable) this.#resetAll();
    if (!this.#server?.listening) await this.listen();
  }

  async close(): Promise<void> {
    this.#resetAll();
    const server = this.#server;
    if (!server?.listening) return;
    server.close();
    await once(server, 'close');
  }

  #connect(client: Socket): void {
    client.on('error', () => {});
    if (this.#fault === 'cut' || this.#fault === 'cut-answer') return void client.resetAndDestroy();
    client.setNoDelay(true);
    const upstream = connect(this.#target);
    upstream.on('error', () => {});
    upstream.setNoDelay(true);
    const pair = { client, upstream };
    this.#pairs.add(pair);
    client.on('data', (bytes) => this.#fromClient(pair, bytes));
    upstream.on('data', (bytes) => this.#fromServer(pair, bytes));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('end', () => other.end());
      one.on('close', () => {
        this.#pairs.delete(pair);
        other.destroy();
      });
    }
  }

  #fromClient(pair: Pair, bytes: Buffer): void {
    this.messages += 1;
    const strike = this.#next;
    if (strike && this.messages >= strike.atMessage) {
      this.#next = undefined;
      this.#fault = strike.fault;
      this.struckAtMs = performance.now();
      if (strike.fault === 'cut') {
        // What has gone out arrives before the end of the connection does.
        pair.upstream.end(bytes.subarray(0, Math.floor(bytes.length * (strike.share ?? 0))));
        pair.client.resetAndDestroy();
      }
      if (strike.fault === 'refuse') this.#server?.close();
      if (strike.fault === 'refuse' || strike.fault === 'cut') return this.#resetAll();
    }
    if (this.#fault === 'stall') return;
    this.#forward(pair.client, pair.upstream, bytes);
  }

  #fromServer(pair: Pair, bytes: Buffer): void {
    if (this.#fault === 'stall') return;
    if (this.#fault === 'cut-answer') return this.#resetAll();
    this.#forward(pair.upstream, pair.client, bytes);
  }

  #forward(from: Socket, to: Socket, bytes: Buffer): void {
    if (this.#fault !== 'slow') {
      if (!to.write(bytes)) {
        from.pause();
        to.once('drain', () => from.resume());
      }
      return;
    }
    from.pause();
    const send = (at: number): void => {
      if (to.destroyed) return;
      if (at >= bytes.length) return void from.resume();
      to.write(bytes.subarray(at, at + slowBytes));
      setTimeout(() => send(at + slowBytes), slowRestMs);
    };
    send(0);
  }

  #resetAll(): void {
    for (const { client, upstream } of this.#pairs) {
      client.resetAndDestroy();
      // Ended rather than reset: what went through before is still read there.
      if (!upstream.writableEnded) upstream.end();
    }
    this.#pairs.clear();
  }
}
