import { defineConfig } from 'vitest/config';
import { packageRoot } from '../../../bin/node-runtime.mjs';

export default defineConfig({
  root: packageRoot,
  test: {
    include: ['scripts/engines/suites/*.suite.ts'],
    // Ten thousand chunks over a socket, on two cores that the server works on as well.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The cases of a suite have places of their own; the server is one.
    maxWorkers: 1,
  },
});
