import { expect, test } from 'vitest';
import { errorTable } from '../errors.ts';
import { repeatFlags } from './output.ts';

const flags = { store: 'my store', collection: 'work' };

test('a command at the end of a text gets the flags that it lacks', () => {
  expect(repeatFlags('List them with: footnote documents list', flags)).toBe(
    "List them with: footnote documents list --collection work --store 'my store'",
  );
  expect(repeatFlags('footnote ingest notes', flags)).toBe(
    "footnote ingest notes --collection work --store 'my store'",
  );
  expect(repeatFlags('With: footnote ingest PATH --collection other', flags)).toBe(
    "With: footnote ingest PATH --collection other --store 'my store'",
  );
  expect(repeatFlags('请用以下命令添加：footnote ingest 路径', { preset: 'tutor' })).toBe(
    '请用以下命令添加：footnote ingest 路径 --preset tutor',
  );
});

test.each([
  'The next footnote ingest reads the file again.',
  'Start it with: footnote serve\nCtrl-C stops it.',
  'Nothing to do.',
])('other text stays: %j', (text) => {
  expect(repeatFlags(text, flags)).toBe(text);
});

test('where no flag was typed nothing is added', () => {
  expect(repeatFlags('With: footnote jobs', {})).toBe('With: footnote jobs');
});

test('every remedy that is a command stands where it is completed', () => {
  const withCommand = Object.entries(errorTable).filter(([, { message }]) =>
    /\bfootnote [a-z]+\b/.test(message),
  );
  expect(withCommand.length).toBeGreaterThan(3);
  const incomplete = withCommand.filter(
    ([, { message }]) => !repeatFlags(message, { store: 's' }).endsWith('--store s'),
  );
  expect(incomplete).toEqual([]);
});
