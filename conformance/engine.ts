import { afterEach, beforeEach, describe, test } from 'vitest';
import type { Engine, EngineIndex } from '../src/contracts/engine.ts';
import { filteringTests } from './engine-filtering.ts';
import { spec } from './engine-fixtures.ts';
import { lifecycleTests } from './engine-lifecycle.ts';
import { searchingTests } from './engine-searching.ts';
import { wordingTests } from './engine-wording.ts';
import { writingTests } from './engine-writing.ts';

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
}

/** What a test of the suite gets. */
export interface EngineFixture {
  readonly engine: Engine;
  /** An empty index of `spec`. */
  readonly index: EngineIndex;
  readonly reopen: () => Promise<Engine>;
}

/** The tests of one area by name. A name says what holds. */
export type EngineTests = Readonly<Record<string, (fixture: EngineFixture) => Promise<void>>>;

const areas: Readonly<Record<string, EngineTests>> = {
  lifecycle: lifecycleTests,
  writing: writingTests,
  searching: searchingTests,
  wording: wordingTests,
  filtering: filteringTests,
};

/**
 * Registers the tests that every engine must pass with vitest. They read the adapter's own capabilities: where one
 * is absent, the call must be refused with `engine_unsupported`.
 */
export function engineConformance({ create, skip = {} }: EngineConformanceOptions): void {
  refuseUnknownSkips(skip);
  for (const [area, tests] of Object.entries(areas)) {
    describe(area, () => {
      let place: EngineUnderTest;
      let fixture: EngineFixture;
      const opened: Engine[] = [];

      beforeEach(async () => {
        place = await create();
        opened.push(place.engine);
        const reopen = async () => {
          const engine = await place.reopen();
          opened.push(engine);
          return engine;
        };
        fixture = { engine: place.engine, index: await place.engine.open(spec), reopen };
      });

      afterEach(async () => {
        await Promise.all(opened.splice(0).map((engine) => engine.close()));
        await place.dispose();
      });

      for (const [name, run] of Object.entries(tests)) {
        const reason = skip[name];
        if (reason === undefined) test(name, () => run(fixture));
        else test.skip(`${name} (skipped: ${reason})`, () => run(fixture));
      }
    });
  }
}

function refuseUnknownSkips(skip: Readonly<Record<string, string>>): void {
  const names = new Set(Object.values(areas).flatMap((tests) => Object.keys(tests)));
  const unknown = Object.keys(skip).filter((name) => !names.has(name));
  if (unknown.length > 0) throw new RangeError(`There is no test named "${unknown.join('", "')}" to skip.`);
}
