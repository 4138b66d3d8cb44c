import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { countsOf } from '../../conformance/engine-fixtures.ts';
import type { EngineServer } from '../../scripts/engines/engine-server.ts';
import { engineSettings } from '../../scripts/engines/engine-settings.ts';
import { queueWork } from '../../src/app/queued-work.ts';
import { openStore } from '../../src/app/store.ts';
import { CompleteEngine } from '../../src/engines/complete/complete-engine.ts';
import { postgresqlEngine } from '../../src/engines/postgresql/postgresql-engine.ts';
import { messageOf } from '../../src/errors.ts';
import type { PartialConfig } from '../../src/settings/config.ts';
import { resolveConfig } from '../../src/settings/resolve-config.ts';
import { analyser } from '../../src/text/analyser/analyser.ts';
import { seededRandom } from '../../src/values/seeded-random.ts';
import { writeFiles } from '../../test/corpus.ts';
import { type Running, startFootnote } from '../../test/run-footnote.ts';
import { startWordEmbedder, type WordEmbedder } from '../../test/word-embedder.ts';
import { CheckedReader, type Defect, type ReaderCounts } from './checked-reader.ts';
import { documentText, ExpectedDocuments, type Revision } from './expected-documents.ts';
import { MessageProxy } from './message-proxy.ts';

/** Processes of each kind. */
const servers = 2;
const workers = 2;

const filesPerFolder = 3;

/** Longest wait for what the others do, and for what was killed to be back: many times what a busy machine takes. */
const goOnWithinMs = 120_000;

/** Until what was left undone by the killed is done by others: they are missed after half a minute or more. */
const settleWithinMs = 400_000;

/** Between two questions to a server, which leaves it time for others. */
const betweenQuestionsMs = 20;

/** One kill, and what came of it. */
export interface KilledMember {
  readonly kind: 'server' | 'worker';
  /** Which of them, from 1. */
  readonly number: number;
  /** Messages to PostgreSQL between the moment at which it was chosen and its death. */
  readonly afterMessages: number;
  /** Whether PostgreSQL still got the last. */
  readonly gotThrough: boolean;
  /** Until the other server had answered a question that was asked after the kill, and a worker had ended a job. */
  readonly othersWentOnMs: number;
}

/** What must not be, of what readers see and of what goes on. */
export type DefectKind = Defect | 'stood still';

/** What a campaign came to. */
export interface ServersOutcome {
  readonly killed: readonly KilledMember[];
  /** Replies that were checked, and failures that say by themselves that one may try again. */
  readonly checked: number;
  readonly refused: number;
  /** Jobs that came to their end. */
  readonly acknowledged: number;
  readonly defects: Readonly<Record<DefectKind, readonly string[]>>;
}

export interface KillServersOptions {
  readonly seed: number;
  readonly points: number;
  /** An empty database, or one that may hold schemas of other names. */
  readonly server: Pick<EngineServer, 'url' | 'credentials'>;
  /** Folders that are ingested, each by a job of its own. Default 16. */
  readonly folders?: number;
  /**
   * Lets processes that were killed be missed at once, by setting back what they last said of themselves; else that
   * takes its time. Default false.
   */
  readonly missAtOnce?: boolean;
  readonly onKill?: (killed: KilledMember) => void;
  readonly onDefect?: (kind: DefectKind, what: string) => void;
}

/**
 * Two servers and two workers on one PostgreSQL, each killed with SIGKILL again and again, at seeded messages between
 * it and PostgreSQL, while folders of documents are changed and ingested and both servers are asked all the time. Every
 * reply is compared with what may be seen at that moment. After each kill the others must go on; then what was killed
 * is started anew and must be back. In the end all documents must be there as they were last written, and nothing else.
 */
