import { configDefaults, defineConfig } from 'vitest/config';

/** Beside its source, but about what its process has loaded. */
const needsOwnProcess = ['src/models/openai-generator-warm-up.test.ts'];

export default defineConfig({
  test: {
    // Tests start real servers, worker threads and browsers; two cores are the smallest machine they run on.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Projects run in the order of their names: the long files come first, and short ones even out the two workers.
    projects: [
      {
        extends: true,
        test: { name: 'across stages', include: ['test/**/*.test.ts', ...needsOwnProcess] },
      },
      {
        extends: true,
        test: {
          name: 'beside sources',
          include: ['src/**/*.test.ts', 'conformance/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...needsOwnProcess],
          // Two processes take all of them. One for each of two hundred files, with its modules, takes longer than the tests.
          isolate: false,
        },
      },
    ],
  },
});
