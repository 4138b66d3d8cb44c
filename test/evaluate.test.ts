import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calibrationQuestions } from '../src/evaluate/calibrate/calibration-questions.ts';
import { offTopicQuestions } from '../src/evaluate/calibrate/off-topic-questions.ts';
import { type EvaluateOptions, type EvaluationProgress, evaluate } from '../src/evaluate/evaluate.ts';
import { keptCache } from '../src/evaluate/evaluation-cache.ts';
import { generateQuestions } from '../src/evaluate/generate/generate-questions.ts';
import { questionsAsYaml } from '../src/evaluate/generate/generated-question.ts';
import { parseSweep } from '../src/evaluate/sweep.ts';
import { createEmbedder } from '../src/models/create-models.ts';
import { openFootnote } from '../src/pipeline.ts';
import type { PartialConfig } from '../src/settings/config.ts';
import { completeConfig } from '../src/settings/resolve-config.ts';
import { handbook, writeFiles } from './corpus.ts';
import { temporaryFolder } from './run-footnote.ts';
import { startWordEmbedder } from './word-embedder.ts';

const folder = temporaryFolder();
const set = join(folder.path, 'set');
const store = join(folder.path, 'store');
/** Each run opens Footnote several times, and every time would load the model. */
const words = await startWordEmbedder();
const config = completeConfig({
  store,
  embedder: words.settings.embedder,
  // Hashes of words say little of what is meant.
  retrieval: { vectorWeight: 0.1 },
  ingest: { parserProcesses: 1 },
});
const cache = keptCache(join(folder.path, 'cache'));
const longId = `https://example.org/${'long/'.repeat(60)}`;

const lines = (...objects: readonly object[]) =>
  objects.map((object) => `${JSON.stringify(object)}\n`).join('');

beforeAll(async () => {
  writeFiles(set, {
    'corpus.jsonl': lines(
      { _id: 'rent', title: 'Lease', text: 'The monthly rent is 840 euros.' },
      { _id: longId, title: 'Bees', text: 'A queen bee lays up to two thousand eggs a day.' },
      { _id: 'twin', title: 'Bees', text: 'A queen bee lays up to two thousand eggs a day.' },
      { _id: 'empty', title: '', text: ' ' },
    ),
    'queries.jsonl': lines(
      { _id: 'q1', text: 'How much is the rent?' },
      { _id: 'q2', text: 'How many eggs does a queen bee lay?' },
      { _id: 'q3', text: 'What does nobody know?' },
    ),
    'qrels/test.tsv': `query-id\tcorpus-id\tscore\nq1\trent\t1\nq2\ttwin\t2\nq2\t${longId}\t0\nq2\trent\t0\nq3\tempty\t0\n`,
  });
  const twice = 'The spare key hangs in room 214 beside the lift of the main building.';
  const notes = { 'notes.md': `Bring pens. ${twice}`, 'security/notes.md': `Bring keys. ${twice}` };
  writeFiles(join(folder.path, 'papers'), { ...handbook, ...notes });
  const footnote = await openFootnote(config);
  await footnote.ingest([join(folder.path, 'papers')]);
  await footnote.close();
});
afterAll(async () => {
  await words.peer.close();
  folder[Symbol.dispose]();
});

async function run(path: string, options: Partial<EvaluateOptions> = {}) {
  const progress: EvaluationProgress[] = [];
  const runs = await evaluate(path, {
    config,
    cache,
    onProgress: (state) => progress.push(state),
    ...options,
  });
  const embedded = progress.map((state) => (state.stage === 'index' ? state.ingest.chunksDone : 0));
  return { runs, progress, embedded: Math.max(0, ...embedded) };
}

function questionsFile(text: string): string {
  writeFiles(folder.path, { 'questions.yaml': text });
  return join(folder.path, 'questions.yaml');
}

