import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../../src/seeded-random.ts';
import { runFootnote, startFootnote } from '../../test/run-footnote.ts';
import { AnswerCorpus } from '../speed/answer-corpus.ts';
import { inTemporaryFolder } from '../speed/in-temporary-folder.ts';

const passages = 1000;
const questionCount = 500;
/** Clients that ask again as soon as they are answered: together they keep the server busy and wait for little else. */
const clients = 16;
/**
 * Connections that are there from the start, as a proxy holds them: more than the server works on questions at once.
 */
const connections = 256;

/** What a server made of the questions that came in. */
export interface LoadOutcome {
  /** The setting `server.maxQuestions`. */
  readonly maxQuestions: number;
  /** How many times what the server can answer was asked; null where its capacity was measured. */
  readonly times: number | null;
  readonly askedPerSecond: number;
  /** While questions came in: what was still answered behind them does not count. */
  readonly answeredPerSecond: number;
  /** Of all that were answered, from when each was due until its answer was there. */
  readonly answerMs: readonly number[];
  readonly refusedPerSecond: number;
  /** Replies that are neither an answer nor a refusal that says when to come back. */
  readonly failed: number;
}

/**
 * Asks a server of its own process more than it can answer. First its capacity: clients that ask one question after
 * another. Then questions arrive at seeded moments, independently of each other (a Poisson process), at multiples of
 * that, whether those before are answered or not, as they do from people. All quote, no language model is asked.
 */
export async function overload(options: {
  readonly seed: number;
  readonly seconds: number;
  readonly limits: readonly number[];
  readonly multiples: readonly number[];
  readonly onOutcome?: (outcome: LoadOutcome) => void;
}): Promise<readonly LoadOutcome[]> {
  return inTemporaryFolder(async (folder) => {
    const corpus = new AnswerCorpus(passages, options.seed);
    await corpus.write(join(folder, 'files'));
    await runFootnote(['ingest', 'files'], { cwd: folder });
    const outcomes: LoadOutcome[] = [];
    for (const maxQuestions of options.limits) {
      const env = { FOOTNOTE_SERVER_MAX_QUESTIONS: String(maxQuestions) };
      const server = startFootnote(['serve', '--port', '0', '--json'], { cwd: folder, env });
      try {
        const [, address = ''] = await server.waitFor(/"address":"([^"]+)"/);
        const load = new Load(address, corpus.questions(questionCount), options);
        const tell = (times: number | null, counted: Counted) => {
          const outcome = { maxQuestions, times, ...counted };
          options.onOutcome?.(outcome);
          outcomes.push(outcome);
        };
        await load.warmUp();
        const capacity = await load.capacity();
        tell(null, capacity);
        for (const times of options.multiples)
          tell(times, await load.offer(times * capacity.answeredPerSecond));
      } finally {
        server.child.kill('SIGTERM');
        await server.finished;
      }
    }
    return outcomes;
  });
}

/** What came of a load. */
export type Counted = Omit<LoadOutcome, 'maxQuestions' | 'times'>;

interface Reply {
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
  readonly ms: number;
  readonly endMs: number;
}

/** Questions for one server. */
export class Load {
  readonly #address: string;
  readonly #questions: readonly string[];
  readonly #seconds: number;
  readonly #random: () => number;
  readonly #agent = new Agent({ keepAlive: true, maxFreeSockets: 4 * connections });
  #asked = 0;

  constructor(
    address: string,
    questions: readonly string[],
    { seed, seconds }: { readonly seed: number; readonly seconds: number },
  ) {
    this.#address = address;
    this.#questions = questions;
    this.#seconds = seconds;
    this.#random = seededRandom(seed);
  }

  /** Opens connections, and has the server's code compiled. */
  async warmUp(): Promise<void> {
    await Promise.all(Array.from({ length: connections }, () => this.#ask(performance.now())));
    await this.capacity();
  }

  /** As many answers as there can be. */
  capacity(): Promise<Counted> {
    return this.#ofClients(clients);
  }

  /** What one client gets that asks a question after another: how long an answer takes where nobody else asks. */
  alone(): Promise<Counted> {
    return this.#ofClients(1);
  }

  async #ofClients(count: number): Promise<Counted> {
    const endMs = performance.now() + this.#seconds * 1000;
    const replies: Reply[] = [];
    const ask = async () => {
      while (performance.now() < endMs) replies.push(await this.#ask(performance.now()));
    };
    await Promise.all(Array.from({ length: count }, ask));
    return this.#counted(replies, endMs);
  }

  /** So many questions a second, each at its own moment. */
  async offer(perSecond: number): Promise<Counted> {
    const endMs = performance.now() + this.#seconds * 1000;
    const replies: Promise<Reply>[] = [];
    for (let dueMs = performance.now(); dueMs < endMs; ) {
      const aheadMs = dueMs - performance.now();
      if (aheadMs > 1) await pause(aheadMs);
      replies.push(this.#ask(dueMs));
      dueMs += (-Math.log(1 - this.#random()) * 1000) / perSecond;
    }
    return this.#counted(await Promise.all(replies), endMs);
  }

  #ask(dueMs: number): Promise<Reply> {
    const question = this.#questions[this.#asked++ % this.#questions.length];
    const { promise, resolve } = Promise.withResolvers<Reply>();
    const asked = request(`${this.#address}/api/v1/collections/default/ask`, {
      method: 'POST',
      agent: this.#agent,
      headers: { 'content-type': 'application/json' },
    });
    const settle = (status?: number, retryAfter?: string) =>
      resolve({ status, retryAfter, ms: performance.now() - dueMs, endMs: performance.now() });
    asked.on('error', () => settle());
    asked.on('response', (response) => {
      const { statusCode, headers } = response;
      response.resume();
      response.on('close', () => settle(statusCode, headers['retry-after']));
    });
    asked.end(JSON.stringify({ question }));
    return promise;
  }

  /** Replies to questions that came in until `endMs`. */
  #counted(replies: readonly Reply[], endMs: number): Counted {
    const answered = replies.filter(({ status }) => status === 200);
    const refused = replies.filter(({ status, retryAfter }) => status === 503 && retryAfter !== undefined);
    return {
      askedPerSecond: replies.length / this.#seconds,
      answeredPerSecond: answered.filter((reply) => reply.endMs <= endMs).length / this.#seconds,
      answerMs: answered.map(({ ms }) => ms),
      refusedPerSecond: refused.length / this.#seconds,
      failed: replies.length - answered.length - refused.length,
    };
  }
}
