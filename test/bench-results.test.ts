import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { halved } from '../bench/quality/halves.ts';
import { formatNumber, replaceSection, writeResultsSection } from '../bench/results.ts';
import { markdownTable } from '../src/evaluate/report/markdown-report.ts';
import { packageRoot } from '../src/files/package-root.ts';
import { startProgram, temporaryFolder } from './run-footnote.ts';

test('a section is added once and replaced after that, the others stay as they are', () => {
  const first = replaceSection('# Results\n', 'speed:a', 'A1');
  const both = replaceSection(first, 'speed:b', 'B1');
  const again = replaceSection(both, 'speed:a', 'A2');
  expect(both).toContain('A1');
  expect(again).toBe(both.replace('A1', 'A2'));
});

test('a section of another kind with the same name is another section', () => {
  const text = replaceSection(replaceSection('', 'speed:x', 'fast'), 'quality:x', 'good');
  expect(text).toContain('fast');
  expect(text).toContain('good');
});

test('the file says when, where and by which command it was measured', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'footnote-results-'));
  const section = { file: join(directory, 'RESULTS.md'), kind: 'speed', name: 'embed' } as const;
  try {
    await writeResultsSection({ ...section, command: 'npm run bench -- embed', body: 'first' });
    await writeResultsSection({ ...section, command: 'npm run bench -- embed', body: 'second' });
    const text = await readFile(section.file, 'utf8');
    expect(text).toMatch(/^# Results\n/);
    expect(text).toMatch(
      /## Speed: embed\n\n\d{4}-\d\d-\d\d, .+ cores?, \d+ GiB, Node \d+\.\d+\.\d+, load \d+\.\d\. Command: `npm/,
    );
    expect(text).toContain('second');
    expect(text).not.toContain('first');
  } finally {
    await rm(directory, { recursive: true });
  }
});

test('a figure is of the questions of odd lines, of even ones, and of all; of none there is none', () => {
  const lines = [1, 2, 3, 4, 5].map((place) => ({ place }));
  const figure = (some: typeof lines) =>
    halved(some, (half) => Number(half.map(({ place }) => place).join('')));
  expect(figure(lines)).toEqual({ odd: 135, even: 24, all: 12_345 });
  expect(figure(lines.slice(1, 2))).toEqual({ odd: undefined, even: 2, all: 2 });
});

test('a table keeps its columns when a cell has a bar in it', () => {
  expect(markdownTable(['a', 'b'], [['1|2', '3']])).toBe('| a | b |\n| --- | --- |\n| 1\\|2 | 3 |');
});

test.for([
  [0, '0'],
  [0.96374, '0.964'],
  [1.5, '1.5'],
  [999.4, '999'],
  [12_345.6, '12 346'],
  [1_234_567, '1 234 567'],
] as const)('%f is written %s', ([value, text]) => {
  expect(formatNumber(value)).toBe(text);
});

test('a quality run whose data is not there says where it looked, and what names another place', async () => {
  using folder = temporaryFolder();
  const script = join(packageRoot, 'bench', 'quality', 'run.ts');
  const { code, stdout, stderr } = await startProgram(
    process.execPath,
    [script, 'smoke', '--data', 'nowhere', '--json'],
    { cwd: folder.path },
  ).finished;
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/nowhere\/.* has no corpus\.jsonl.[^]*looked for in nowhere; --data names another/);
  expect(stderr).not.toMatch(/^\s+at /m);
});
