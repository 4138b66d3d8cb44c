import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const folders = ['bench', 'bin', 'conformance', 'scripts', 'src', 'test', 'web'];

/** Biome breaks code and leaves comments as they are. */
const widest = 120;

const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|tsx|mjs)$/.test(name) && !name.includes('node_modules'))
    .map((name) => join(folder, name)),
);

test('no comment is wider than the code', () => {
  const wide = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) => (isWideComment(line) ? [`${file}:${at + 1}`] : [])),
  );
  expect(wide).toEqual([]);
});

function isWideComment(line: string): boolean {
  return line.length > widest && /^\s*(?:\/\/|\/?\*)/.test(line);
}
