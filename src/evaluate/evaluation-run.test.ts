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
  mkdirSync(join(folder, 'folder.json'));
  symlinkSync('/dev/zero', join(folder, 'device.json'));
  writeFileSync(join(folder, 'other.json'), '{"at": 1}');
  writeFileSync(join(folder, 'deep.json'), '['.repeat(200_000));
  const [run, ...others] = await listKeptRuns(store);
  expect(others).toEqual([]);
  expect(await readKeptRun(run?.id ?? '', store)).toMatchObject({ dataset: 'made-up' });
  for (const id of ['device', 'folder', 'other', `../evaluations/${run?.id}`, '__proto__'])
    await expect(readKeptRun(id, store)).rejects.toMatchObject({ code: 'evaluation_unknown' });
});
