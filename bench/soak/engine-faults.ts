import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileOf, revised, revisionsOf } from '../../conformance/pipeline-revisions.ts';
import type { Embedder } from '../../src/contracts/embedder.ts';
import type { Engine, IndexSpec } from '../../src/contracts/engine.ts';
import { isFootnoteError, messageOf } from '../../src/errors.ts';
import type { Footnote } from '../../src/footnote.ts';
import { openFootnote } from '../../src/pipeline.ts';
import { seededRandom } from '../../src/values/seeded-random.ts';
import { writeFiles } from '../../test/corpus.ts';
import { vectorOf } from '../../test/openai-peer.ts';
import { startTcpProxy, type TcpFault, type TcpProxy, tcpFaults } from '../../test/tcp-proxy.test-support.ts';

/** A real server and how to reach it by another way. */
export interface FaultyServer {
  /** Of its engine. */
  readonly name: string;
  readonly host: string;
  readonly port: number;
  /**
   * An engine over the same empty place each time, whose server is reached on this port of 127.0.0.1, and whose calls
   * have this deadline.
   */
  readonly open: (port: number, timeoutMs: number) => Engine;
  /** Deadline of one call: longer than what it takes on a busy machine while nothing is wrong. */
  readonly timeoutMs: number;
  /** Deadlines that its longest call takes: writing may take an engine longer than asking. */
  readonly patience: number;
  /** What must never be in a message. */
  readonly secrets: readonly string[];
  readonly dispose: () => Promise<void>;
}

const operations = ['ingest', 'remove', 'reindex', 'search', 'ask'] as const;

/** What is under way when a fault comes. */
export type FaultedOperation = (typeof operations)[number];

/** What came of one fault. */
export interface FaultOutcome {
  readonly operation: FaultedOperation;
  readonly fault: TcpFault;
  readonly atMessage: number;
  /** Whether the fault came before the operation was done. */
  readonly hasStruck: boolean;
  /** The code of its failure; `done` where it came to its end all the same. */
  readonly outcome: string;
  /** From the fault to the end of the operation, in milliseconds. */
  readonly tookMs: number;
  /** Everything that should not be; empty when all is well. */
  readonly problems: readonly string[];
}

export interface EngineFaultsOptions {
  readonly server: FaultyServer;
  readonly seed: number;
  /** Faults tried, at seeded messages; left out: every fault at every message of every operation. */
  readonly rounds?: number;
  readonly onOutcome?: (outcome: FaultOutcome) => void;
}

/** How late a failure may be on a busy machine. */
const slackMs = 2000;

/** An operation that fails clears away what it began, which is a call of its own and fails as late. */
const callsToFailure = 2;

const names = ['a', 'b', 'c'];
const collection = 'default';
const question = 'In which revision stands part 2 of the file b?';

/**
 * Breaks the connection between Footnote and an engine's server, at one message after another of each operation. The
 * operation must come to its end or fail with a typed error that names the server, says what to do and holds no
 * credentials, within the deadline. Once the server is back, the same Footnote must go on by itself, with every
 * document whole, in its old version or its new one, and in the new one where that was acknowledged.
 */
export async function engineFaults(options: EngineFaultsOptions): Promise<readonly FaultOutcome[]> {
  const { server, seed, rounds, onOutcome } = options;
  const campaign = await Campaign.start(server);
  try {
    const lengths = await campaign.measure();
    const random = seededRandom(seed);
    const outcomes: FaultOutcome[] = [];
    for (const round of rounds === undefined ? allRounds(lengths) : someRounds(lengths, rounds, random)) {
      const outcome = await campaign.run({ ...round, share: random() });
      onOutcome?.(outcome);
      outcomes.push(outcome);
    }
    return outcomes;
  } finally {
    await campaign.close();
  }
}

interface Round {
  readonly operation: FaultedOperation;
  readonly fault: TcpFault;
  readonly atMessage: number;
}

/** Messages to the server that each operation takes while nothing is wrong. */
type Lengths = Readonly<Record<FaultedOperation, number>>;

function allRounds(lengths: Lengths): readonly Round[] {
  return operations.flatMap((operation) =>
    tcpFaults.flatMap((fault) =>
      Array.from({ length: lengths[operation] }, (_, at) => ({ operation, fault, atMessage: at + 1 })),
    ),
  );
}

/** Each operation and each fault as often as the others, at messages by chance. */
function someRounds(lengths: Lengths, rounds: number, random: () => number): readonly Round[] {
  return Array.from({ length: rounds }, (_, round) => {
    const operation = operations[round % operations.length] as FaultedOperation;
    const fault = tcpFaults[Math.floor(random() * tcpFaults.length)] as TcpFault;
    return { operation, fault, atMessage: 1 + Math.floor(random() * lengths[operation]) };
  });
}

