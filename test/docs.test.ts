import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodes } from '../src/cli/output.ts';
import { errorTable } from '../src/errors.ts';
import { openFootnote } from '../src/pipeline.ts';
import { createServer } from '../src/serve/create-server.ts';
import { defaults } from '../src/settings/default-config.ts';

const root = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

test('docs/errors.md is the error table', async () => {
  const rows = Object.entries(errorTable)
    .map(
      ([code, { status, retryable, message }]) =>
        `| \`${code}\` | ${status} | ${retryable ? 'yes' : 'no'} | ${message.replaceAll('|', '\\|')} |`,
    )
    .toSorted();
  const page = `# Errors

Every failure has a code, an HTTP status and a message that says what is wrong and how to fix it. Names in braces are filled in. "Again" says whether the same call can succeed later without a change. With \`--json\` and over HTTP a failure is one object; in the library it is [thrown](library.md#errors). Over HTTP and to assistants the remedy names no command: it says what whoever asks the server can do.

\`\`\`json
{ "error": { "code": "document_unknown", "message": "There is no document \\"lease.md\\" in collection \\"default\\". List them with: footnote documents list", "details": { "document": "lease.md", "collection": "default" } } }
\`\`\`

| code | status | again | message |
|---|---|---|---|
${rows.join('\n')}
`;
  await expect(page).toMatchFileSnapshot(join(root, 'docs/errors.md'));
});

/** A default as the table shows it; lists and records are empty by default. */
function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? Object.values(value).join(',') : String(value);
}

