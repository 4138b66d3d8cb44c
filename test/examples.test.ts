import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './corpus.ts';

const root = resolve(import.meta.dirname, '..');

/** The TypeScript examples of a page, complete with their imports. */
function examples(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^```ts\n(.*?)^```/gms)].map((match) => match[1] as string);
}

/** A folder in which `footnote-rag` is the sources. */
function folderForExamples(): string {
  const folder = temporaryFolder();
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        paths: {
          'footnote-rag': [join(root, 'src/index.ts')],
          'footnote-rag/conformance': [join(root, 'conformance/index.ts')],
        },
      },
      include: ['*.ts', join(root, 'src/**/*.d.ts')],
    }),
  );
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  // What the examples call their own.
  writeFileSync(
    join(folder, 'my-engine.ts'),
    `import type { Engine } from 'footnote-rag';
export declare function myEngine(options: { url: string }): Engine;
export declare function freshDatabase(): Promise<string>;
export declare function dropDatabase(url: string): Promise<void>;
`,
  );
  return folder;
}

test('every TypeScript example of the documentation compiles', () => {
  const folder = folderForExamples();
  const all = ['README.md', 'docs/library.md', 'docs/adapters.md', 'docs/chunking.md'].flatMap(examples);
  expect(all.length).toBeGreaterThan(4);
  for (const [number, example] of all.entries()) writeFileSync(join(folder, `example-${number}.ts`), example);
  const { stdout } = spawnSync(process.execPath, [
    join(root, 'node_modules/typescript/bin/tsc'),
    '-p',
    folder,
  ]);
  expect(stdout.toString()).toBe('');
});

test.each([
  ['README.md', 0, /^\[\d+\] docs\/\S+ \d+–\d+: ./m],
  ['docs/library.md', 5, /robot/],
  ['docs/library.md', 6, /^verbatim \[\] The dam.*\npartial \[ '60' \] /],
  ['docs/library.md', 7, /^\[\s+'Travel is approved/],
])('the example of %s (%i) runs as it stands', (page, number, output) => {
  const folder = temporaryFolder();
  // One page answers the question; all of them take several times as long to read.
  for (const name of ['store.md', 'privacy.md', 'library.md'])
    cpSync(join(root, 'docs', name), join(folder, 'docs', name));
  const example = (examples(page)[number] as string).replace(
    "'footnote-rag'",
    JSON.stringify(join(root, 'src/index.ts')),
  );
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  writeFileSync(join(folder, 'example.ts'), example);
  const run = spawnSync(process.execPath, ['example.ts'], { cwd: folder });
  expect(run.stderr.toString()).toBe('');
  expect(run.stdout.toString()).toMatch(output);
});
