import { chmodSync, cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { footnoteSession } from './footnote-session.ts';
import { type Finished, type RunOptions, temporaryFolder } from './run-footnote.ts';

/** A folder with `bees.txt`, which is ingested before the tests of a file, and command lines that run in it. */
export interface SessionWithBees {
  readonly folder: ReturnType<typeof temporaryFolder>;
  readonly run: (args: readonly string[], options?: Partial<RunOptions>) => Promise<Finished>;
  /** Makes `store` a copy of the one that was filled, and returns it. */
  readonly copyStore: (store: string) => string;
}

export function sessionWithBees(): SessionWithBees {
  const folder = temporaryFolder();
  const session = footnoteSession();
  const run: SessionWithBees['run'] = (args, options = {}) => session(args, { cwd: folder.path, ...options });
  beforeAll(async () => {
    // Some tests run commands as another user.
    chmodSync(folder.path, 0o755);
    writeFileSync(join(folder.path, 'bees.txt'), 'A queen bee lays up to two thousand eggs a day.\n');
    expect((await run(['ingest', 'bees.txt'])).code).toBe(0);
  });
  afterAll(() => folder[Symbol.dispose]());
  return {
    folder,
    run,
    copyStore(store) {
      cpSync(join(folder.path, '.footnote'), store, { recursive: true });
      return store;
    },
  };
}
