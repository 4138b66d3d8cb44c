import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../../src/values/seeded-random.ts';
import { launcher, type Running, runFootnote, startProgram } from '../../test/run-footnote.ts';
import { AnswerCorpus } from '../speed/answer-corpus.ts';

/** Between two looks at whether something has come about. */
const lookMs = 20;

/** Latest moment after a question is sent at which its client leaves: about what a streamed answer takes. */
const latestAbortMs = 12;

/** A server in a process of its own, over a store with made-up passages. */
export class ServedStore {
  readonly port: number;
  readonly questions: readonly string[];
  readonly #running: Running;

  private constructor(running: Running, port: number, questions: readonly string[]) {
    this.#running = running;
    this.port = port;
    this.questions = questions;
  }

  /** Serves the store in a folder; one that has none gets so many passages first. */
  static async start(
    folder: string,
    options: {
      readonly seed: number;
      readonly passages: number;
      readonly env?: Readonly<Record<string, string>>;
      /** That it runs on, as `taskset` names them. Default: those of this process. */
      readonly processors?: string | undefined;
    },
  ): Promise<ServedStore> {
    const corpus = new AnswerCorpus(options.passages, options.seed);
    if (!existsSync(join(folder, 'files'))) {
      await corpus.write(join(folder, 'files'));
      const { code, stderr } = await runFootnote(['ingest', 'files'], { cwd: folder });
      if (code !== 0) throw new Error(`The passages cannot be ingested: ${stderr}`);
    }
    const { env = {}, processors } = options;
    const command = [process.execPath, launcher, 'serve', '--port', '0', '--json'];
    const running = processors
      ? startProgram('taskset', ['-c', processors, ...command], { cwd: folder, env })
      : startProgram(process.execPath, command.slice(1), { cwd: folder, env });
    const [, port = ''] = await running.waitFor(/"address":"http:\/\/127\.0\.0\.1:(\d+)"/);
    const server = new ServedStore(running, Number(port), corpus.questions(500));
    while ((await server.status('/readyz')) !== 200) await pause(lookMs);
    return server;
  }

