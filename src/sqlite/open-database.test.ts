import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './open-database.ts';

/** Opens one new file after another in step with the others: each round begins when its line is read. */
const opening = `
  import { createInterface } from 'node:readline';
  import { openDatabase } from ${JSON.stringify(join(import.meta.dirname, 'open-database.ts'))};
  console.log('ready');
  for await (const path of createInterface({ input: process.stdin })) {
    openDatabase(path).close();
    console.log(path);
  }`;

function ownFolder(): string {
  const directory = mkdtempSync(join(tmpdir(), 'open-database-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

test('several processes make one file at the same moment, and each opens it', async () => {
  const directory = ownFolder();
  const children = [1, 2, 3].map(() =>
    spawn(process.execPath, ['--input-type=module', '--eval', opening], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  );
  await Promise.all(children.map(({ stdout }) => once(stdout, 'data')));
  for (let round = 0; round < 60; round++) {
    const answers = children.map(({ stdout, stdin }) => {
      const answer = Promise.race([once(stdout, 'data'), once(stdout, 'end')]);
      stdin.write(`${join(directory, `${round}.db`)}\n`);
      return answer;
    });
    await Promise.all(answers);
  }
  for (const { stdin } of children) stdin.end();
  const exits = await Promise.all(
    children.map(async (child) => child.exitCode ?? (await once(child, 'exit'))[0]),
  );
  expect(exits).toEqual([0, 0, 0]);
});

test('a file that another writes to at the moment is opened without waiting for it', () => {
  const path = join(ownFolder(), 'store.db');
  const writing = openDatabase(path);
  writing.exec('create table words (word text); begin immediate');
  const database = openDatabase(path, { waitMs: 0 });
  expect(database.prepare('select count(*) as words from words').get()).toEqual({ words: 0 });
  database.close();
  writing.exec('rollback');
  writing.close();
});
