import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const suite = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);

test('the suites run under node:test as well', () => {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'adapters.test.mjs');
  writeFileSync(
    file,
    `
    import * as runner from 'node:test';
    import { engineConformance, rerankerConformance } from ${suite('./index.ts')};
    import { NaiveEngine } from ${suite('./naive-engine.test-support.ts')};
    engineConformance({
      runner,
      skip: { 'a new index is empty': 'to see one' },
      create: async () => {
        const place = new Map();
        const dispose = async () => undefined;
        return { engine: new NaiveEngine(place), reopen: async () => new NaiveEngine(place), dispose };
      },
    });
    const broken = { name: 'broken', maxCandidates: 10, rerank: async () => [] };
    rerankerConformance({ runner, create: async () => broken });`,
  );
  let said: string;
  try {
    said = execFileSync(process.execPath, ['--test', '--test-reporter=tap', file], { encoding: 'utf8' });
  } catch (error) {
    said = (error as { stdout: string }).stdout;
  }
  const counted = (what: string) => Number(new RegExp(`^# ${what} (\\d+)$`, 'm').exec(said)?.[1]);
  expect(counted('skipped')).toBe(1);
  expect(counted('pass')).toBeGreaterThan(50);
  expect(said).toMatch(/^ *not ok \d+ - gives every candidate exactly one finite score$/m);
  expect(said).toMatch(/^ *ok \d+ - what was written is there after reopening$/m);
});
