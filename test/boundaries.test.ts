import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const source = resolve(import.meta.dirname, '../src');

/** Which folders each folder may import from, besides itself and packages. Types count: they are knowledge too. */
const allowed = rules({
  contracts: 'errors.ts',
  language: '',
  values: 'errors.ts',
  text: 'contracts language values',
  sqlite: 'files errors.ts',
  servers: 'errors.ts',
  postgresql: 'contracts servers errors.ts',
  files: 'contracts text errors.ts',
  settings: 'language presets values errors.ts',
  formats: 'contracts text files values errors.ts',
  ingest: 'contracts formats text files servers values spans.ts errors.ts',
  question: 'contracts language text values errors.ts',
  retrieve: 'contracts language question text files values spans.ts errors.ts',
  answer: 'contracts language question retrieve text values errors.ts',
  engines: 'contracts postgresql servers settings sqlite values errors.ts',
  models: 'contracts sqlite files text values errors.ts',
  records: 'contracts sqlite postgresql files values errors.ts',
  evaluate: 'app contracts text formats question retrieve answer settings files values errors.ts footnote.ts',
  presets: 'settings',
  integrations: 'answer contracts retrieve errors.ts footnote.ts',
  app: `answer contracts engines formats ingest models postgresql presets question records retrieve settings text files values
    errors.ts footnote.ts pipeline.ts spans.ts`,
  'spans.ts': 'files errors.ts',
  'error-table.ts': '',
  'errors.ts': 'error-table.ts',
  'footnote.ts': 'contracts ingest retrieve answer settings errors.ts',
  'pipeline.ts':
    'app contracts engines ingest presets retrieve answer models settings files errors.ts footnote.ts',
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

function reads(file: string, pattern: RegExp): boolean {
  return pattern.test(readFileSync(join(source, file), 'utf8'));
}

test('a question is read once, and all else takes what it asks from there', () => {
  const readings = files
    .filter((file) => place(file) !== 'question')
    .flatMap((file) => {
      const text = readFileSync(join(source, file), 'utf8');
      const imported = text.matchAll(/^import (?!type )([^;]*?) from '[^']*\/question\/([a-z-]+)\.ts'/gm);
      return Array.from(imported, ([, names = '', from]) =>
        names
          .split(/[{},]/)
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type '))
          .map((name) => `${file}: ${from}/${name}`),
      ).flat();
    });
  expect(readings.toSorted()).toEqual([
    // The message, before it is searched for.
    'answer/answer-despite-outage.ts: question-language/conversedLanguage',
    'answer/answer-question.ts: question-language/hearMessage',
    'answer/answer-question.ts: whole-question/readConversation',
    // What passages say is told by the same words as what is asked.
    'answer/extract/question-features.ts: asking-words/isQuestionWord',
    'answer/extract/question-features.ts: definition/definedBy',
    // A request that did not come through the answer stage.
    'answer/extract/quoting-request.ts: question/readPart',
    'answer/extract/unit-form.ts: points-back/pointsAt',
    'answer/extract/unit-form.ts: points-back/withoutExpletive',
    'answer/extract/unit-form.ts: points-back/wordsOf',
    // Whether a word names a thing, and whether a number counts what stands behind it.
    'answer/missing-words.ts: asking-words/isAskedThing',
    'answer/missing-words.ts: asking-words/isQuestionWord',
    'answer/prompt/prompt-template.ts: message/messagesShown',
    // Whether a question may be asked at all.
    'app/searching.ts: question/stripQuestion',
    'evaluate/evaluation-question.ts: question/stripQuestion',
    // The reading.
    'retrieve/read-question.ts: in-other-words/rephraseQuestion',
    'retrieve/read-question.ts: question-language/questionLanguage',
    'retrieve/read-question.ts: question-language/visibleLanguages',
    'retrieve/read-question.ts: question/stripQuestion',
    'retrieve/read-question.ts: question/understandQuestion',
    'retrieve/read-question.ts: whole-question/searchText',
    'retrieve/retrieve.ts: whole-question/standing',
    'retrieve/search-scope.ts: conditions/documentMatcher',
    // A language model's other words for it.
    'retrieve/terms/expand-question.ts: asking-words/withoutQuestionWords',
  ]);
});

test('what a question asks, and in which language, is read in its own room alone', () => {
  const elsewhere = files.filter((file) => !/^(?:question|language)\//.test(file));
  // The parts of a language pack that tell how questions are put, and how they lean on what was said.
  expect(elsewhere.filter((file) => reads(file, /\(\{[^()]*\b(?:asking|talking)\b[^()]*\}\) =>/))).toEqual(
    [],
  );
  const detecting = files.filter((file) =>
    importsOf(file).some(({ target }) => target === 'text/language/detect-language.ts'),
  );
  // Those that are left tell the language of documents, answers and claims.
  expect(
    detecting.filter((file) => /^(?:question|retrieve|answer|app|serve)\//.test(file)).toSorted(),
  ).toEqual([
    'answer/answer-despite-outage.ts',
    'answer/check-answer.ts',
    'answer/verify/sentence-verifier.ts',
    'answer/verify/source-reader.ts',
    'question/question-language.ts',
  ]);
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
  const loaded = [...loadedWith('app/stored-pipeline.ts')];
  expect(loaded).toContain('records/records.ts');
  expect(loaded.filter((file) => /^(?:engines|models|question|formats)\//.test(file))).toEqual([]);
});
