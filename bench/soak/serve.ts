import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../../src/seeded-random.ts';
import { type Running, runFootnote, startFootnote } from '../../test/run-footnote.ts';
import { AnswerCorpus } from '../speed/answer-corpus.ts';

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

  /** Ingests passages into a store in `folder`, where there is none yet, and serves it. */
  static async start(
    folder: string,
    options: {
      readonly seed: number;
      readonly passages: number;
      readonly env?: Readonly<Record<string, string>>;
    },
  ): Promise<ServedStore> {
    const corpus = new AnswerCorpus(options.passages, options.seed);
    await corpus.write(join(folder, 'files'));
    const { code, stderr } = await runFootnote(['ingest', 'files'], { cwd: folder });
    if (code !== 0) throw new Error(`The passages cannot be ingested: ${stderr}`);
    const { env = {} } = options;
    const running = startFootnote(['serve', '--port', '0', '--json'], { cwd: folder, env });
    const [, port = ''] = await running.waitFor(/"address":"http:\/\/127\.0\.0\.1:(\d+)"/);
    return new ServedStore(running, Number(port), corpus.questions(500));
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

  /** The status that `/readyz` answers with. */
  async readiness(): Promise<number> {
    return (await fetch(`http://127.0.0.1:${this.port}/readyz`)).status;
  }
}

/** All that comes on a connection until it is closed. */
export async function replyOf(socket: Socket): Promise<string> {
  let received = '';
  socket
    .setEncoding('utf8')
    .on('data', (text: string) => (received += text))
    .resume();
  await once(socket, 'close');
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
    if ((await server.readiness()) === 200) ready += 1;
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
