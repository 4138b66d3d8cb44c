import { expect, test } from 'vitest';
import { titleOfPath } from './title-of-path.ts';

test.each([
  ['docs/Pump manual.pdf', 'Pump manual'],
  ['licences/Apache-2.0', 'Apache-2.0'],
  ['Minutes 12.03.2024', 'Minutes 12.03.2024'],
  ['README', 'README'],
  ['wiki/Tasks c81e728d9d4c2f636f067f89cc14862c.csv', 'Tasks'],
  ['wiki/Tasks c81e728d9d4c2f636f067f89cc14862c_all.csv', 'Tasks'],
  ['sums/c81e728d9d4c2f636f067f89cc14862c.txt', 'c81e728d9d4c2f636f067f89cc14862c'],
])('a document from %s that names itself nothing is called %s', (path, title) => {
  expect(titleOfPath(path)).toBe(title);
});
