import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keepRun, listKeptRuns, readKeptRun } from './evaluation-run.ts';
import { madeUpRun } from './made-up-run.test-support.ts';

test('of the files beside kept runs none is read that is no file, and none that is no run is told', async () => {
  const store = mkdtempSync(join(tmpdir(), 'footnote-runs-'));
  onTestFinished(() => rmSync(store, { recursive: true }));
  await keepRun(madeUpRun({ q1: 1 }), store);
  const folder = join(store, 'evaluations');
  mkdirSync(join(folder, 'folder.jsonl'));
  symlinkSync('/dev/zero', join(folder, 'device.jsonl'));
  writeFileSync(join(folder, 'other.jsonl'), '{"at": 1}');
  writeFileSync(join(folder, 'deep.jsonl'), '['.repeat(200_000));
  const [run, ...others] = await listKeptRuns(store);
  expect(others).toEqual([]);
  expect(run).toMatchObject({ dataset: 'made-up' });
  expect(run).not.toHaveProperty('questions');
  expect(await readKeptRun(run?.id ?? '', store)).toEqual(madeUpRun({ q1: 1 }));
  for (const id of ['device', 'folder', 'other', `../evaluations/${run?.id}`, '__proto__'])
    await expect(readKeptRun(id, store)).rejects.toMatchObject({ code: 'evaluation_unknown' });
});
