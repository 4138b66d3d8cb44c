import { expect, test } from 'vitest';
import { completeConfig } from '../settings/resolve-config.ts';
import { changedSettings, shownSettings } from './evaluation-run.ts';
import { parseSweep, sweepConfigs } from './sweep.ts';

const base = completeConfig({});

test('every combination is a run, in order', () => {
  const configs = sweepConfigs(base, [
    parseSweep('retrieval.vectorWeight=0.3,0.55'),
    parseSweep('chunker.name=tokens,page'),
  ]);
  expect(configs.map(({ config }) => [config.retrieval.vectorWeight, config.chunker.name])).toEqual([
    [0.3, 'tokens'],
    [0.3, 'page'],
    [0.55, 'tokens'],
    [0.55, 'page'],
  ]);
  expect(configs[0]?.changes).toEqual({ 'retrieval.vectorWeight': 0.3, 'chunker.name': 'tokens' });
  expect(sweepConfigs(base, []).map(({ config }) => config)).toEqual([base]);
});

test.each([
  'retrieval.vectorWeight',
  'retrieval.vectorWeight=',
  'retrieval.vectorWeight=0.3,,0.5',
  'vectorWeight=1',
  '=1',
])('%j is refused', (argument) => {
  expect(() => parseSweep(argument)).toThrow(expect.objectContaining({ code: 'config_invalid' }));
});

test.each(['retrieval.noSuch=1', 'retrieval.vectorWeight=2', 'chunker.name=spoon'])(
  '%j is refused before anything is asked',
  (argument) => {
    expect(() => sweepConfigs(base, [parseSweep(argument)])).toThrow(
      expect.objectContaining({ code: 'config_invalid' }),
    );
  },
);

test('a sweep without end is refused', () => {
  const values = Array.from({ length: 15 }, (_, place) => place / 20);
  const swept = [
    { name: 'retrieval.vectorWeight', values },
    { name: 'retrieval.minCosine', values },
  ];
  expect(() => sweepConfigs(base, swept)).toThrow('225 runs');
  const endless = ['retrieval.minCosine', 'retrieval.minCoverage', 'retrieval.titleWeight'].map((name) => ({
    name,
    values: Array.from({ length: 1000 }, () => 0),
  }));
  expect(() => sweepConfigs(base, endless)).toThrow('1000000000 runs');
});

test('a setting that is swept twice is refused: only its last values would be tried', () => {
  const sweep = ['retrieval.vectorWeight=0.3', 'chunker.name=page', 'retrieval.vectorWeight=0.5'].map(
    parseSweep,
  );
  expect(() => sweepConfigs(base, sweep)).toThrow('retrieval.vectorWeight is given twice');
});

test('the settings of a run hold no secret, and two runs tell what differs', () => {
  const shown = shownSettings(completeConfig({ embedder: { apiKey: 'sk-1' } }));
  expect(JSON.stringify(shown)).not.toContain('sk-1');
  expect(shown).toHaveProperty('retrieval.vectorWeight');
  expect(shown).not.toHaveProperty('server');
  const fewer = shownSettings(completeConfig({ retrieval: { candidates: 50 } }));
  expect(changedSettings(shown, fewer)).toEqual([
    { name: 'retrieval.candidates', before: base.retrieval.candidates, after: 50 },
  ]);
});

test('one of two weights that sum to one takes the other with it', () => {
  const [swept] = sweepConfigs(base, [parseSweep('retrieval.vectorWeight=0.3')]);
  expect(swept?.config.retrieval).toMatchObject({ vectorWeight: 0.3, keywordWeight: 0.7 });
});
