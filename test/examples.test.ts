import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as runner from 'vitest';
import { afterAll, describe, expect, test } from 'vitest';
import { engineConformance } from '../conformance/engine.ts';
import { parserConformance } from '../conformance/parser.ts';
import type { Engine } from '../src/contracts/engine.ts';
import type { Parser } from '../src/contracts/parser.ts';
import { temporaryFolder, writeFiles } from './corpus.ts';

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
          'footnote-rag/*': [join(root, 'src/integrations/*.ts')],
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
  writeFileSync(
    join(folder, 'my-model.ts'),
    `import type { LanguageModel } from 'ai';
export declare const myModel: LanguageModel;
`,
  );
  for (const [file, words] of adapterFiles) writeFileSync(join(folder, file), exampleWith(words));
  return folder;
}

/** The example of the adapters' page that has this in it. */
function exampleWith(words: string): string {
  const found = examples('docs/adapters.md').filter((example) => example.includes(words));
  expect(found).toHaveLength(1);
  return found[0] as string;
}

/** Files that other examples import, and what each exports. */
const adapterFiles = [
  ['memory-engine.ts', 'export function memoryEngine'],
  ['logbook-parser.ts', 'export const logbookParser'],
] as const;

/** Entries of the package that belong to frameworks. */
const integrations = Object.fromEntries(
  ['langchain', 'llamaindex', 'ai-sdk'].map((name) => [
    `footnote-rag/${name}`,
    `src/integrations/${name}.ts`,
  ]),
);

/** An example that imports the sources. */
function runnable(example: string): string {
  const sources = { 'footnote-rag/conformance': 'conformance/index.ts', 'footnote-rag': 'src/index.ts' };
  const all = { ...sources, ...integrations };
  return Object.entries(all).reduce(
    (text, [name, path]) => text.replace(`'${name}'`, JSON.stringify(join(root, path))),
    example,
  );
}

test('every TypeScript example of the documentation compiles', () => {
  const folder = folderForExamples();
  const all = [
    'README.md',
    'docs/library.md',
    'docs/adapters.md',
    'docs/chunking.md',
    'docs/integrations.md',
  ].flatMap(examples);
  expect(all.length).toBeGreaterThan(4);
  for (const [number, example] of all.entries()) writeFileSync(join(folder, `example-${number}.ts`), example);
  const { stdout } = spawnSync(process.execPath, [
    join(root, 'node_modules/typescript/bin/tsc'),
    '-p',
    folder,
  ]);
  expect(stdout.toString()).toBe('');
});

const logbook = `@ 2 March
The north crane is greased every six weeks, and its brake is tested on the same day.

@ 3 March
Fog until noon. The pilot boat stayed in the harbour.
`;

test.each([
  ['README.md', 0, /^\[\d+\] docs\/\S+ \d+–\d+: ./m],
  ['docs/library.md', 1, /^\[\]\n$/],
  ['docs/library.md', 9, /robot/],
  ['docs/library.md', 10, /^verbatim \[\] The dam.*\npartial \[ '60' \] /],
  ['docs/library.md', 11, /^\[\s+'Travel is approved/],
  ['docs/integrations.md', 0, /^docs\/store\.md \d+–\d+ /m],
  ['docs/integrations.md', 1, /^[\d.]+ docs\/store\.md \d+ \d+$/m],
  ['docs/integrations.md', 2, /^To make a backup, [^]* \[1\][^]*^\[1\] The store docs\/store\.md$/m],
  ['docs/library.md', 14, /^all-MiniLM-L6-v2@\S+ 384 384$/m],
  [
    'docs/adapters.md',
    5,
    /^The north crane is greased every six weeks[^]*\[1\] logbooks\/harbour\.logbook The north/,
  ],
  ['docs/adapters.md', 2, /To restore a backup, put .* \[\d\][^]*\[\d\] docs\/store\.md /],
])('the example of %s (%i) runs as it stands', (page, number, output) => {
  const folder = temporaryFolder();
  // One page answers the question; all of them take several times as long to read.
  cpSync(join(root, 'docs', 'store.md'), join(folder, 'docs', 'store.md'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  writeFiles(join(folder, 'logbooks'), { 'harbour.logbook': logbook });
  for (const [file, words] of adapterFiles) writeFileSync(join(folder, file), runnable(exampleWith(words)));
  writeFileSync(join(folder, 'example.ts'), runnable(examples(page)[number] as string));
  const run = spawnSync(process.execPath, ['example.ts'], { cwd: folder });
  expect(run.stderr.toString()).toBe('');
  expect(run.stdout.toString()).toMatch(output);
});

test('the engine of the documentation is a whole one in fewer than a hundred lines', () => {
  expect(exampleWith('export function memoryEngine').split('\n').length).toBeLessThan(100);
});

test('the parser of the documentation is a whole one in fewer than sixty lines', () => {
  expect(exampleWith('export const logbookParser').split('\n').length).toBeLessThan(60);
});

describe('the parser of the documentation', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-parser-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'logbook-parser.ts');
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  writeFileSync(file, runnable(exampleWith('export const logbookParser')));
  const { logbookParser: parser } = (await import(pathToFileURL(file).href)) as { logbookParser: Parser };
  const texts = [logbook, '@\n@\r\nWindstille. 風 👩🏽‍🚀 e\u0301\n', `@ Long\n${'Sea. '.repeat(5000)}`];
  const files = texts.map((text, at) => ({ path: `${at}.logbook`, bytes: new TextEncoder().encode(text) }));
  parserConformance({ runner, parser, files });
});

describe('the engine of the documentation', () => {
  engineConformance({
    runner,
    async create() {
      const folder = temporaryFolder();
      const file = join(folder, 'memory-engine.ts');
      writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
      writeFileSync(file, runnable(exampleWith('export function memoryEngine')));
      const { memoryEngine } = (await import(pathToFileURL(file).href)) as {
        memoryEngine: (place: Map<unknown, unknown>) => Engine;
      };
      const place = new Map();
      return {
        engine: memoryEngine(place),
        reopen: async () => memoryEngine(place),
        dispose: async () => {},
      };
    },
  });
});
