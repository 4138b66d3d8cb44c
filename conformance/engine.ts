import type { Engine, EngineIndex } from '../src/contracts/engine.ts';
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
  /** Called after the test, when every engine is closed: removes the place. */
  readonly dispose: () => Promise<void>;
}

export interface EngineConformanceOptions {
  readonly create: () => Promise<EngineUnderTest>;
  /** Tests that this adapter cannot pass, by name, each with the reason. */
  readonly skip?: Readonly<Record<string, string>>;
  readonly runner: TestRunner;
}

/** What a test of the suite gets. */
export interface EngineFixture {
  readonly engine: Engine;
  /** An empty index of `spec`. */
  readonly index: EngineIndex;
  readonly reopen: () => Promise<Engine>;
}

/** The tests of one area by name. A name says what holds. */
export type EngineTests = Readonly<Record<string, EngineTest>>;

type EngineTest = (fixture: EngineFixture) => Promise<void>;

const areas: Readonly<Record<string, EngineTests>> = {
  lifecycle: lifecycleTests,
  writing: writingTests,
  searching: searchingTests,
  wording: wordingTests,
  filtering: filteringTests,
};

/**
 * Registers the tests that every engine must pass. They read the adapter's own capabilities: where one is absent, the
 * call must be refused with `engine_unsupported`.
 */
export function engineConformance({ create, skip = {}, runner }: EngineConformanceOptions): void {
  refuseUnknownSkips(skip);
  const { describe, test } = runner;
  for (const [area, tests] of Object.entries(areas)) {
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
  const opened = [place.engine];
  const reopen = async () => {
    const engine = await place.reopen();
    opened.push(engine);
    return engine;
  };
  try {
    await run({ engine: place.engine, index: await place.engine.open(spec), reopen });
  } finally {
    await Promise.all(opened.map((engine) => engine.close()));
    await place.dispose();
  }
}

function refuseUnknownSkips(skip: Readonly<Record<string, string>>): void {
  const names = new Set(Object.values(areas).flatMap((tests) => Object.keys(tests)));
  const unknown = Object.keys(skip).filter((name) => !names.has(name));
  if (unknown.length > 0) throw new RangeError(`There is no test named "${unknown.join('", "')}" to skip.`);
}
