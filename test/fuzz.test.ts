import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type FuzzFinding, fuzzParsers, fuzzSamples } from '../bench/soak/fuzz.ts';
import { parsers } from '../src/formats/parsers.ts';

const cases = join(import.meta.dirname, '../src/formats/cases');

test('no mutated file crashes its parser or holds it up', async () => {
  const findings: FuzzFinding[] = [];
  const counts = await fuzzParsers({
    samples: fuzzSamples(cases),
    runs: 8,
    seed: 1,
    timeoutMs: 30_000,
    onFinding: (finding) => findings.push(finding),
  });
  expect(findings.map(({ format, path, error }) => `${format}, ${path}: ${String(error)}`)).toEqual([]);
  const names = new Set(parsers.map(({ name }) => name));
  expect(counts.filter(({ format }) => names.has(format)).length).toBeGreaterThan(8);
  for (const { outcomes } of counts) expect(outcomes.ok + outcomes['typed failure']).toBeGreaterThan(0);
}, 300_000);