export async function killServers(options: KillServersOptions): Promise<ServersOutcome> {
  const campaign = new Campaign(options);
  try {
    await campaign.start();
    for (let point = 1; point <= options.points; point++) await campaign.killOne();
    await campaign.settle();
    await campaign.inspect();
    return campaign.outcome();
  } finally {
    await campaign.stop();
  }
}

/** A process of the campaign, with its own way to PostgreSQL. */
interface Member {
  readonly kind: 'server' | 'worker';
  readonly number: number;
  readonly proxy: MessageProxy;
  /** Where its settings are. */
  readonly folder: string;
  running: Running | undefined;
  /** Of a server. */
  address: string;
  /** Whether it was killed, and when last. */
  isDown: boolean;
  killedAtMs: number;
}

class Campaign {
  readonly #options: KillServersOptions;
  /** Whom to kill and when; what becomes of a folder has a sequence of its own. */
  readonly #random: () => number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'footnote-kill-servers-'));
  readonly #files = join(this.#folder, 'files');
  readonly #schema = `soak_${process.pid}_${Date.now().toString(36)}`;
  readonly #expected = new ExpectedDocuments();
  readonly #members: Member[] = [];
  readonly #readers = new Map<Member, CheckedReader>();
  readonly #killed: KilledMember[] = [];
  readonly #defects: Record<DefectKind, string[]> = {
    lost: [],
    'half visible': [],
    wrong: [],
    'stood still': [],
  };
  readonly #loops: Promise<void>[] = [];
  /** Folders whose changes are being ingested. */
  readonly #changing = new Set<string>();
  readonly #database: Pool;
  /** One at a time: each opens connections of its own. */
  #queueing: Promise<unknown> = Promise.resolve();
  #words: WordEmbedder | undefined;
  /** Messages of a worker for a folder. */
  #messagesOfJob = 0;
  /** Of a document. */
  #chunks = 0;
  #acknowledged = 0;
  #revision = 1;
  #isChanging = true;
  #isReading = true;

  constructor(options: KillServersOptions) {
    this.#options = options;
    this.#random = seededRandom(options.seed);
    const { url, credentials } = options.server;
    this.#database = new Pool({ connectionString: url, ...credentials, max: 3 });
  }

  async start(): Promise<void> {
    this.#words = await startWordEmbedder();
    for (let number = 1; number <= servers; number++) await this.#addMember('server', number);
    for (let number = 1; number <= workers; number++) await this.#addMember('worker', number);
    const folders = Array.from({ length: this.#options.folders ?? 16 }, (_, number) =>
      String(number).padStart(2, '0'),
    );
    for (const folder of folders) for (const name of namesIn(folder)) this.#write(name, this.#revision);
    await Promise.all(this.#of('worker').map((worker) => this.#begin(worker)));
    await this.#bring('');
    this.#chunks = (await this.#stored()).chunks / [...this.#expected.names].length;
    const [first = ''] = folders;
    this.#revision += 1;
    for (const name of namesIn(first)) this.#write(name, this.#revision);
    const before = this.#messagesOfWorkers();
    await this.#bring(first);
    this.#messagesOfJob = this.#messagesOfWorkers() - before;
    await Promise.all(this.#of('server').map((server) => this.#begin(server)));
    for (const server of this.#of('server')) this.#loops.push(this.#read(server));
    for (const [number, folder] of folders.entries())
      this.#loops.push(this.#follow(folder, seededRandom(this.#options.seed + 1000 + number)));
  }

  /** Kills one of them, waits until the others have gone on, and has it come back. */
  async killOne(): Promise<void> {
    const member = this.#members[Math.floor(this.#random() * this.#members.length)] as Member;
    const { kind, number } = member;
    const afterMessages = 1 + Math.floor(this.#random() * this.#messagesOfJob);
    const gotThrough = this.#random() < 0.5;
    const pid = await within(this.#strike(member, afterMessages, gotThrough), goOnWithinMs);
    if (pid === undefined) {
      member.proxy.at(Number.POSITIVE_INFINITY, () => true);
      return this.#tell('stood still', `${kind} ${number} sent no ${afterMessages} messages`);
    }
    const acknowledged = this.#acknowledged;
    const others = this.#of('server').filter((one) => one !== member);
    const isGoingOn = async () => {
      for (const other of others) if (!(await this.#answers(other))) return false;
      // The second of them was begun after the kill, by whoever is left.
      return this.#acknowledged >= acknowledged + 2;
    };
    const wentOn = await until(isGoingOn, goOnWithinMs);
    const othersWentOnMs = performance.now() - member.killedAtMs;
    if (!wentOn) this.#tell('stood still', `after the end of ${kind} ${number} the others did not go on`);
    if (this.#options.missAtOnce) await this.#miss(pid);
    await this.#begin(member);
    member.isDown = false;
    for (const server of this.#of('server'))
      if (!(await until(() => this.#answers(server), goOnWithinMs)))
        this.#tell('wrong', `server ${server.number} does not answer though ${kind} ${number} is back`);
    const killed = { kind, number, afterMessages, gotThrough, othersWentOnMs };
    this.#killed.push(killed);
    this.#options.onKill?.(killed);
  }

  /** Lets every change come to its end. */
  async settle(): Promise<void> {
    this.#isChanging = false;
    if (!(await until(async () => this.#changing.size === 0, settleWithinMs)))
      this.#tell('stood still', `the folders ${[...this.#changing].join(', ')} are not ingested`);
    this.#isReading = false;
    await Promise.all(this.#loops);
  }

  /** Looks at all that is there in the end, through each server and in the tables. */
  async inspect(): Promise<void> {
    for (const server of this.#of('server'))
      if (!(await this.#readers.get(server)?.inspect('all')))
        this.#tell('wrong', `server ${server.number} cannot be read in the end`);
    // What the killed have left behind goes with the next ingest after they were missed.
    await this.#miss();
    await this.#bring('');
    const live = [...this.#expected.names].filter((name) => this.#expected.latest(name) !== null).length;
    const { chunks, keywordChunks, vectorChunks } = await this.#stored();
    if ([chunks, keywordChunks, vectorChunks].some((count) => count !== live * this.#chunks))
      this.#tell(
        'half visible',
        `${live * this.#chunks} chunks are live, ${chunks} stored, ${keywordChunks} in the keyword index, ${vectorChunks} with vectors`,
      );
  }

  outcome(): ServersOutcome {
    const sum = (of: keyof ReaderCounts) =>
      this.#readers.values().reduce((total, { counts }) => total + counts[of], 0);
    return {
      killed: this.#killed,
      checked: sum('checked'),
      refused: sum('refused'),
      acknowledged: this.#acknowledged,
      defects: this.#defects,
    };
  }

  async stop(): Promise<void> {
    this.#isChanging = false;
    this.#isReading = false;
    for (const member of this.#members) {
      member.isDown = true;
      member.killedAtMs = performance.now();
      member.running?.child.kill('SIGKILL');
      await member.running?.finished;
    }
    await Promise.allSettled(this.#loops);
    for (const { proxy } of this.#members) await proxy.close();
    await this.#words?.peer.close();
    await this.#database.query(`drop schema if exists ${this.#schema}, ${this.#schema}_queue cascade`);
    await this.#database.end();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #of(kind: Member['kind']): readonly Member[] {
    return this.#members.filter((member) => member.kind === kind);
  }

  #tell(kind: DefectKind, what: string): void {
    const told = `after ${this.#killed.length} kills: ${what}`;
    this.#defects[kind].push(told);
    this.#options.onDefect?.(kind, told);
  }

  async #addMember(kind: Member['kind'], number: number): Promise<void> {
    const proxy = new MessageProxy(this.#options.server.url);
    const folder = join(this.#folder, `${kind}-${number}`);
    writeFiles(folder, { 'footnote.config.json': JSON.stringify(this.#settings(await proxy.listen())) });
    const member: Member = {
      kind,
      number,
      proxy,
      folder,
      running: undefined,
      address: '',
      isDown: false,
      killedAtMs: Number.NEGATIVE_INFINITY,
    };
    this.#members.push(member);
    if (kind === 'worker') return;
    const reader = new CheckedReader({
      address: () => member.address,
      // A restarted server has another address: a request to the old one began before the kill.
      owesNothing: (sinceMs) => member.isDown || member.killedAtMs >= sinceMs,
      expected: this.#expected,
      chunks: () => this.#chunks,
      onDefect: (defect, what) => this.#tell(defect, `server ${number}: ${what}`),
    });
    this.#readers.set(member, reader);
  }

  /** @param port where PostgreSQL is to be reached; default: where it is */
  #settings(port?: number): PartialConfig & { readonly store: string } {
    const { url, ...signIn } = engineSettings('postgresql', this.#options.server);
    const address = new URL(url);
    if (port !== undefined) address.host = `127.0.0.1:${port}`;
    const { user, password } = signIn;
    const place = { kind: 'postgresql', url: address.href, user, password } as const;
    return {
      ...this.#words?.settings,
      store: join(this.#folder, 'store'),
      // A busy machine is no outage.
      engine: { ...place, name: this.#schema, timeoutMs: 30_000 },
      records: { ...place, schema: this.#schema, timeoutMs: 30_000 },
    };
  }

  /** Starts a process, for the first time or anew. */
  async #begin(member: Member): Promise<void> {
    const options = { cwd: member.folder };
    if (member.kind === 'server') {
      member.running = startFootnote(['serve', '--port', '0', '--json'], options);
      const [, address = ''] = await member.running.waitFor(/"address":"([^"]+)"/);
      member.address = address;
    } else {
      member.running = startFootnote(['worker'], options);
      await member.running.waitFor(/Waiting for work/);
    }
    void this.#watch(member, member.running);
  }

  /** Nobody ends but those who are killed. */
  async #watch({ kind, number }: Member, running: Running): Promise<void> {
    const { code, signal, stderr } = await running.finished;
    if (signal !== 'SIGKILL')
      this.#tell(
        'stood still',
        `${kind} ${number} ended by itself with ${code ?? signal}: ${stderr.slice(-2000)}`,
      );
  }

  /** Resolves once the member is dead, with its process id. */
  async #strike(member: Member, message: number, goesThrough: boolean): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<Running>();
    member.proxy.at(message, () => {
      member.isDown = true;
      member.killedAtMs = performance.now();
      const running = member.running as Running;
      running.child.kill('SIGKILL');
      resolve(running);
      return goesThrough;
    });
    const { child, finished } = await promise;
    await finished;
    return child.pid ?? 0;
  }

  /** Whether a server answers a question that is asked now. */
  async #answers(server: Member): Promise<boolean> {
    const name = [...this.#expected.names].find((one) => this.#expected.latest(one) !== null) ?? '';
    return (await this.#readers.get(server)?.ask(name)) ?? false;
  }

  /** Asks one server all the time. */
  async #read(server: Member): Promise<void> {
    const reader = this.#readers.get(server) as CheckedReader;
    const random = seededRandom(this.#options.seed + server.number);
    const names = [...this.#expected.names];
    while (this.#isReading) {
      const name = names[Math.floor(random() * names.length)] as string;
      if (!server.isDown) await (random() < 0.6 ? reader.ask(name) : reader.inspect(name));
      await pause(betweenQuestionsMs);
    }
  }

  /** Changes a folder and has it ingested, again and again. */
  async #follow(folder: string, random: () => number): Promise<void> {
    const names = namesIn(folder);
    while (this.#isChanging) {
      this.#changing.add(folder);
      this.#revision += 1;
      const areAllThere = names.every((name) => this.#expected.latest(name) !== null);
      const removed = areAllThere && random() < 0.5 ? Math.floor(random() * names.length) : -1;
      for (const [place, name] of names.entries())
        this.#write(name, place === removed ? null : this.#revision);
      await this.#bring(folder);
      this.#changing.delete(folder);
    }
  }

  #write(name: string, revision: Revision): void {
    this.#expected.begin(name, revision);
    if (revision === null) rmSync(join(this.#files, name));
    else writeFiles(this.#files, { [name]: documentText(name, revision) });
  }

  /** Has a folder ingested, `''` for all: queues it, and waits until whoever does it has come to the end. */
  async #bring(folder: string): Promise<void> {
    const { config } = resolveConfig({ flags: this.#settings(), directory: null, environment: {} });
    const paths = [join(this.#files, folder)];
    const queued = this.#queueing.then(() =>
      queueWork(config, { kind: 'ingest', collection: 'default', paths }),
    );
    this.#queueing = queued.catch(() => {});
    const job = await queued;
    const isOver = async () => {
      const { rows } = await this.#database.query<{ state: string; error: string | null }>(
        `select state, error from ${this.#schema}.jobs where id = $1`,
        [job],
      );
      const { state = 'forgotten', error } = rows[0] ?? {};
      if (state === 'queued' || state === 'running') return false;
      if (state !== 'done') throw new Error(`The job ${job} is ${state}: ${error}`);
      return true;
    };
    try {
      if (!(await until(isOver, settleWithinMs))) throw new Error(`The job ${job} does not end.`);
    } catch (error) {
      return this.#tell('stood still', messageOf(error));
    }
    this.#acknowledged += 1;
    for (const name of this.#expected.names) if (name.startsWith(folder)) this.#expected.acknowledge(name);
  }

  #messagesOfWorkers(): number {
    return this.#of('worker').reduce((sum, { proxy }) => sum + proxy.messages, 0);
  }

  /** Sets back what processes have said of themselves that were killed: all that work, or one. */
  async #miss(pid?: number): Promise<void> {
    const { rows } = await this.#database.query<{ id: string }>(
      `update ${this.#schema}.jobs set heartbeat_at = '2000-01-01T00:00:00.000Z'
        where state = 'running' and ($1::bigint is null or pid = $1) returning id`,
      [pid ?? null],
    );
    await this.#database.query(
      `update ${this.#schema}_queue.job set heartbeat_on = '2000-01-01'
        where state = 'active' and data->>'jobId' = any($1)`,
      [rows.map(({ id }) => id)],
    );
  }

  /** Counts what lies in the tables, whether it is visible or not. */
  async #stored() {
    const { config } = resolveConfig({ flags: this.#settings(), directory: null, environment: {} });
    const { records } = await openStore(config.store, config.records);
    const terms = analyser();
    const { url, user, password } = config.engine;
    const engine = new CompleteEngine({
      engine: postgresqlEngine({ url, user, password, schema: this.#schema, analyser: terms }),
      analyser: terms,
    });
    try {
      const stored = await records.indexes.find('default');
      if (!stored) throw new Error('The collection is gone.');
      return await countsOf(await engine.open({ ...stored, fields: { language: 'string' } }));
    } finally {
      await engine.close();
      await records.close();
    }
  }
}

function namesIn(folder: string): readonly string[] {
  return Array.from({ length: filesPerFolder }, (_, file) => `${folder}/${file}.txt`);
}

/** Asks until the condition holds. Returns whether it did in time. */
async function until(condition: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const endMs = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > endMs) return false;
    await pause(betweenQuestionsMs);
  }
  return true;
}

/** What is promised; undefined where it takes longer. */
async function within<Result>(promised: Promise<Result>, ms: number): Promise<Result | undefined> {
  const patience = new AbortController();
  const late = pause(ms, undefined, { signal: patience.signal }).catch(() => undefined);
  return Promise.race([promised, late]).finally(() => patience.abort());
}
