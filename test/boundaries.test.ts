import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const source = resolve(import.meta.dirname, '../src');

/** Which folders each folder may import from, besides itself and packages. Types count: they are knowledge too. */
const allowed = rules({
  contracts: 'errors.ts',
  language: '',
  text: 'contracts language own-value.ts require-arguments.ts',
  sqlite: 'files errors.ts',
  servers: 'errors.ts',
  postgresql: 'contracts servers errors.ts',
  files: 'contracts text errors.ts',
  settings: 'language presets closest-name.ts errors.ts own-value.ts require-arguments.ts value-problem.ts',
  formats:
    'contracts text files errors.ts has-calendar-day.ts require-arguments.ts value-problem.ts yaml-problem.ts',
  ingest: `contracts formats text files servers spans.ts errors.ts has-calendar-day.ts own-value.ts require-arguments.ts
    value-problem.ts`,
  retrieve: `contracts language text files spans.ts closest-name.ts errors.ts fenced-prompt.ts has-calendar-day.ts own-value.ts
    require-arguments.ts yaml-problem.ts`,
  question: 'language retrieve text own-value.ts',
  answer: 'contracts language question retrieve text errors.ts own-value.ts require-arguments.ts',
  engines: `contracts postgresql servers settings sqlite edit-distance.ts errors.ts has-calendar-day.ts own-value.ts require-arguments.ts`,
  models: `contracts sqlite files errors.ts fenced-prompt.ts own-value.ts parsed-json.ts require-arguments.ts
    value-problem.ts`,
  records: 'contracts sqlite postgresql files chunk-uuid.ts errors.ts own-value.ts',
  'chunk-uuid.ts': '',
  evaluate: `contracts text formats retrieve answer settings files errors.ts footnote.ts parsed-json.ts
    require-arguments.ts seeded-random.ts store.ts value-problem.ts with-footnote.ts yaml-problem.ts`,
  presets: 'settings',
  integrations: 'answer contracts retrieve errors.ts footnote.ts',
  'spans.ts': 'files errors.ts',
  'telemetry.ts': 'answer contracts files settings adapters.ts errors.ts footnote.ts spans.ts',
  'error-table.ts': '',
  'errors.ts': 'error-table.ts',
  'edit-distance.ts': '',
  'parsed-json.ts': '',
  'fenced-prompt.ts': 'contracts',
  'closest-name.ts': 'edit-distance.ts',
  'has-calendar-day.ts': '',
  'seeded-random.ts': '',
  'value-problem.ts': '',
  'yaml-problem.ts': '',
  'own-value.ts': '',
  'require-arguments.ts': 'closest-name.ts errors.ts',
  'footnote.ts': 'contracts ingest retrieve answer settings errors.ts',
  'relevant-chunks.ts': 'answer contracts retrieve footnote.ts require-arguments.ts',
  'stored-collections.ts': 'contracts closest-name.ts errors.ts store.ts',
  'collections.ts': 'contracts engines records errors.ts store.ts stored-collections.ts',
  'store.ts': 'contracts records settings files errors.ts',
  'documents.ts': 'contracts files errors.ts stored-collections.ts',
  'document-passages.ts': 'contracts models errors.ts',
  'followed-answer.ts': 'answer contracts records errors.ts',
  'home-collection.ts': 'footnote.ts',
  'iso-time.ts': 'require-arguments.ts',
  'keys.ts': 'contracts errors.ts iso-time.ts require-arguments.ts stored-collections.ts',
  'sessions.ts': 'contracts iso-time.ts keys.ts require-arguments.ts stored-collections.ts',
  'audit.ts': 'contracts records settings iso-time.ts stored-collections.ts',
  'audited-footnote.ts': 'answer contracts errors.ts footnote.ts home-collection.ts',
  'metered-footnote.ts': 'answer contracts footnote.ts',
  'scoped-footnote.ts': 'answer contracts errors.ts footnote.ts home-collection.ts',
  'interactions.ts': `answer contracts records settings errors.ts followed-answer.ts footnote.ts iso-time.ts
    receipts.ts require-arguments.ts stored-collections.ts`,
  'ingestion.ts': `contracts formats ingest presets records settings files collections.ts errors.ts footnote.ts jobs.ts
    open-queue.ts require-arguments.ts`,
  'jobs.ts': 'contracts ingest errors.ts stored-collections.ts',
  'adapters.ts': `answer contracts engines formats ingest models retrieve text settings files errors.ts
    require-arguments.ts`,
  'call-schemas.ts': 'contracts retrieve settings footnote.ts',
  'checked-calls.ts': 'answer call-schemas.ts closest-name.ts errors.ts footnote.ts value-problem.ts',
  'searching.ts':
    'contracts presets records retrieve settings adapters.ts collections.ts errors.ts footnote.ts',
  'index-manifest.ts': 'contracts settings files adapters.ts',
  'open-queue.ts': 'contracts postgresql settings errors.ts',
  'queued-work.ts': 'contracts files settings errors.ts footnote.ts open-queue.ts store.ts',
  'receipts.ts': 'contracts files errors.ts stored-collections.ts',
  'stored-pipeline.ts': `settings audit.ts checked-calls.ts documents.ts interactions.ts jobs.ts keys.ts receipts.ts
    sessions.ts stored-collections.ts`,
  'with-footnote.ts': 'settings footnote.ts pipeline.ts stored-pipeline.ts',
  'pipeline.ts': `contracts engines ingest presets retrieve answer models settings files adapters.ts checked-calls.ts
    collections.ts document-passages.ts errors.ts footnote.ts home-collection.ts index-manifest.ts ingestion.ts
    searching.ts stored-pipeline.ts telemetry.ts`,
});

