import { expect, test } from 'vitest';
import { pathPatterns } from './file-selection.ts';

test.each([
  ['*.md', 'a.md', true],
  ['*.md', 'deep/er/a.md', true],
  ['*.md', 'a.mdx', false],
  ['drafts', 'drafts/a.md', true],
  ['drafts/', 'in/drafts/deep/a.md', true],
  ['drafts', 'drafts.md', false],
  ['in/*.md', 'in/a.md', true],
  ['in/*.md', 'in/deep/a.md', false],
  ['in/*.md', 'out/in/a.md', false],
  ['in/**/*.md', 'in/deep/er/a.md', true],
  ['./a.md', 'a.md', true],
  ['./a.md', 'in/a.md', false],
  ['/a.md', 'in/a.md', false],
  ['{a,b}.md', 'b.md', true],
  ['**', '.x/a.md', true],
  ['R\u00e9sum\u00e9.md', 'in/Re\u0301sume\u0301.md', true],
  ['Re\u0301*.md', 'R\u00e9sum\u00e9.md', true],
])('%s on %s: %s', (glob, path, expected) => {
  expect(pathPatterns([glob])(path)).toBe(expected);
});

test('several globs match what any of them does; none match nothing', () => {
  expect(pathPatterns(['*.md', '*.txt'])('a.txt')).toBe(true);
  expect(pathPatterns([])('a.txt')).toBe(false);
});
