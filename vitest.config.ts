import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

/** About what a process loads, holds, or leaves behind. */
const needsOwnProcess = [
  'src/app/followed-answer.test.ts',
  'src/models/chat/openai-generator.test.ts',
  'test/{faults,fuzz,kill-ingest,kill-servers,limits,no-trace}.test.ts',
];

export default defineConfig({
  test: {
    globalSetup: 'test/build-page.ts',
    setupFiles: 'test/property-seed.ts',
    // Tests start real servers, worker threads and browsers; two cores are the smallest machine they run on, and a fifth
    // of their time with two workers was waiting, which a third one uses.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    maxWorkers: 3,
    // Where a change is let in, one test of thousands that a busy machine fails is run again, and named as such.
    retry: process.env.CI ? 1 : 0,
    // The threads and processes that tests start load the sources: their types are stripped once, into Node's own folder.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') },
    // What is polled for comes when a busy machine gets round to it.
    expect: { poll: { timeout: 60_000 } },
    // Projects run in the order of their names: the long files come first, and short ones even out the workers.
    projects: [
      {
        extends: true,
        test: { name: 'a process each', include: needsOwnProcess },
      },
      {
        extends: true,
        test: {
          name: 'across stages',
          include: ['test/**/*.test.ts', 'conformance/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...needsOwnProcess],
          // A process for each file, with its modules, takes longer than many of the tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'beside sources',
          include: ['src/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...needsOwnProcess],
          isolate: false,
        },
      },
    ],
  },
});