function rules(words: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(Object.entries(words).map(([place, names]) => [place, new Set(names.match(/\S+/g))]));
}

/** The shells may import everything but each other. */
const shells: ReadonlySet<string> = new Set(['serve', 'cli', 'index.ts']);

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.test(-support)?\.ts$/.test(file))
  .map((file) => file.replaceAll('\\', '/'));

const place = (file: string) => file.split('/')[0] as string;

function importsOf(file: string): { specifier: string; target: string }[] {
  const text = readFileSync(join(source, file), 'utf8');
  const specifiers = [
    ...text.matchAll(
      /(?:^|[\s;])(?:import|export)\b[^'";]*?from\s+'([^']+)'|import\(\s*'([^']+)'\s*\)|^import '([^']+)'/gm,
    ),
  ];
  return specifiers
    .map((match) => (match[1] ?? match[2] ?? match[3]) as string)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => ({
      specifier,
      target: relative(source, resolve(dirname(join(source, file)), specifier)).replaceAll('\\', '/'),
    }));
}

/** A file with all that is loaded before it runs: no types, and nothing that is imported once it is needed. */
function loadedWith(file: string, loaded = new Set<string>()): ReadonlySet<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  const imports = readFileSync(join(source, file), 'utf8').matchAll(
    /^(?:import|export) (?!type )[^;'"]*?from '(\.[^']+)'/gm,
  );
  for (const [, specifier = ''] of imports)
    loadedWith(relative(source, resolve(dirname(join(source, file)), specifier)), loaded);
  return loaded;
}

test('the sources are found and their imports are read', () => {
  expect(files.length).toBeGreaterThan(20);
  expect(importsOf('pipeline.ts').length).toBeGreaterThan(5);
});

test('every folder of the sources has a rule', () => {
  const unruled = new Set(files.map(place).filter((folder) => !allowed.has(folder) && !shells.has(folder)));
  expect([...unruled]).toEqual([]);
});

test.each(files)('%s imports only what its folder may', (file) => {
  const from = place(file);
  const refused = importsOf(file)
    .filter(({ target }) => {
      const to = place(target);
      if (to === from) return false;
      if (target.startsWith('..')) return !(shells.has(from) && target === '../package.json');
      if (shells.has(from))
        return shells.has(to) && from !== 'index.ts' && !(from === 'cli' && to === 'serve');
      return !allowed.get(from)?.has(to);
    })
    .map(({ specifier }) => specifier);
  expect(refused).toEqual([]);
});

test('every permission is made use of', () => {
  const used = new Set(
    files.flatMap((file) => importsOf(file).map(({ target }) => `${place(file)} → ${place(target)}`)),
  );
  const given = [...allowed].flatMap(([from, all]) => [...all].map((to) => `${from} → ${to}`));
  expect(given.filter((permission) => !used.has(permission))).toEqual([]);
});

test.each(files)('%s imports files by their full name', (file) => {
  const vague = importsOf(file).filter(({ specifier }) => !/\.(ts|mjs|json)$/.test(specifier));
  expect(vague).toEqual([]);
});

test.each(files.filter((file) => file !== 'index.ts'))('%s is no barrel', (file) => {
  expect(readFileSync(join(source, file), 'utf8')).not.toMatch(/^export (?:\*|\{[^}]*\}) from/m);
});

test('what a framework needs is loaded by nothing but its own entry of the package', () => {
  const importing = files.filter((file) => place(file) !== 'integrations');
  const imported = importing.flatMap((file) => importsOf(file).map(({ target }) => target));
  expect(imported.filter((target) => place(target) === 'integrations')).toEqual([]);
});

test('what a store is asked without its passages loads no engine, no model and no parser', () => {
  const loaded = [...loadedWith('stored-pipeline.ts')];
  expect(loaded).toContain('records/records.ts');
  expect(loaded.filter((file) => /^(?:engines|models|retrieve\/understand|formats)\//.test(file))).toEqual(
    [],
  );
});
