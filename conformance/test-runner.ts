import { afterAll, describe, test } from 'vitest';

/** The functions of a test runner that a suite registers its tests with: those of Vitest, `node:test` or Jest. */
export interface TestRunner {
  readonly describe: (name: string, register: () => void) => unknown;
  readonly test: ((name: string, run: () => Promise<void>) => unknown) & {
    readonly skip: (name: string) => unknown;
  };
  /** Called inside `describe`; `after` of `node:test`. */
  readonly afterAll: (run: () => Promise<void>) => unknown;
}

/** What suites are registered with where nothing else is said. */
export const vitestRunner: TestRunner = { describe, test, afterAll };
