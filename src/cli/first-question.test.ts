import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openFootnote } from '../pipeline.ts';
import { findFirstQuestion } from './first-question.ts';

test('what is tried and finds nothing leaves no line in the log; what is answered is from a heading', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-test-'));
  const footnote = await openFootnote({ store: join(folder, 'store'), embedder: { threads: 1 } });
  onTestFinished(async () => {
    await footnote.close();
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, 'bees.md');
  writeFileSync(
    file,
    '# Bees\n\n## History\n\nThe history of bees is long.\n\n## Royal jelly\n\nRoyal jelly is a secretion that nurse bees feed to larvae.\n',
  );
  await footnote.ingest([file]);
  const { signal } = new AbortController();
  const suggestions = ['Which enzyme does yeast lack?', 'When was the Tarn lighthouse built?'];
  const first = await findFirstQuestion(footnote, suggestions, { signal });
  expect(first).toMatchObject({ question: 'What is Royal jelly?', answer: { abstained: false } });
  const { entries } = await footnote.readLog();
  expect(entries.map(({ outcome }) => outcome)).toEqual(['answered']);

  writeFileSync(
    file,
    '# Bees\n\n## How bees sleep\n\nBees sleep at night, and hold one another by the legs.\n',
  );
  await footnote.ingest([file]);
  const other = await findFirstQuestion(footnote, [], { signal });
  expect(other).toMatchObject({ question: 'How bees sleep?', answer: { abstained: false } });
});