describe('a folder in BEIR layout', () => {
  test('is measured by document, equal documents as one, questions without an answer apart', async () => {
    const { runs, progress } = await run(set);
    const [only] = runs;
    expect(progress.filter(({ stage }) => stage !== 'index')).toEqual([
      { stage: 'ask', done: 1, total: 2 },
      { stage: 'ask', done: 2, total: 2 },
      { stage: 'time', done: 1, total: 3 },
      { stage: 'time', done: 2, total: 3 },
      { stage: 'time', done: 3, total: 3 },
    ]);
    expect(only?.run).toMatchObject({ dataset: 'set', documents: 4, queries: 2 });
    expect(only?.run.metrics).toMatchObject({
      'ndcg@10': 1,
      'mrr@10': 1,
      map: 1,
      'recall@100': 1,
      'p@5': 0.2,
    });
    expect(only?.run.questions.map(({ id, found }) => [id, found[0]])).toEqual([
      ['q1', 'rent'],
      ['q2', only?.run.questions[1]?.relevant[0]],
    ]);
  });
  test('is embedded once, and again only for another index; a sweep has a run for each value', async () => {
    expect((await run(set)).embedded).toBe(0);
    const sweep = [parseSweep('chunker.name=structure,sentences')];
    const swept = await run(set, { sweep });
    expect(swept.embedded).toBeGreaterThan(0);
    expect(swept.runs.map(({ changes }) => changes)).toEqual([
      { 'chunker.name': 'structure' },
      { 'chunker.name': 'sentences' },
    ]);
    expect((await run(set, { sweep })).embedded).toBe(0);
  });
  test('can be asked by halves', async () => {
    const { runs } = await run(set, { half: 'even' });
    expect(runs[0]?.run.questions.map(({ id }) => id)).toEqual(['q2']);
  });
});

test('a cached store that cannot be read is made anew', async () => {
  const place = readdirSync(join(folder.path, 'cache')).find((name) => name.startsWith('set-')) ?? '';
  const database = join(folder.path, 'cache', place, 'store', 'footnote.db');
  for (const suffix of ['', '-wal', '-shm']) rmSync(database + suffix, { force: true });
  writeFileSync(database, 'no database at all '.repeat(500));
  expect((await run(set)).runs[0]?.run.metrics['ndcg@10']).toBe(1);
});

test.each([
  [{ config, swep: [] }, 'options: there is no field "swep" (did you mean "sweep"?)'],
  [{ config, half: 'first' }, 'half: it must be one of "all", "odd", "even"'],
  [{ config, open: 'yes' }, 'open: it must be a function'],
  [{ config, cache: 'cache' }, 'cache: it must be an object'],
  [{ config, onProgress: true }, 'onProgress: it must be a function'],
  [{ config, sweep: ['retrieval.topK=3'] }, 'sweep.0: it must be an object'],
  [{ config, sweep: [{ name: 'retrieval.topK', values: [] }] }, 'retrieval.topK has no values'],
  [{ config, sweep: [{ name: 'retrieval.topK', values: 3 }] }, 'sweep.0.values: it must be a list'],
  [{ config, sweep: [{ name: 'preset', values: ['tutor'] }] }, '"preset" is not of the form section.name'],
  [{}, 'The settings: they must be an object'],
])('options that would do nothing or cannot be used are refused: %#', async (options, message) => {
  await expect(evaluate(set, options as EvaluateOptions)).rejects.toMatchObject({
    code: expect.stringMatching(/^(request|config)_invalid$/),
    message: expect.stringContaining(message),
  });
});

