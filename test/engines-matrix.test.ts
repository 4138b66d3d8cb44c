import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { engineAreas } from '../conformance/engine.ts';
import { pipelineAreas } from '../conformance/pipeline.ts';
import { listedCases } from '../scripts/engines/case-matrix.ts';
import { packageRoot } from '../src/files/package-root.ts';

test.each([
  ['conformance', engineAreas],
  ['pipeline', pipelineAreas],
] as const)(
  'the documentation lists every test of the suite %s: npm run engines -- --write',
  async (suite, areas) => {
    const text = await readFile(join(packageRoot, 'docs', 'adapters.md'), 'utf8');
    const names = Object.entries(areas).flatMap(([area, tests]) =>
      Object.keys(tests).map((title) => `${area}: ${title}`),
    );
    expect(listedCases(text, suite).toSorted()).toEqual(names.toSorted());
  },
);
