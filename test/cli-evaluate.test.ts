import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { rankingMetricNames } from '../src/evaluate/metrics/ranking-metrics.ts';
import { openFootnote } from '../src/pipeline.ts';
import { handbook, writeFiles } from './corpus.ts';
import { footnoteSession } from './footnote-session.ts';
import { temporaryFolder } from './run-footnote.ts';

const folder = temporaryFolder();
const session = footnoteSession();
const run = (...args: readonly string[]) => session(args, { cwd: folder.path });

beforeAll(async () => {
  writeFiles(join(folder.path, 'papers'), handbook);
  writeFiles(folder.path, {
    'questions.yaml':
      '- {question: Who approves flights?, document: travel.md}\n- {question: How long is a password?, quote: fourteen characters}\n',
    'broken.yaml': '- question: Who?\n  answers: me\n',
    'odd.yaml': '- {question: "?!", document: travel.md}\n',
    'greeting.txt': 'Hello.\n',
  });
  expect((await run('ingest', 'papers', '--quiet')).code).toBe(0);
});
afterAll(() => folder[Symbol.dispose]());

const summary = {
  dataset: z.literal('questions.yaml'),
  documents: z.literal(4),
  queries: z.literal(2),
  metrics: z.strictObject(Object.fromEntries(rankingMetricNames.map((name) => [name, z.number()]))),
  latencyMs: z.strictObject({ p50: z.number(), p95: z.number(), p99: z.number(), cold: z.number() }),
  settings: z.looseObject({ retrieval: z.looseObject({ vectorWeight: z.number() }) }),
  indexSeconds: z.number(),
};

test('a sweep prints one object, saves each run and writes a page; saved runs are compared', async () => {
  const args = ['questions.yaml', '--sweep', 'retrieval.vectorWeight=0.3,0.55', '--save', 'run.json'];
  const { code, stdout } = await run('eval', ...args, '--html', 'report.html', '--json');
  expect(code).toBe(0);
  const { runs } = z
    .strictObject({
      runs: z.array(z.strictObject({ changes: z.record(z.string(), z.unknown()), ...summary })),
      comparison: z.unknown(),
    })
    .parse(JSON.parse(stdout));
  expect(runs.map(({ changes }) => changes)).toEqual([
    { 'retrieval.vectorWeight': 0.3 },
    { 'retrieval.vectorWeight': 0.55 },
  ]);
  expect(readFileSync(join(folder.path, 'report.html'), 'utf8')).toContain('Who approves flights?');

  const compared = await run('eval', 'compare', 'run-1.json', 'run-2.json');
  expect(compared.code).toBe(0);
  expect(compared.stdout).toMatch(/retrieval\.vectorWeight +0\.3 +→ +0\.55/);
  expect(compared.stdout).toMatch(/0 better, 0 worse, 2 unchanged/);
});

test('a single run prints exactly the figures of the run', async () => {
  const { code, stdout } = await run('eval', 'questions.yaml', '--json', '--quiet');
  expect(code).toBe(0);
  expect(z.strictObject(summary).parse(JSON.parse(stdout)).metrics['mrr@10']).toBe(1);
});

test('a fault in the questions and a setting that does not exist are told with their place', async () => {
  const broken = await run('eval', 'broken.yaml');
  expect(broken.code).toBe(1);
  expect(broken.stderr).toContain('broken.yaml, line 1');
  const unknown = await run('eval', 'questions.yaml', '--sweep', 'retrieval.spoon=1');
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain('The sweep: there is no setting "retrieval.spoon"');
  expect((await run('eval')).code).toBe(2);
  const asked = await run('calibrate', 'odd.yaml');
  expect([asked.code, asked.stderr]).toEqual([
    1,
    expect.stringContaining('odd.yaml, line 1: The question is'),
  ]);
});

test('where no question can be made, none are asked and no file of questions is replaced', async () => {
  await run('ingest', 'greeting.txt', '--collection', 'short');
  const made = await run('eval', '--generate', '4', '--output', 'questions.yaml', '--collection', 'short');
  expect([made.code, made.stderr]).toEqual([
    0,
    expect.stringContaining('The collection has only 0 questions'),
  ]);
  expect(readFileSync(join(folder.path, 'questions.yaml'), 'utf8')).toContain('Who approves flights?');
  const calibrated = await run('calibrate', '--collection', 'short', '--json');
  expect(JSON.parse(calibrated.stdout)).toMatchObject({ error: { code: 'evaluation_empty' } });
});

test('questions are made and a collection is calibrated with them', async () => {
  const made = await run('eval', '--generate', '4', '--output', 'made.yaml', '--quiet');
  expect(made.code).toBe(0);
  expect(readFileSync(join(folder.path, 'made.yaml'), 'utf8')).toContain('easier than');
  const shown = await run('calibrate', 'made.yaml', '--json');
  expect([shown.code, shown.stderr]).toEqual([0, expect.stringContaining('Nothing was saved.')]);
  const kept = async () => {
    const footnote = await openFootnote({ store: join(folder.path, '.footnote') });
    try {
      return await footnote.calibration();
    } finally {
      await footnote.close();
    }
  };
  expect(await kept()).toBeUndefined();
  const { code, stdout, stderr } = await run('calibrate', 'made.yaml', '--save', '--json');
  expect(code).toBe(0);
  expect(stderr).toContain('may be far off. Ask 40 or more');
  expect(stderr).toContain('These thresholds apply from now on.');
  expect(await kept()).toMatchObject({ offTopicQuestions: 26 });
  expect(JSON.parse(stdout)).toMatchObject({
    calibration: { offTopicQuestions: 26, answerability: { slope: expect.any(Number) } },
    probability: { fitted: { brier: expect.any(Number) }, relevance: { ece: expect.any(Number) } },
    abstention: { recall: expect.any(Number) },
    riskCoverage: expect.arrayContaining([expect.objectContaining({ coverage: 1 })]),
  });
});
