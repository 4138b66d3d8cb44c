import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listedCases, matrix, writeMatrix } from '../scripts/engines/case-matrix.ts';
import { engineNames, partNames, readCommand } from '../scripts/engines/command.ts';
import { environmentOf, serverOfEnvironment } from '../scripts/engines/engine-server.ts';
import { engineSettings } from '../scripts/engines/engine-settings.ts';
import { type EngineOutcome, enginesJson, enginesTable, runProblems } from '../scripts/engines/outcome.ts';
import { samplePart } from '../scripts/engines/parity.ts';
import { readReport } from '../scripts/engines/run-suites.ts';
import { startServer } from '../scripts/engines/server-process.ts';

test('without options everything is run on all engines', () => {
  expect(readCommand([])).toEqual({
    engines: engineNames,
    parts: partNames,
    required: [],
    sample: false,
    write: false,
    json: false,
    help: false,
  });
});

test('engines and parts are chosen by name, in an order of their own', () => {
  const args = [
    '--engine',
    'chroma,postgresql',
    '--only',
    'parity',
    '--only',
    'pipeline',
    '--require',
    'chroma',
  ];
  expect(readCommand(args)).toMatchObject({
    engines: ['postgresql', 'chroma'],
    parts: ['pipeline', 'parity'],
    required: ['chroma'],
  });
});

test.each([
  [
    ['--engine', 'oracle'],
    '--engine: there is no "oracle". Known: embedded, postgresql, qdrant, neo4j, chroma.',
  ],
  [['--only', 'speed'], '--only: there is no "speed". Known: conformance, pipeline, parity.'],
  [['--engine', 'chroma', '--require', 'neo4j'], '--require: neo4j would not be run, by --engine.'],
])('%j is refused', (args, message) => {
  expect(() => readCommand(args)).toThrow(message);
});

const nothing = { passed: 0, skipped: 0, failed: 0 };
const embedded: EngineOutcome = {
  name: 'embedded',
  server: 'in process',
  version: '1',
  cases: [
    { suite: 'conformance', area: 'writing', title: 'a | b', state: 'passed' },
    { suite: 'conformance', area: 'writing', title: 'c', state: 'skipped', reason: 'it has none' },
    { suite: 'pipeline', area: 'answering', title: 'd', state: 'passed' },
  ],
  parity: [{ set: 'scifact', measure: 'nDCG@10', value: 0.7, embedded: 0.7 }],
};
const chroma: EngineOutcome = {
  ...embedded,
  name: 'chroma',
  server: 'Chroma',
  version: '2',
  cases: [
    {
      suite: 'conformance',
      area: 'writing',
      title: 'a | b',
      state: 'failed',
      reason: 'Error: too few\n  at',
    },
    { suite: 'conformance', area: 'writing', title: 'c', state: 'passed' },
  ],
  parity: [{ set: 'scifact', measure: 'nDCG@10', value: 0.69, embedded: 0.7 }],
};
const absent: EngineOutcome = {
  name: 'neo4j',
  server: '',
  version: '',
  notStarted: 'java is not installed',
  cases: [],
  parity: [],
};

test('the object says of every engine what became of it', () => {
  expect(JSON.parse(enginesJson([embedded, absent]))).toEqual({
    engines: [
      {
        name: 'embedded',
        server: 'in process',
        version: '1',
        started: true,
        conformance: { passed: 1, skipped: 1, failed: 0 },
        pipeline: { passed: 1, skipped: 0, failed: 0 },
        parity: [{ set: 'scifact', measure: 'nDCG@10', value: 0.7, embedded: 0.7 }],
      },
      {
        name: 'neo4j',
        server: '',
        version: '',
        started: false,
        conformance: nothing,
        pipeline: nothing,
        parity: [],
      },
    ],
  });
});

test('the table shows what failed, why, and what was not started', () => {
  expect(enginesTable([embedded, chroma, absent], { sample: false })).toBe(
    [
      '| engine | server | version | conformance | pipeline |',
      '| --- | --- | --- | --- | --- |',
      '| embedded | in process | 1 | 1 passed, 1 skipped | 1 passed |',
      '| chroma | Chroma | 2 | 1 passed, 1 FAILED | – |',
      '',
      '| engine | set | measure | value | embedded | ok |',
      '| --- | --- | --- | --- | --- | --- |',
      '| embedded | scifact | nDCG@10 | 0.7000 | 0.7000 | ok |',
      '| chroma | scifact | nDCG@10 | 0.6900 | 0.7000 | FAIL by 0.0100 |',
      '',
      'chroma, conformance, writing: a | b',
      '    Error: too few',
      '      at',
      '',
      'neo4j was not started: java is not installed',
    ].join('\n'),
  );
});

