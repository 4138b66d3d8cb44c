import { spawnSync } from 'node:child_process';
import { Agent, request } from 'node:http';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../../src/evaluate/metrics/answer-metrics.ts';
import { seededRandom } from '../../src/values/seeded-random.ts';
import { median } from '../speed/median.ts';

/**
 * Clients that ask again as soon as they are answered: together they keep the server busy, and are few enough that
 * hardly any is refused.
 */
const clients = 4;
/**
 * Connections that are there from the start, as a proxy holds them: more than the server works on questions at once.
 */
const connections = 256;

/** What a server made of the questions of one load. */
export interface LoadOutcome {
  readonly askedPerSecond: number;
  /** While questions came in: what was still answered behind them does not count. */
  readonly answeredPerSecond: number;
  /** Of all that were answered, from when each was due until its answer was there. */
  readonly answerMs: readonly number[];
  /** Replies that are neither an answer nor a refusal that says when to come back. */
  readonly failed: number;
}

/** What a server did when it was asked more than it can answer, in ratios to itself: medians over rounds. */
export interface Overload {
  /** Answers a second, of those at its best. */
  readonly goodput: number;
  /** 95th percentile of the time of those that were answered, over that where nobody else asks. */
  readonly slowdown: number;
  readonly failed: number;
}

interface Reply {
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
  readonly ms: number;
  readonly endMs: number;
}

/** Questions for one server in another process. They quote: no language model is asked. */
export class Load {
  readonly #path: string;
  readonly #questions: readonly string[];
  readonly #seconds: number;
  readonly #random: () => number;
  readonly #agent = new Agent({ keepAlive: true, maxFreeSockets: 4 * connections });
  #asked = 0;

  constructor(
    address: string,
    questions: readonly string[],
    options: { readonly call: 'ask' | 'search'; readonly seed: number; readonly seconds: number },
  ) {
    this.#path = `${address}/api/v1/collections/default/${options.call}`;
    this.#questions = questions;
    this.#seconds = options.seconds;
    this.#random = seededRandom(options.seed);
  }

  /** Opens connections, and has the server's code compiled. */
  async warmUp(): Promise<void> {
    await Promise.all(Array.from({ length: connections }, () => this.#ask(performance.now())));
    await this.#ofClients(clients);
  }

  /**
   * Rounds of three loads: one client that asks a question after another; as many as keep the server busy, which shows
   * what it can answer; and `times` as many questions as that, which come at seeded moments, independently of each
   * other (a Poisson process), whether those before are answered or not, as they do from people.
   */
  async overload(options: {
    readonly times: number;
    readonly rounds: number;
    readonly onRound?: (alone: LoadOutcome, best: LoadOutcome, over: LoadOutcome) => void;
  }): Promise<Overload> {
    const goodput: number[] = [];
    const slowdown: number[] = [];
    let failed = 0;
    for (let round = 0; round < options.rounds; round += 1) {
      const alone = await this.#ofClients(1);
      const best = await this.#ofClients(clients);
      const over = await this.#offer(options.times * best.answeredPerSecond);
      options.onRound?.(alone, best, over);
      goodput.push(over.answeredPerSecond / best.answeredPerSecond);
      slowdown.push(percentile(over.answerMs, 0.95) / percentile(alone.answerMs, 0.95));
      failed += alone.failed + best.failed + over.failed;
    }
    return { goodput: median(goodput), slowdown: median(slowdown), failed };
  }

  async #ofClients(count: number): Promise<LoadOutcome> {
    const endMs = performance.now() + this.#seconds * 1000;
    const replies: Reply[] = [];
    const ask = async () => {
      while (performance.now() < endMs) {
        const reply = await this.#ask(performance.now());
        replies.push(reply);
        if (reply.status === 503) await pause(1000 * Number(reply.retryAfter));
      }
    };
    await Promise.all(Array.from({ length: count }, ask));
    return this.#outcome(replies, endMs);
  }

  /** So many questions a second, each at its own moment. */
  async #offer(perSecond: number): Promise<LoadOutcome> {
    const endMs = performance.now() + this.#seconds * 1000;
    const replies: Promise<Reply>[] = [];
    for (let dueMs = performance.now(); dueMs < endMs; ) {
      const aheadMs = dueMs - performance.now();
      if (aheadMs > 1) await pause(aheadMs);
      replies.push(this.#ask(dueMs));
      dueMs += (-Math.log(1 - this.#random()) * 1000) / perSecond;
    }
    return this.#outcome(await Promise.all(replies), endMs);
  }

  #ask(dueMs: number): Promise<Reply> {
    const question = this.#questions[this.#asked++ % this.#questions.length];
    const { promise, resolve } = Promise.withResolvers<Reply>();
    const asked = request(this.#path, {
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
  #outcome(replies: readonly Reply[], endMs: number): LoadOutcome {
    const answered = replies.filter(({ status }) => status === 200);
    const refused = replies.filter(({ status, retryAfter }) => status === 503 && retryAfter !== undefined);
    return {
      askedPerSecond: replies.length / this.#seconds,
      answeredPerSecond: answered.filter((reply) => reply.endMs <= endMs).length / this.#seconds,
      answerMs: answered.map(({ ms }) => ms),
      failed: replies.length - answered.length - refused.length,
    };
  }
}

/**
 * Does work in this process on the last processor alone, so that whoever asks more takes away nothing of what answers,
 * which has `processors` to run on. Undefined with one processor, or without `taskset` (Linux).
 */
export async function besideServer<Result>(
  work: (processors: string | undefined) => Promise<Result>,
): Promise<Result> {
  const last = availableParallelism() - 1;
  const isApart = last > 0 && keepTo(String(last));
  try {
    return await work(isApart ? `0-${last - 1}` : undefined);
  } finally {
    if (isApart) keepTo(`0-${last}`);
  }
}

function keepTo(processors: string): boolean {
  return spawnSync('taskset', ['-apc', processors, String(process.pid)]).status === 0;
}
