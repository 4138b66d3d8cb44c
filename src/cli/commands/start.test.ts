import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Footnote } from '../../footnote.ts';
import { openFootnote } from '../../pipeline.ts';
import { findFirstQuestion } from './start.ts';

/** Footnote over a folder of one file, and what writes another content into it. */
async function overFile() {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-test-'));
  const footnote = await openFootnote({ store: join(folder, 'store'), embedder: { threads: 1 } });
  onTestFinished(async () => {
    await footnote.close();
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, 'file.md');
  const write = async (text: string) => {
    writeFileSync(file, text);
    await footnote.ingest([file]);
  };
  return { footnote, write };
}

const first = (footnote: Footnote, suggestions: readonly string[] = []) =>
  findFirstQuestion(footnote, suggestions, { signal: new AbortController().signal });

test('what is tried and finds nothing leaves no line in the log; what is answered is what a person would ask', async () => {
  const { footnote, write } = await overFile();
  await write(
    '# Bees\n\n## History\n\nThe history of bees is long.\n\n## Royal jelly\n\nRoyal jelly is a secretion that nurse bees feed to larvae.\n',
  );
  const suggestions = ['Which enzyme does yeast lack?', 'When was the Tarn lighthouse built?'];
  expect(await first(footnote, suggestions)).toMatchObject({
    question: 'What is Royal jelly?',
    answer: { abstained: false },
  });
  const { entries } = await footnote.readLog();
  expect(entries.map(({ outcome }) => outcome)).toEqual(['answered']);

  await write('# Bees\n\n## How bees sleep\n\nBees sleep at night, and hold one another by the legs.\n');
  expect(await first(footnote)).toMatchObject({ question: 'What is said about how bees sleep?' });
});

test.each([
  [
    'a heading that asks',
    '# Cellar\n\nThe cellar is a room.\n\n## Who has the key of the cellar?\n\nMs Hahn has the key of the cellar.\n',
    'Who has the key of the cellar?',
  ],
  [
    'what something costs, where headings only name parts of a meeting',
    '# Minutes of the general assembly, 14 March 2025\n\n## Item 1: Approval of the agenda\n\nThe agenda was approved without changes.\n\n## Item 2: Repair of the roof\n\nMs Hahn reported that the roof leaks. The repair of the roof costs 14,200 euros.\n',
    'How much does the repair of the roof cost?',
  ],
  [
    'a definition behind words that name nothing, with small letters where the text has them',
    '# Robots\n\n## Learning Objectives\n\nThis is a lesson. It is the first one.\n\n**Sensor fusion** is the combination of several sensors. Robots need sensor fusion.\n',
    'What is sensor fusion?',
  ],
  [
    'German',
    '# Haus\n\n## Garten\n\nEin Kompost ist eine Sammlung von Resten aus Küche und Garten, die dort verrotten.\n',
    'Was ist ein Kompost?',
  ],
])('over one’s own documents the first question is %s', async (_, text, question) => {
  const { footnote, write } = await overFile();
  await write(text);
  expect(await first(footnote)).toMatchObject({ question, answer: { abstained: false } });
});