test('a run fails by a failed test, a figure below the embedded one, and what is required and not there', () => {
  expect(runProblems([embedded, absent], [], { sample: false })).toEqual([]);
  expect(runProblems([embedded, chroma, absent], ['neo4j'], { sample: false })).toEqual([
    'chroma: 1 test failed',
    'chroma: nDCG@10 of scifact is below that of the embedded engine',
    'neo4j is required and was not started',
  ]);
  const above = { set: 'scifact', measure: 'nDCG@10', value: 0.696, embedded: 0.7 };
  expect(runProblems([{ ...embedded, parity: [above] }], [], { sample: false })).toEqual([]);
  const { cases: _, ...below } = chroma;
  expect(runProblems([{ ...below, cases: [] }], [], { sample: true })).toEqual([]);
});

test('the report of Vitest is read by suite and area', () => {
  const report = {
    testResults: [
      {
        name: '/clone/scripts/engines/suites/pipeline.suite.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          {
            ancestorTitles: ['the pipeline on x', 'asking'],
            title: 'a',
            status: 'passed',
            failureMessages: [],
          },
          {
            ancestorTitles: ['the pipeline on x', 'asking'],
            title: 'b',
            status: 'failed',
            failureMessages: ['no'],
          },
          {
            ancestorTitles: ['the pipeline on x', 'asking'],
            title: 'c (skipped: why (so))',
            status: 'skipped',
          },
        ],
      },
    ],
  };
  expect(readReport(JSON.stringify(report), ['pipeline'])).toEqual([
    { suite: 'pipeline', area: 'asking', title: 'a', state: 'passed' },
    { suite: 'pipeline', area: 'asking', title: 'b', state: 'failed', reason: 'no' },
    { suite: 'pipeline', area: 'asking', title: 'c', state: 'skipped', reason: 'why (so)' },
  ]);
});

test('a suite that was not run, or not to its end, has failed', () => {
  const file = {
    name: '/x/conformance.suite.ts',
    status: 'failed',
    message: 'no such module',
    assertionResults: [],
  };
  expect(readReport(JSON.stringify({ testResults: [file] }), ['conformance', 'pipeline'])).toEqual([
    { suite: 'conformance', area: '', title: 'can be run', state: 'failed', reason: 'no such module' },
    {
      suite: 'pipeline',
      area: '',
      title: 'can be run',
      state: 'failed',
      reason: 'Vitest did not find its file.',
    },
  ]);
  const passed = { ancestorTitles: ['writing'], title: 'a', status: 'passed' };
  const afterAll = { ...file, message: 'afterAll: cannot remove', assertionResults: [passed] };
  expect(readReport(JSON.stringify({ testResults: [afterAll] }), ['conformance'])).toMatchObject([
    { title: 'a', state: 'passed' },
    { title: 'can be run', state: 'failed', reason: 'afterAll: cannot remove' },
  ]);
});

test('the matrix has a line for each test and a column for each engine, bars in names and reasons included', () => {
  const text = matrix([embedded, chroma], '');
  expect(text).toContain(
    [
      '### The suite of the contract',
      '|  | embedded | postgresql | qdrant | neo4j | chroma |',
      '| --- | --- | --- | --- | --- | --- |',
      '| server | in process 1 |  |  |  | Chroma 2 |',
      '| writing: a \\| b | ✓ |  |  |  | ✗ |',
      '| writing: c | – |  |  |  | ✓ |',
    ].join('\n'),
  );
  expect(text).toContain('- embedded, “c”: it has none');
});

