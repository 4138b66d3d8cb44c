import { inTemporaryFolder } from '../speed/in-temporary-folder.ts';
import { startEndlessModel } from './endless-model.ts';
import { besideServer, Load, type LoadOutcome } from './load.ts';
import {
  conversationsKept,
  leaveAnswers,
  leaveUnread,
  readSlowly,
  ServedStore,
  sendSlowly,
  stopWhileAsked,
} from './serve.ts';

/** One thing that a server under load has to do, what came of it, and whether that is enough. */
export interface ServeFinding {
  readonly what: string;
  readonly found: string;
  readonly isEnough: boolean;
}

const passages = 1000;
/** Times what the server can answer. */
const times = 4;
/** Of what it answers at its best, what it must still answer while so much more comes in. */
const leastGoodput = 0.9;
/** Times what an answer takes where nobody else asks, what one of those that are accepted may take. */
const mostSlowdown = 3;
/** Times what it holds when it is ready, what a server may hold under all of this. */
const mostGrowth = 3;

/**
 * Puts a server of its own process under load, one kind after another: more questions than it can answer, clients that
 * leave, read slowly, send slowly or read nothing of a model that never ends, and SIGTERM in the middle of it all.
 */
export async function serveCampaign(options: {
  readonly seed: number;
  /** For each load of a round of overload. */
  readonly seconds: number;
  readonly rounds: number;
  /** Of each kind. */
  readonly clients: number;
  readonly onFinding?: (finding: ServeFinding) => void;
  /** Told of the loads of each round of overload: alone, at its best, and beyond it. */
  readonly onRound?: (call: string, ...loads: readonly LoadOutcome[]) => void;
}): Promise<readonly ServeFinding[]> {
  const { seed, seconds, rounds, clients } = options;
  const findings: ServeFinding[] = [];
  const tell = (what: string, found: string, isEnough: boolean) => {
    const finding = { what, found, isEnough };
    options.onFinding?.(finding);
    findings.push(finding);
  };
  const all = (what: string, count: number, of: number) => tell(what, `${count} of ${of}`, count === of);

  await inTemporaryFolder(async (folder) => {
    await besideServer(async (processors) => {
      const server = await ServedStore.start(folder, { seed, passages, processors });
      let idleBytes = 0;
      for (const call of ['ask', 'search'] as const) {
        const load = new Load(server.address, server.questions, { call, seed, seconds });
        await load.warmUp();
        idleBytes ||= server.memoryBytes;
        const onRound = (...loads: readonly LoadOutcome[]) => options.onRound?.(call, ...loads);
        const { goodput, slowdown, failed } = await load.overload({ times, rounds, onRound });
        const where = `${call} at ${times} × capacity${processors ? '' : ', from the same processors'}`;
        tell(`${where}: answered, of its best`, goodput.toFixed(2), goodput >= leastGoodput);
        const slower = `${slowdown.toFixed(1)} ×`;
        tell(`${where}: p95 of what is answered, of p95 alone`, slower, slowdown <= mostSlowdown);
        tell(`${where}: replies that are neither answer nor refusal`, String(failed), failed === 0);
      }
      await leaveAnswers(server, { count: clients, seed });
      const growth = server.memoryBytes / idleBytes;
      tell('memory then, of memory when ready', `${growth.toFixed(1)} ×`, growth <= mostGrowth);
      const code = await server.stop();
      tell(`ends with SIGTERM after ${clients} clients left`, code === 0 ? 'yes' : 'no', code === 0);
    });

    const patient = {
      FOOTNOTE_SERVER_MAX_QUESTIONS: String(clients),
      FOOTNOTE_SERVER_MAX_QUEUED: String(clients),
      FOOTNOTE_SERVER_MAX_QUEUE_MS: '60000',
      FOOTNOTE_SERVER_MAX_CONNECTIONS_PER_ADDRESS: String(4 * clients),
      FOOTNOTE_SERVER_REQUEST_TIMEOUT_MS: '5000',
    };
    const slow = await ServedStore.start(folder, { seed, passages, env: patient });
    all('streams read slowly that came whole, with one last event', await readSlowly(slow, clients), clients);
    all('requests sent a byte at a time that were let go of', await sendSlowly(slow, clients), clients);
    const stopped = await stopWhileAsked(slow, clients);
    all('streams with one last event, or refused, when SIGTERM comes', stopped.ended, clients);
    tell('ends with SIGTERM in the middle of them', stopped.code === 0 ? 'yes' : 'no', stopped.code === 0);
    const next = await ServedStore.start(folder, { seed, passages });
    const { length } = stopped.conversations;
    all(
      'conversations there after the restart',
      await conversationsKept(next, stopped.conversations),
      length,
    );
    await next.stop();

    const model = await startEndlessModel();
    const env = { ...model.env, FOOTNOTE_GENERATOR_CONCURRENCY: '100' };
    const asked = await ServedStore.start(folder, { seed, passages, env });
    const unread = await leaveUnread(asked, { count: 100, looks: 100 });
    all('looks at /readyz while 100 endless answers are not read', unread.ready, 100);
    all('endless answers with one last event once they are read', unread.ended, 100);
    await asked.stop();
    await model.close();
  });
  return findings;
}