describe('questions about a collection', () => {
  test('are judged by document, page, quote or answer, whichever is given', async () => {
    const file = questionsFile(`
- { question: Who approves flights?, document: travel.md }
- { question: How long is a password?, quote: "at least   fourteen characters" }
- { question: How often is the coffee machine descaled?, answer: every second Friday }
- { question: Who approves flights?, document: kitchen.txt }
- { question: What does a taxi cost?, answerable: false }
- { question: How long is a password?, document: [travel.md, passwords.md], quote: fourteen characters }
`);
    const { run: result } = (await run(file)).runs[0] ?? {};
    expect(result?.queries).toBe(5);
    const places = result?.questions.map(({ metrics }) => metrics['mrr@10']) ?? [];
    expect(places.toSpliced(3, 1)).toEqual([1, 1, 1, 1]);
    expect(places[3]).toBeLessThan(1);
    expect(result?.questions[1]?.relevant[0]).toContain(
      'passwords.md, “at least fourteen characters”'.slice(14),
    );
  });

  test.each([
    ['- {question: Who?, document: travel.md}\n- {question: Who?, document: nowhere.md}\n', 2, 'nowhere.md'],
    [
      '- {question: Who?, document: travel.md}\n\n- {question: Who?, quote: no such words}\n',
      3,
      'no such words',
    ],
    ['- {question: Who?, document: travel.md, quote: fourteen characters}\n', 1, 'fourteen'],
    ['- {question: Who?, document: notes.md}\n', 1, 'give more of the path'],
  ])('one that the collection cannot know is named with its line: %j', async (text, line, problem) => {
    await expect(run(questionsFile(text))).rejects.toMatchObject({
      code: 'file_malformed',
      message: expect.stringContaining(problem),
      details: { line },
    });
  });

  test('another chunker is tried on a copy: the collection itself stays as it is', async () => {
    const file = questionsFile('- {question: How long is a password?, quote: fourteen characters}\n');
    const other = completeConfig({ ...config, chunker: { ...config.chunker, maxTokens: 64 } });
    const { runs } = await run(file, { config: other, sweep: [parseSweep('chunker.maxTokens=64,512')] });
    expect(runs.map(({ run: { metrics } }) => metrics['recall@10'])).toEqual([1, 1]);
    const footnote = await openFootnote(config);
    // Refuses where the index was built by another chunker than that of the settings.
    await expect(footnote.ingest([join(folder.path, 'papers')])).resolves.toMatchObject({ chunks: 0 });
    await footnote.close();
  });

  test('of a sweep that needs another index, one copy is made for all settings that share it', async () => {
    const file = questionsFile('- {question: How long is a password?, quote: fourteen characters}\n');
    const { progress, runs } = await run(file, {
      sweep: ['chunker.maxTokens=96,128', 'retrieval.vectorWeight=0.2,0.8'].map(parseSweep),
    });
    expect(runs).toHaveLength(4);
    const indexed = progress.flatMap((state) => (state.stage === 'index' ? [state.run] : []));
    expect([...new Set(indexed)]).toEqual([1, 3]);
  });

  test('no question with an answer is an error', async () => {
    const file = questionsFile('- {question: What does a taxi cost?, answerable: false}\n');
    await expect(run(file)).rejects.toMatchObject({ code: 'evaluation_empty' });
  });
});

test('a collection is opened as its owner opens it: with an embedder that no settings name', async () => {
  const { embedder, ...rest } = config;
  const elsewhere = { ...rest, store: join(folder.path, 'own-store') };
  const open = async (settings: PartialConfig) =>
    openFootnote(settings, { embedder: await createEmbedder(embedder, folder.path) });
  const footnote = await open(elsewhere);
  await footnote.ingest([join(folder.path, 'papers')]);
  await footnote.close();
  const file = questionsFile('- {question: How long is a password?, quote: fourteen characters}\n');
  const { progress, runs } = await run(file, { config: elsewhere, open });
  // No copy is made with another embedder.
  expect(progress).not.toContainEqual(expect.objectContaining({ stage: 'index' }));
  expect(runs[0]?.run.metrics['recall@10']).toBe(1);
});

test('made-up questions are answered by one passage, repeat, and can be asked as they are', async () => {
  const footnote = await openFootnote(config);
  const questions = await generateQuestions(footnote, 6);
  expect(await generateQuestions(footnote, 6)).toEqual(questions);
  await footnote.close();
  expect(questions.length).toBeGreaterThanOrEqual(4);
  const texts = Object.values(handbook).join('\n');
  for (const { question, document, quote, answer } of questions) {
    expect(readFileSync(document, 'utf8')).toContain(quote);
    expect(texts.split(quote)).toHaveLength(2);
    if (answer !== undefined) expect(question).not.toContain(answer);
  }
  const { runs } = await run(questionsFile(questionsAsYaml(questions)));
  expect(runs[0]?.run.metrics['recall@10']).toBe(1);
});

test('what several sections are asked for by is not asked', async () => {
  const sections = ['Filling', 'Draining'].map(
    (name) =>
      `## ${name}\n\n${name} is done by two people, of whom the taller one reads the gauge.\n\n### Tools\n\nFor ${name} a wrench and a pair of gloves are taken from the shelf.\n`,
  );
  const text = `# Pumps\n\n${sections.join('\n')}`;
  const footnote = await openFootnote({ ...config, collection: 'alike' });
  await footnote.ingest([writeFiles(join(folder.path, 'alike'), { 'pumps.md': text })]);
  const questions = (await generateQuestions(footnote, 20)).map(({ question }) => question);
  await footnote.close();
  expect(questions).toContain('What is said about Filling in Pumps?');
  expect(questions).toContain('What is said about Draining in Pumps?');
  expect(questions).not.toContain('What is said about Tools in Pumps?');
});

