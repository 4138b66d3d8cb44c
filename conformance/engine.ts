import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine, SearchIndex } from '../src/contracts/engine.ts';
import { CompleteEngine } from '../src/engines/complete/complete-engine.ts';
import { embeddedEngine } from '../src/engines/embedded/embedded-engine.ts';
import { analyser as createAnalyser } from '../src/text/analyser/analyser.ts';
import { filteringTests } from './engine-filtering.ts';
import { spec } from './engine-fixtures.ts';
import { lifecycleTests } from './engine-lifecycle.ts';
import { searchingTests } from './engine-searching.ts';
import { wordingTests } from './engine-wording.ts';
import { writingTests } from './engine-writing.ts';
import type { TestRunner } from './test-runner.ts';

/** An engine over an empty place of its own, made anew for each test. */
export interface EngineUnderTest {
  readonly engine: Engine;
  /** Another engine over the same place, as another process or a restart would see it. */
  readonly reopen: () => Promise<Engine>;
  /** What lies beside an engine that lacks something. Default: an embedded engine in a place of its own. */
  readonly beside?: () => Promise<Engine>;
  /** Called after the test, when every engine is closed: removes the place. */
  readonly dispose: () => Promise<void>;
}

export interface EngineConformanceOptions {
  readonly create: () => Promise<EngineUnderTest>;
  /** Tests that this adapter cannot pass, by name, each with the reason. */
  readonly skip?: Readonly<Record<string, string>>;
  readonly runner: TestRunner;
}

/** What a test of the suite gets: the engine with all that the core supplies, as ingestion and retrieval see it. */
export interface EngineFixture {
  readonly engine: Pick<CompleteEngine, 'name' | 'open' | 'drop' | 'readers' | 'close'>;
  /** An empty index of `spec`. */
  readonly index: SearchIndex;
  readonly reopen: () => Promise<Pick<CompleteEngine, 'name' | 'open' | 'drop' | 'readers' | 'close'>>;
}

/** The tests of one area by name. A name says what holds. */
export type EngineTests = Readonly<Record<string, EngineTest>>;

type EngineTest = (fixture: EngineFixture) => Promise<void>;

/** All tests of the suite, by area. */
export const engineAreas: Readonly<Record<string, EngineTests>> = {
  lifecycle: lifecycleTests,
  writing: writingTests,
  searching: searchingTests,
  wording: wordingTests,
  filtering: filteringTests,
};

/**
 * Registers the tests that every engine must pass, together with what the core supplies for the parts that its stores
 * lack.
 */
export function engineConformance({ create, skip = {}, runner }: EngineConformanceOptions): void {
  refuseUnknownSkips(skip);
  const { describe, test } = runner;
  for (const [area, tests] of Object.entries(engineAreas)) {
    describe(area, () => {
      for (const [name, run] of Object.entries(tests)) {
        const reason = skip[name];
        if (reason === undefined) test(name, async () => runIn(await create(), run));
        else test.skip(`${name} (skipped: ${reason})`);
      }
    });
  }
}

async function runIn(place: EngineUnderTest, run: EngineTest): Promise<void> {
  const analyser = createAnalyser();
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  const embedded = async () => embeddedEngine({ file: join(folder, 'beside.db'), analyser });
  const { beside = embedded } = place;
  const opened: CompleteEngine[] = [];
  const complete = (engine: Engine) => {
    const whole = new CompleteEngine({ engine, analyser, beside });
    opened.push(whole);
    return whole;
  };
  try {
    const engine = complete(place.engine);
    const reopen = async () => complete(await place.reopen());
    await run({ engine, index: await engine.open(spec), reopen });
  } finally {
    await Promise.all(opened.map((engine) => engine.close()));
    await place.dispose();
    await rm(folder, { recursive: true });
  }
}

function refuseUnknownSkips(skip: Readonly<Record<string, string>>): void {
  const names = new Set(Object.values(engineAreas).flatMap((tests) => Object.keys(tests)));
  const unknown = Object.keys(skip).filter((name) => !names.has(name));
  if (unknown.length > 0) throw new RangeError(`There is no test named "${unknown.join('", "')}" to skip.`);
}