  /** Bytes of memory that its process holds. */
  get memoryBytes(): number {
    const status = readFileSync(`/proc/${this.#running.child.pid}/status`, 'utf8');
    return 1024 * Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]);
  }

  /** Sends SIGTERM and resolves with the exit code once the process has ended by itself; null where it was killed. */
  async stop(): Promise<number | null> {
    this.#running.child.kill('SIGTERM');
    return (await this.#running.finished).code;
  }

  /** Ends the process whatever it does. */
  async kill(): Promise<void> {
    this.#running.child.kill('SIGKILL');
    await this.#running.finished;
  }

  /** Connects and sends one question, by its place, on a connection of its own; `fields` are others of its body. */
  async ask(place: number, fields: object = {}): Promise<Socket> {
    const socket = connect(this.port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    const question = this.questions[place % this.questions.length];
    const body = JSON.stringify({ question, ...fields });
    socket.write(
      `POST /api/v1/collections/default/ask HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    return socket;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The status that a path is answered with. */
  async status(path: string): Promise<number> {
    const reply = await fetch(this.address + path);
    await reply.arrayBuffer();
    return reply.status;
  }
}

/** All that comes on a connection until it is closed. */
export async function replyOf(socket: Socket): Promise<string> {
  let received = '';
  socket
    .setEncoding('utf8')
    .on('data', (text: string) => (received += text))
    .resume();
  // An error is an end too: what came before it is what counts.
  await new Promise((resolve) => socket.once('close', resolve));
  return received;
}

/** The last events of a stream, of which there should be one. */
function endingsIn(reply: string): readonly string[] {
  return reply.match(/^event: (?:done|error)$/gm) ?? [];
}

/**
 * Asks for so many streamed answers and reads none of them, sees how often the server answers that it is ready
 * meanwhile, and then reads them all.
 */
export async function leaveUnread(
  server: ServedStore,
  { count, looks }: { readonly count: number; readonly looks: number },
): Promise<{ readonly ready: number; readonly slowestMs: number; readonly ended: number }> {
  const sockets = await Promise.all(
    Array.from({ length: count }, async (_, place) => (await server.ask(place, { stream: true })).pause()),
  );
  let [ready, slowestMs] = [0, 0];
  for (let look = 0; look < looks; look += 1) {
    const sinceMs = performance.now();
    if ((await server.status('/readyz')) === 200) ready += 1;
    slowestMs = Math.max(slowestMs, performance.now() - sinceMs);
  }
  const replies = await Promise.all(sockets.map(replyOf));
  const ended = replies.filter((reply) => endingsIn(reply).length === 1).length;
  return { ready, slowestMs, ended };
}

/**
 * Asks for streamed answers, every other in a conversation, as the page does, and leaves each at a seeded moment:
 * before, while or after it is written.
 */
export async function leaveAnswers(
  server: ServedStore,
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<void> {
  const random = seededRandom(seed);
  for (let place = 0; place < count; place += 1) {
    const conversation = place % 2 === 0 ? { conversationId: null } : {};
    const socket = await server.ask(place, { stream: true, ...conversation });
    socket.resume();
    // Half of all leave within the first quarter, where an answer begins.
    await pause(latestAbortMs * random() ** 2);
    if (random() < 0.5) socket.destroy();
    else socket.resetAndDestroy();
  }
}

/**
 * Reads so many streamed answers slowly, a little at a time, all at once. Returns how many came whole: with exactly one
 * last event.
 */
export async function readSlowly(server: ServedStore, count: number): Promise<number> {
  const sockets = await Promise.all(
    Array.from({ length: count }, (_, place) => server.ask(place, { stream: true })),
  );
  const replies = await Promise.all(
    sockets.map(async (socket) => {
      const read = setInterval(() => {
        socket.resume();
        setImmediate(() => socket.pause());
      }, lookMs);
      socket.pause();
      const reply = replyOf(socket);
      socket.pause();
      return reply.finally(() => clearInterval(read));
    }),
  );
  return replies.filter((reply) => endingsIn(reply).length === 1).length;
}

/** Sends so many requests a byte at a time until the server has enough. Returns how many it refused and let go of. */
export async function sendSlowly(server: ServedStore, count: number): Promise<number> {
  const request = `POST /api/v1/collections/default/ask HTTP/1.1\r\nHost: localhost\r\n${'X-Slow: yes\r\n'.repeat(1000)}`;
  const replies = Array.from({ length: count }, async () => {
    const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    let at = 0;
    const send = setInterval(() => socket.write(request[at++] ?? '\r'), lookMs);
    return replyOf(socket).finally(() => clearInterval(send));
  });
  return (await Promise.all(replies)).filter((reply) => reply.includes('it did not arrive in time')).length;
}

/** Refused while the server stops, with a reply of its own, or closed before a byte of it was taken. */
function isRefused(reply: string): boolean {
  return reply === '' || reply.startsWith('HTTP/1.1 503');
}

/**
 * Asks so many questions, each in a conversation of its own, and has the server stopped in the middle of them. Returns
 * the conversations of the answers that were acknowledged, and what came of the other streams.
 */
export async function stopWhileAsked(
  server: ServedStore,
  count: number,
): Promise<{
  readonly conversations: readonly string[];
  readonly ended: number;
  readonly code: number | null;
}> {
  let done = 0;
  const half = Promise.withResolvers<void>();
  const replies = Array.from({ length: count }, async (_, place) => {
    const reply = await replyOf(await server.ask(place, { stream: true, conversationId: null }));
    done += 1;
    if (done >= count / 2) half.resolve();
    return reply;
  });
  await half.promise;
  const code = await server.stop();
  const all = await Promise.all(replies);
  const conversations = all
    .filter((reply) => /^event: done$/m.test(reply))
    .flatMap((reply) => /"conversationId":"([^"]+)"/.exec(reply)?.[1] ?? []);
  const ended = all.filter((reply) => endingsIn(reply).length === 1 || isRefused(reply));
  return { conversations, ended: ended.length, code };
}

/** How many of the conversations are there with a question and its answer. */
export async function conversationsKept(server: ServedStore, ids: readonly string[]): Promise<number> {
  let kept = 0;
  for (const id of ids) {
    const reply = await fetch(`${server.address}/api/v1/collections/default/conversations/${id}`);
    const { history } = (await reply.json()) as { history?: readonly unknown[] };
    if (history?.length === 2) kept += 1;
  }
  return kept;
}