const lengthLimit = { maxLength: 4000 };

test('a collection is asked off-topic questions in the languages of a tenth of its documents or more', async () => {
  const written = [
    {
      language: 'en',
      count: 9,
      text: 'The committee meets in the large room, and everyone may speak there on day',
    },
    {
      language: 'de',
      count: 2,
      text: 'Der Ausschuss trifft sich im großen Saal, und jeder darf dort sprechen, am Tag',
    },
    {
      language: 'fr',
      count: 1,
      text: 'Le comité se réunit dans la grande salle, et chacun peut y parler le jour',
    },
  ];
  const documents = written.flatMap(({ language, count, text }) =>
    Array.from({ length: count }, (_, n) => [`${language}-${n}.md`, `${text} ${n}.`]),
  );
  const footnote = await openFootnote({ ...config, collection: 'languages' });
  await footnote.ingest([writeFiles(join(folder.path, 'languages'), Object.fromEntries(documents))]);
  const file = questionsFile(
    '- {question: Who may speak?, document: en-1.md}\n- {question: Why?, answerable: false}\n',
  );
  const { answerable, offTopic } = await calibrationQuestions(footnote, file, lengthLimit);
  await footnote.close();
  expect(answerable).toEqual(['Who may speak?']);
  expect(new Set(offTopic)).toEqual(
    new Set(['Why?', ...(offTopicQuestions['en'] ?? []), ...(offTopicQuestions['de'] ?? [])]),
  );
});

test('where none comes with Footnote in the language of the documents, off-topic questions are wanted, not guessed', async () => {
  const footnote = await openFootnote({ ...config, collection: 'russian' });
  const text = 'Комитет собирается в большом зале, и каждый может там выступить.';
  await footnote.ingest([writeFiles(join(folder.path, 'russian'), { 'one.md': text })]);
  const answerable = '- {question: Кто может выступить?, document: one.md}\n';
  const own = '- {question: Как варить яйцо?, answerable: false}\n';
  await expect(calibrationQuestions(footnote, questionsFile(answerable), lengthLimit)).rejects.toMatchObject({
    code: 'evaluation_empty',
    message: expect.stringContaining('none in Russian'),
  });
  const { offTopic, warnings } = await calibrationQuestions(
    footnote,
    questionsFile(answerable + own),
    lengthLimit,
  );
  await footnote.close();
  expect(offTopic).toEqual(['Как варить яйцо?']);
  expect(warnings).toEqual(expect.arrayContaining([expect.stringContaining('in Russian')]));
});

test('thresholds stay with the index until they are taken away or it is built anew', async () => {
  const footnote = await openFootnote(config);
  expect(await footnote.calibration()).toBeUndefined();
  const calibration = {
    minCosine: 0.3,
    minCoverage: 0.5,
    answerableQuestions: 40,
    answerableRefused: 0.02,
    offTopicQuestions: 52,
    offTopicRefused: 0.96,
    answerability: { slope: 6, intercept: -2 },
    calibratedAt: '2026-11-21T00:00:00.000Z',
  };
  await footnote.saveCalibration(calibration);
  expect(await footnote.calibration()).toEqual(calibration);
  expect((await footnote.search('Who?')).ranking.threshold).toEqual({ minCosine: 0.3, minCoverage: 0.5 });
  const chosen = await openFootnote({
    ...config,
    retrieval: { minCosine: 0.1 },
    answer: { confidence: 'calibrated' },
  });
  expect((await chosen.search('Who?')).ranking.threshold.minCosine).toBe(0.1);
  const question = 'How long must a password be?';
  const { confidence, confidenceReason, warnings } = await chosen.ask(question);
  expect(confidence).toBeGreaterThan(0.5);
  expect(confidenceReason).toContain('of 100 questions of relevance');
  expect(warnings).toEqual([]);
  await footnote.saveCalibration(null);
  expect(await footnote.calibration()).toBeUndefined();
  const uncalibrated = await chosen.ask(question);
  expect(uncalibrated.confidenceReason).toContain('words found');
  expect(uncalibrated.warnings).toEqual([expect.stringContaining('footnote calibrate')]);
  await chosen.close();
  await footnote.saveCalibration(calibration);
  await footnote.reindex();
  expect(await footnote.calibration()).toBeUndefined();
  await expect(footnote.calibration({ collection: 'none' })).rejects.toMatchObject({
    code: 'collection_unknown',
  });
  await footnote.close();
});
