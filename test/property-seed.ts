import * as fc from 'fast-check';
import { type RunnerTestCase, TestRunner } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** How often the properties of a test were tried; absent where it has none. */
    propertyRuns?: number;
  }
}

/** What `npm test` tries properties with is the same each time; `npm run soak -- properties` names other seeds. */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });

// Vitest comes here before each file, the files of a process share their plugins, and a run is counted once.
fc.installGlobalPlugin((pluginIndex) => (pluginIndex === 0 ? { onAllRunsComplete: countRuns } : {}));

function countRuns({ numRuns }: fc.RunDetails<unknown>): void {
  const { meta } = TestRunner.getCurrentTest<RunnerTestCase>();
  meta.propertyRuns = (meta.propertyRuns ?? 0) + numRuns;
}