test('an engine that was not run keeps its column, and what stands around the table stays', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'footnote-matrix-'));
  const file = join(directory, 'adapters.md');
  try {
    await writeFile(file, '# Adapters\n\n<!-- begin engines -->\n<!-- end engines -->\n\n## More\n');
    await writeMatrix([embedded, chroma], file);
    const both = await readFile(file, 'utf8');
    await writeMatrix([embedded], file);
    const again = await readFile(file, 'utf8');
    expect(again).toBe(both);
    expect(again).toMatch(/^# Adapters\n\n<!-- begin engines -->[^]*<!-- end engines -->\n\n## More\n$/);
    expect(listedCases(again, 'conformance')).toEqual(['writing: a | b', 'writing: c']);
    expect(listedCases(again, 'pipeline')).toEqual(['answering: d']);
    const { cases } = embedded;
    await writeMatrix([{ ...embedded, cases: cases.filter(({ suite }) => suite === 'conformance') }], file);
    expect(await readFile(file, 'utf8')).toBe(both);
  } finally {
    await rm(directory, { recursive: true });
  }
});

test('a server is told to the tests by variables, and read from them', () => {
  const server = { url: 'bolt://127.0.0.1:7687', credentials: { user: 'neo4j', password: 'p' } };
  const variables = environmentOf('neo4j', server);
  expect(variables).toEqual({ NEO4J_URL: server.url, NEO4J_USER: 'neo4j', NEO4J_PASSWORD: 'p' });
  expect(serverOfEnvironment('neo4j', variables)).toEqual(server);
  expect(serverOfEnvironment('qdrant', { QDRANT_URL: '' })).toBeUndefined();
});

test('a user in an address becomes a setting', () => {
  const url = 'postgres://jo:p%40ss@db.example:5432/docs';
  const { kind, url: address, user, password } = engineSettings('postgresql', { url, credentials: {} });
  expect({ kind, address, user, password }).toEqual({
    kind: 'postgresql',
    address: 'postgres://db.example:5432/docs',
    user: 'jo',
    password: 'p@ss',
  });
});

test('a sample is the same each time and holds what was judged for its questions', () => {
  const documents = Array.from({ length: 100 }, (_, at) => ({ id: `d${at}`, title: '', text: `text ${at}` }));
  const questions = Array.from({ length: 30 }, (_, at) => ({
    id: `q${at}`,
    text: `question ${at}`,
    answers: [],
    judgements: new Map(at % 10 === 9 ? [] : [[`d${at * 3}`, 1]]),
  }));
  const set = { name: 'set', documents, questions };
  const part = samplePart(set, { questions: 5, documents: 20, seed: 1 });
  expect(part.questions).toHaveLength(5);
  expect(part.documents).toHaveLength(20);
  const ids = new Set(part.documents.map(({ id }) => id));
  for (const { judgements } of part.questions) {
    expect(judgements.size).toBe(1);
    for (const id of judgements.keys()) expect(ids).toContain(id);
  }
  expect(samplePart(set, { questions: 5, documents: 20, seed: 1 })).toEqual(part);
  expect(samplePart(set, { questions: 5, documents: 20, seed: 2 })).not.toEqual(part);
});

const listener = `import { createServer } from 'node:http';
createServer((_, response) => response.end(process.cwd())).listen(Number(process.argv[1]), '127.0.0.1', () =>
  console.log('listening'));`;

test('a server is started on a free port, and its folder goes with it', async () => {
  const { port, stop } = await startServer({
    name: 'Peer',
    command: (place) => [process.execPath, '--input-type=module', '-e', listener, String(place.port)],
    isReady: (_, output) => output.includes('listening'),
  });
  const address = `http://127.0.0.1:${port}`;
  const directory = await (await fetch(address)).text();
  expect(directory).toContain('footnote-peer-');
  await stop();
  await expect(fetch(address)).rejects.toThrow('fetch failed');
  await expect(readFile(directory)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a server that ends before it is ready is told of with what it printed last', async () => {
  const started = startServer({
    name: 'Peer',
    command: () => [process.execPath, '-e', 'console.error("no licence"); process.exit(3)'],
    isReady: () => false,
  });
  await expect(started).rejects.toThrow(/^Peer ended with 3\. The end of its log:\nno licence$/);
});

test('a program that is not there is told of', async () => {
  const started = startServer({
    name: 'Peer',
    command: () => ['no-such-program'],
    isReady: () => false,
  });
  await expect(started).rejects.toThrow(/^Peer ended with 127\. The end of its log:\n.*no-such-program/);
});