class Campaign {
  readonly #server: FaultyServer;
  readonly #proxy: TcpProxy;
  readonly #footnote: Footnote;
  readonly #folder: string;
  readonly #home: string;
  /** Indexes that were opened and may be there still. */
  readonly #specs: Map<string, IndexSpec>;
  #revision = 1;

  private constructor(
    server: FaultyServer,
    parts: { proxy: TcpProxy; footnote: Footnote; home: string; specs: Map<string, IndexSpec> },
  ) {
    this.#server = server;
    this.#proxy = parts.proxy;
    this.#footnote = parts.footnote;
    this.#home = parts.home;
    this.#folder = join(parts.home, 'files');
    this.#specs = parts.specs;
  }

  static async start(server: FaultyServer): Promise<Campaign> {
    const home = mkdtempSync(join(tmpdir(), 'footnote-engine-faults-'));
    const proxy = await startTcpProxy(server);
    const specs = new Map<string, IndexSpec>();
    const engine = server.open(proxy.port, server.timeoutMs);
    const watched: Engine = {
      name: engine.name,
      open(spec, options) {
        specs.set(spec.id, spec);
        return engine.open(spec, options);
      },
      drop: (...asked) => engine.drop(...asked),
      close: () => engine.close(),
    };
    const footnote = await openFootnote(
      {
        store: join(home, 'store'),
        chunker: { minTokens: 10, overlapTokens: 0 },
        ingest: { parserProcesses: 1 },
        retrieval: { minCosine: 0, minCoverage: 0, duplicateSimilarity: 0, topK: 100 },
      },
      { embedder: wordCounts(), engine: watched },
    );
    const campaign = new Campaign(server, { proxy, footnote, home, specs });
    campaign.#write();
    await footnote.ingest([campaign.#folder]);
    return campaign;
  }

  /** Leaves nothing behind in the server. */
  async close(): Promise<void> {
    await this.#footnote.close();
    await this.#proxy.heal();
    const engine = this.#server.open(this.#proxy.port, 10 * this.#server.timeoutMs);
    for (const id of this.#specs.keys()) await engine.drop(id);
    await engine.close();
    await this.#proxy.close();
    rmSync(this.#home, { recursive: true, force: true });
  }

  async measure(): Promise<Lengths> {
    const lengths: Partial<Record<FaultedOperation, number>> = {};
    for (const operation of operations) {
      this.#prepare(operation);
      await this.#proxy.heal();
      await this.#run(operation);
      lengths[operation] = this.#proxy.messages;
      await this.#mend(operation);
    }
    return lengths as Lengths;
  }

  async run({
    operation,
    fault,
    atMessage,
    share,
  }: Round & { readonly share: number }): Promise<FaultOutcome> {
    this.#prepare(operation);
    this.#proxy.strike({ fault, atMessage, share });
    const startedMs = performance.now();
    const error = await this.#run(operation).then(
      () => undefined,
      (thrown: unknown) => thrown ?? new Error('nothing was thrown'),
    );
    const endedMs = performance.now();
    const { struckAtMs } = this.#proxy;
    const hasStruck = struckAtMs !== undefined;
    const tookMs = endedMs - (struckAtMs ?? startedMs);
    const problems = error === undefined ? [] : this.#problemsOf(error, { hasStruck, fault });
    const { timeoutMs, patience } = this.#server;
    if (tookMs > callsToFailure * patience * timeoutMs + slackMs)
      problems.push(`it took ${Math.round(tookMs)} ms`);
    await this.#proxy.heal();
    problems.push(...(await this.#inspect(operation, error === undefined)));
    problems.push(...(await this.#mend(operation)));
    const outcome = error === undefined ? 'done' : isFootnoteError(error) ? error.code : messageOf(error);
    return { operation, fault, atMessage, hasStruck, outcome, tookMs, problems };
  }

  #write(): void {
    writeFiles(this.#folder, revised(names, this.#revision));
  }

  #prepare(operation: FaultedOperation): void {
    if (operation !== 'ingest') return;
    this.#revision += 1;
    this.#write();
  }

  async #run(operation: FaultedOperation): Promise<void> {
    const footnote = this.#footnote;
    const run: Readonly<Record<FaultedOperation, () => PromiseLike<unknown>>> = {
      ingest: () => footnote.ingest([this.#folder]),
      remove: () => footnote.removeDocument(join(this.#folder, 'b.md')),
      reindex: () => footnote.reindex(),
      search: () => footnote.search(question),
      ask: () => footnote.ask(question),
    };
    await run[operation]();
  }

  #problemsOf(error: unknown, { hasStruck, fault }: { hasStruck: boolean; fault: TcpFault }): string[] {
    if (!hasStruck || fault === 'slow') return [`it failed without a reason: ${messageOf(error)}`];
    if (!isFootnoteError(error)) return [`an untyped failure: ${String(error)}`];
    const { code, message, retryable } = error;
    const said = [message, String(error), JSON.stringify(error.details)].join('\n');
    return [
      ...(['engine_unavailable', 'store_busy'].includes(code) ? [] : [`it failed with ${code}: ${message}`]),
      ...(retryable ? [] : [`${code} is not to be tried again`]),
      ...(message.includes(`127.0.0.1:${this.#proxy.port}`) ? [] : [`no server is named: ${message}`]),
      ...(/: .+\. [A-Z].+\.$/.test(message) ? [] : [`it does not say what to do: ${message}`]),
      ...this.#server.secrets.filter((secret) => said.includes(secret)).map(() => 'a secret is told'),
    ];
  }

  /** What the same Footnote finds once the server is back. */
  async #inspect(operation: FaultedOperation, isAcknowledged: boolean): Promise<string[]> {
    const problems: string[] = [];
    try {
      const revisions = await revisionsOf(this.#footnote, collection);
      const isRemoved = operation === 'remove' && !revisions.has('b.md');
      if (operation === 'remove' && isAcknowledged && !isRemoved)
        problems.push('a removed document is found');
      for (const file of names.map((name) => `${name}.md`)) {
        const revision = revisions.get(file);
        if (revision === undefined && !(isRemoved && file === 'b.md')) problems.push(`${file} is not found`);
        if (revision === undefined || revision === this.#revision) continue;
        if (operation !== 'ingest' || revision !== this.#revision - 1)
          problems.push(`${file} is in revision ${revision} of ${this.#revision}`);
        else if (isAcknowledged) problems.push(`${file} was acknowledged and is the old one`);
      }
      const listed = (await this.#footnote.listDocuments()).map(({ path }) => fileOf(path)).toSorted();
      if (listed.join() !== [...revisions.keys()].toSorted().join())
        problems.push(`${listed.join()} are listed, ${[...revisions.keys()].join()} found`);
    } catch (error) {
      problems.push(`it does not go on by itself: ${messageOf(error)}`);
    }
    return problems;
  }

  /** What nothing disturbs comes to its end, after which there is nothing but live chunks in the server. */
  async #mend(operation: FaultedOperation): Promise<string[]> {
    try {
      // What an interrupted one has built is kept for the next.
      if (operation === 'reindex') await this.#footnote.reindex();
      const report = await this.#footnote.ingest([this.#folder]);
      if (report.status !== 'complete') return [`the next ingest failed: ${JSON.stringify(report.failures)}`];
      const revisions = await revisionsOf(this.#footnote, collection);
      const wrong = names.filter((name) => revisions.get(`${name}.md`) !== this.#revision);
      const problems = wrong.map(
        (name) => `${name}.md is in revision ${revisions.get(`${name}.md`)} at last`,
      );
      return [...problems, ...(await this.#leftovers())];
    } catch (error) {
      return [`the next ${operation === 'reindex' ? operation : 'ingest'} failed: ${messageOf(error)}`];
    }
  }

  async #leftovers(): Promise<string[]> {
    const documents = await this.#footnote.listDocuments();
    const live = documents.map(({ documentId, version }) => `${documentId} ${version}`).toSorted();
    const engine = this.#server.open(this.#proxy.port, 10 * this.#server.timeoutMs);
    const kept: string[] = [];
    try {
      for (const spec of this.#specs.values()) {
        const store = await engine.open(spec);
        const versions = (await store.versions()).map(
          ({ documentId, version }) => `${documentId} ${version}`,
        );
        const chunks = await store.count();
        // An index that a reindex has dropped was made again just now, empty.
        if (versions.length === 0) {
          await engine.drop(spec.id);
          this.#specs.delete(spec.id);
        } else kept.push(`${versions.toSorted().join(', ')}: ${chunks} chunks`);
      }
    } finally {
      await engine.close();
    }
    const expected = `${live.join(', ')}: ${documents.reduce((sum, { chunks }) => sum + chunks, 0)} chunks`;
    return kept.length === 1 && kept[0] === expected
      ? []
      : [`the server holds ${kept.join(' and ')}; live are ${expected}`];
  }
}

/** Counts words by their hashes: no model has to be loaded, and nothing here is about meaning. */
function wordCounts(): Embedder {
  const dimension = 32;
  const embed = (text: string) => {
    const vector = Float32Array.from(vectorOf(text, dimension));
    const norm = Math.hypot(...vector);
    return vector.map((value) => value / norm);
  };
  return {
    id: 'word counts',
    dimension,
    languages: 'any',
    tokenizer: { id: 'words', count: (text) => text.split(/\s+/).length },
    embedDocuments: async (texts) => texts.map((text) => ({ vectors: [embed(text)], tokens: text.length })),
    embedQuery: async (text) => embed(text),
    close: async () => {},
  };
}
