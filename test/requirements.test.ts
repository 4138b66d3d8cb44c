import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { presets } from '../src/presets/presets.ts';

const root = resolve(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/presets.md'), 'utf8');

/** The table of requirements: row, and the test files that hold it; none where figures do. */
const rows = [...page.matchAll(/^\| ([A-E]\d+) \| [^|]+ \| ([^|]+) \|$/gm)].map(
  ([, row = '', files = '']) => ({
    row,
    files: [...files.matchAll(/`([^`]+)`/g)].map(([, file]) => file as string),
  }),
);

const lastOf = { A: 10, B: 13, C: 9, D: 9, E: 14 };

test('docs/presets.md has every row, with tests or measured figures', () => {
  const all = Object.entries(lastOf).flatMap(([section, last]) =>
    Array.from({ length: last }, (_, at) => `${section}${at + 1}`),
  );
  expect(rows.map(({ row }) => row)).toEqual(all);
  const results = readFileSync(join(root, 'bench/RESULTS.md'), 'utf8');
  for (const { row } of rows.filter(({ files }) => files.length === 0)) {
    expect(results).toContain(`\n| ${row}: `);
  }
});

test.each(rows.flatMap(({ row, files }) => files.map((file) => [row, file] as const)))(
  '%s is named by a test of %s',
  (row, file) => {
    const named = new RegExp(`['"\`][^'"\`]*\\b${row}\\b`, 'm');
    expect(readFileSync(join(root, file), 'utf8')).toMatch(named);
  },
);

test('docs/presets.md has every preset, and every variable that one reads', () => {
  for (const [name, { variables }] of Object.entries(presets)) {
    expect(page).toContain(`| \`${name}\` |`);
    for (const variable of Object.keys(variables)) expect(page).toContain(`\`${variable}\``);
  }
});
