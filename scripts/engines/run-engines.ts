import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../bin/node-runtime.mjs';
import type { EvaluationSet } from '../../src/evaluate/beir.ts';
import type { EvaluationCache } from '../../src/evaluate/evaluation-cache.ts';
import type { Config } from '../../src/settings/config.ts';
import { defaults } from '../../src/settings/default-config.ts';
import type { EngineName, EnginesCommand } from './command.ts';
import { type EngineServer, environmentOf } from './engine-server.ts';
import { engineServers } from './engine-servers.ts';
import { engineSettings } from './engine-settings.ts';
import type { CaseOutcome, EngineOutcome, ParityFigure, SuiteName } from './outcome.ts';
import { measureParity, parityMeasure } from './parity.ts';
import { runSuites } from './run-suites.ts';

interface EnginesContext {
  /** Searched on each engine; none where parity is not asked for. */
  readonly sets: readonly EvaluationSet[];
  readonly cache: EvaluationCache;
  readonly log: (line: string) => void;
}

/**
 * Runs what the command asks for on one engine after another; each server lives as long as its engine is run. One that
 * cannot be started is an outcome like another.
 */
export async function runEngines(
  command: EnginesCommand,
  context: EnginesContext,
): Promise<readonly EngineOutcome[]> {
  const outcomes: EngineOutcome[] = [];
  const embedded = new EmbeddedFigures(context);
  for (const name of command.engines) outcomes.push(await runEngine(name, command, context, embedded));
  return outcomes;
}

async function runEngine(
  name: EngineName,
  { parts }: EnginesCommand,
  context: EnginesContext,
  embedded: EmbeddedFigures,
): Promise<EngineOutcome> {
  const { log } = context;
  let server: EngineServer | undefined;
  try {
    const startedMs = performance.now();
    server = name === 'embedded' ? await inProcess() : await engineServers[name]();
    log(`${name}: ${server.server} ${server.version}, ready after ${secondsSince(startedMs)}`);
  } catch (error) {
    const notStarted = (error as Error).message;
    log(`${name} was not started: ${notStarted}`);
    return { name, server: '', version: '', notStarted, cases: [], parity: [] };
  }
  try {
    const suites = parts.filter((part): part is SuiteName => part !== 'parity');
    const cases = await casesOn(name, suites, server, log);
    const parity: ParityFigure[] = [];
    for (const set of context.sets) {
      const beside = await embedded.of(set);
      const value =
        name === 'embedded'
          ? beside
          : await measured(name, set, { ...defaults, engine: engineSettings(name, server) }, context);
      parity.push({ set: set.name, measure: parityMeasure, value, embedded: beside });
    }
    return { name, server: server.server, version: server.version, cases, parity };
  } finally {
    await server.stop();
  }
}

/** The engine that needs no server. */
async function inProcess(): Promise<EngineServer> {
  const { version } = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8')) as {
    version: string;
  };
  return { url: '', credentials: {}, server: 'in process', version, stop: async () => {} };
}

async function casesOn(
  name: EngineName,
  suites: readonly SuiteName[],
  server: EngineServer,
  log: EnginesContext['log'],
): Promise<readonly CaseOutcome[]> {
  const cases: CaseOutcome[] = [];
  for (const suite of suites) {
    const startedMs = performance.now();
    const run = await runSuites(name, [suite], name === 'embedded' ? {} : environmentOf(name, server));
    const failed = run.filter(({ state }) => state === 'failed').length;
    const all = `${run.length} tests${failed > 0 ? `, ${failed} FAILED` : ''}`;
    log(`${name}: ${suite}, ${all}, ${secondsSince(startedMs)}`);
    cases.push(...run);
  }
  return cases;
}

/** The figures of the embedded engine, each measured once and only where something is compared with it. */
class EmbeddedFigures {
  readonly #context: EnginesContext;
  readonly #known = new Map<EvaluationSet, number>();

  constructor(context: EnginesContext) {
    this.#context = context;
  }

  async of(set: EvaluationSet): Promise<number> {
    const value = this.#known.get(set) ?? (await measured('embedded', set, defaults, this.#context));
    this.#known.set(set, value);
    return value;
  }
}

async function measured(
  name: EngineName,
  set: EvaluationSet,
  config: Config,
  { cache, log }: EnginesContext,
): Promise<number> {
  const startedMs = performance.now();
  const value = await measureParity(set, config, cache);
  const what = `${set.documents.length} documents, ${set.questions.length} questions`;
  log(`${name}: ${set.name}, ${parityMeasure} ${value.toFixed(4)} (${what}), ${secondsSince(startedMs)}`);
  return value;
}

function secondsSince(startedMs: number): string {
  return `${((performance.now() - startedMs) / 1000).toFixed(1)} s`;
}