test('docs/configuration.md names every setting with its default', () => {
  const documented = [
    ...read('docs/configuration.md').matchAll(/^\| `([\w.]+)` \| (?:`([^`]*)`|\(([^)]*)\)) \|/gm),
  ];
  const settings = Object.entries(defaults).flatMap(([section, value]) =>
    typeof value === 'object'
      ? Object.entries(value).map(([name, leaf]) => [`${section}.${name}`, leaf])
      : [[section, value]],
  );
  const words: Readonly<Record<string, unknown>> = { empty: '', none: [], cores: defaults.embedder.threads };
  expect(
    documented.map(([, name, value, word]) => [name, word === undefined ? value : String(words[word])]),
  ).toEqual(settings.map(([name, value]) => [name, textOf(value)]));
});

test('every dependency has its line', () => {
  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
    string,
    Record<string, string>
  >;
  const page = read('docs/decisions/2026-11-21-dependencies.md');
  const all = { ...dependencies, ...optionalDependencies, ...devDependencies };
  expect(Object.keys(all).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  expect(Object.entries(all).filter(([, version]) => !/^\d/.test(version))).toEqual([]);
});

/** A page without its code: what that shows is no link and no heading. */
const prose = (path: string) =>
  read(path).replaceAll(/^```[^]*?^```$|`[^`\n]*`/gm, (code) => code.replaceAll(/\W/g, ' '));

/** The name by which GitHub links to a heading. */
const anchorOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\s-]/gu, '')
    .replaceAll(/\s/g, '-');

const { files: shipped } = JSON.parse(read('package.json')) as { files: readonly string[] };
/** Whether the package has it, where the same pages are read. */
const isShipped = (target: string) =>
  target === 'README.md' || shipped.some((path) => target === path || target.startsWith(`${path}/`));

test.each(pages)('%s links only to files of the package and headings that exist', (page) => {
  const links = [...prose(page).matchAll(/\]\(([^)#\s]*)(?:#([^)\s]*))?\)/g)];
  const broken = links.filter(([, path = '', anchor]) => {
    if (/^[a-z]+:/.test(path)) return false;
    const target = path === '' ? page : join(dirname(page), path);
    if (!existsSync(join(root, target)) || !isShipped(target)) return true;
    const headings = anchor === undefined ? [] : [...read(target).matchAll(/^#+ (.*)$/gm)];
    return anchor !== undefined && !headings.some(([, heading = '']) => anchorOf(heading) === anchor);
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

/** A figure of bench/RESULTS.md; of a peer whatever its version. */
function measured(what: string, system: string, size: string, metric: string): number {
  const row = new RegExp(
    `^\\| ${what} \\| ${system}(?:@[\\d.]+)?[^|]*\\| ${size} \\| ${metric} \\| ([\\d.]+)`,
    'm',
  );
  return Number(row.exec(read('bench/RESULTS.md'))?.[1]);
}

const ndcg = (system: string) => measured('scifact: search', system, '5 183', 'nDCG@10');

/** How many times as long as Footnote a system takes. */
const timesAsLong = (what: string, system: string) =>
  measured(what, system, '100 000', 'p50') / measured(what, 'footnote', '100 000', 'p50');

test('README.md says of others what bench/RESULTS.md has', () => {
  const page = read('README.md');
  expect(page).toContain(
    `| ${ndcg('footnote')} | LanceDB ${ndcg('lancedb')}, PGlite with pgvector ${ndcg('pglite')}, MiniSearch with vectors ${ndcg('minisearch')} |`,
  );
  const [search, firstWord] = ['made-up: search', 'first token, over the model’s own'] as const;
  for (const [name, what, system] of [
    ['LanceDB', search, 'lancedb'],
    ['MiniSearch with vectors', search, 'minisearch'],
    ['LangChain.js', firstWord, 'langchain'],
  ] as const) {
    const claimed = new RegExp(`${name} over (\\d+) times as long`).exec(page)?.[1];
    expect(timesAsLong(what, system)).toBeGreaterThan(Number(claimed));
  }
});

test('docs/command-line.md has every command, option and exit code', async () => {
  const { createProgram } = await import('../src/cli/main.ts');
  const page = read('docs/command-line.md');
  const program = createProgram();
  const names = program.commands.map((command) => command.name()).filter((name) => name !== 'help');
  expect(names.filter((name) => !page.includes(`| \`footnote ${name}`))).toEqual([]);
  const options = program.options.map((option) => option.long).filter((long) => long !== '--version');
  expect(options.filter((long) => !page.includes(`| \`${long}`))).toEqual([]);
  for (const code of Object.values(exitCodes))
    expect(page).toMatch(new RegExp(`^\\| .*\\b${code}\\b.* \\|`, 'm'));
});

/** The commands that show a setting rather than use it take the options of those that do. */
const showsSettings: ReadonlySet<string> = new Set(['config', 'doctor']);

test('docs/command-line.md says which commands take an option that stands for a setting', async () => {
  const { createProgram } = await import('../src/cli/main.ts');
  const [, table = ''] = read('docs/command-line.md').split('## Options that stand for a setting');
  const commands = createProgram().commands.filter((command) => !showsSettings.has(command.name()));
  const rows = [...table.matchAll(/^\| (`--.*?) \| .*? \| (.*) \|$/gm)];
  expect(rows.length).toBeGreaterThan(5);
  for (const [, options = '', named = ''] of rows) {
    for (const [long] of options.matchAll(/--[a-z-]+/g)) {
      const takers = commands.filter((command) => command.options.some((option) => option.long === long));
      const names = new Set(Array.from(named.matchAll(/`(.*?)`/g), ([, name]) => name));
      expect(names, long).toEqual(new Set(takers.map((command) => command.name())));
    }
  }
});

test('every option of a command is on some page', async () => {
  const { createProgram } = await import('../src/cli/main.ts');
  const text = pages.map(read).join('\n');
  const commands = createProgram().commands.flatMap((command) => [command, ...command.commands]);
  const options = commands.flatMap((command) => command.options.map(({ long }) => long ?? ''));
  expect(options).toContain('--threads');
  expect([...new Set(options)].filter((long) => !new RegExp(`${long}(?![a-z-])`).test(text))).toEqual([]);
});

/** A route without what only the router needs: what a parameter may be, and one colon for another. */
const asWritten = (url: string) => url.replace(/\(\^.*?\)/, '').replaceAll('::', ':');

test('docs/http.md has every route', async () => {
  const page = read('docs/http.md');
  const footnote = await openFootnote({ store: join(tmpdir(), 'footnote-that-is-never-made') });
  const server = createServer({ footnote, config: defaults });
  const routes: string[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat())
      if (one !== 'HEAD' && one !== 'OPTIONS') routes.push(`${one} ${asWritten(url)}`);
  });
  await server.ready();
  expect(routes.length).toBeGreaterThan(5);
  expect(routes.filter((route) => !page.includes(`| \`${route}\` |`))).toEqual([]);
  await server.close();
  await footnote.close();
});
