import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Answer } from '../../answer/answer.ts';
import type { Citation } from '../../contracts/generator.ts';
import { formatAnswer, formatPlace, formatSources } from './format-answer.ts';
import { visibleWidth } from './terminal-text.ts';

const plain = (_: unknown, text: string) => text;

const citation: Citation = {
  number: 1,
  collection: 'default',
  documentId: 'travel',
  version: 1,
  chunkId: 'travel.1.0',
  path: 'handbook/travel.md',
  title: 'Travel',
  headingPath: ['Travel within the country', 'Flights'],
  page: null,
  start: 0,
  end: 4,
  quote: 'Flights need the approval of the head of department, 灯台の光は遠くまで届く。',
  kind: 'paragraph',
  verdict: 'verbatim',
};
const answer = {
  answer: `${citation.quote} [1]`,
  citations: [citation],
  sentences: [
    { start: 0, end: citation.quote.length, verdict: 'partial', citations: [1], missing: ['department'] },
  ],
  complete: true,
  hits: [],
} as unknown as Answer;

test('answers and sources fit a narrow terminal', () => {
  const text = [formatAnswer(answer, 40, plain), formatSources(answer, 40, plain)].join('\n');
  for (const line of text.split('\n')) expect(visibleWidth(line)).toBeLessThanOrEqual(40);
});

test('only the numbers of footnotes are set off, not those of a quote', () => {
  const quote = 'The dam [7] was built in 1931.';
  const quoting = { ...answer, answer: `${quote} [1]`, sentences: [], citations: [{ ...citation, quote }] };
  const [line] = formatAnswer(quoting, 80, (_, text) => `<${text}>`).split('\n');
  expect(line).toBe('The dam [7] was built in 1931. <[1]>');
});

test('what only introduces others is not said to name no source', () => {
  const text = '## Flights\n\nThey are long.';
  const sentences = ['## Flights', 'They are long.'].map((words) => {
    const start = text.indexOf(words);
    return { start, end: start + words.length, verdict: 'uncited', citations: [], missing: [] };
  });
  const shown = formatAnswer(
    { ...answer, answer: text, citations: [], sentences } as unknown as Answer,
    80,
    plain,
  );
  expect(shown.split('\n').slice(-2)).toEqual(['[?] Cites no source:', '    “They are long.”']);
  expect(shown.match(/\[\?\]/g)).toHaveLength(1);
});

test('footnotes and sources name their collections where several were found in', () => {
  const lease = { documentId: 'lease', path: 'lease.md', headingPath: [] };
  const citations = [
    { ...citation, collection: 'handbook' },
    { ...citation, ...lease, number: 2, collection: 'contracts' },
  ];
  const hits = citations.map(({ collection }) => ({ collection }));
  const both = { ...answer, citations, hits } as unknown as Answer;
  for (const format of [formatAnswer, formatSources]) {
    const text = format(both, 100, plain);
    expect(text).toContain('[1] handbook: handbook/travel.md › Travel');
    expect(text).toContain('[2] contracts: lease.md\n');
    expect(format({ ...both, hits: hits.slice(0, 1) } as unknown as Answer, 100, plain)).toContain(
      '[1] handbook/travel.md',
    );
  }
});

test('a source has its place and its quote in full', () => {
  expect(formatSources(answer, 40, plain).split('\n')).toEqual([
    '[1] handbook/travel.md › Travel within',
    '    the country › Flights',
    '    Flights need the approval of the',
    '    head of department, 灯台の光は遠くま',
    '    で届く。',
  ]);
});

test('cells of a sheet and times of a recording are named', () => {
  const place = { path: 'a.xlsx', headingPath: ['Water'], page: 1, start: 0, end: 9 };
  const within = { start: 0, end: 9 };
  expect(formatPlace({ ...place, place: { ...within, sheet: 'Water', cells: 'B2:D2' } })).toBe(
    'a.xlsx › Water, B2:D2',
  );
  const talk = { ...place, path: 'a.vtt', headingPath: ['01:01:31 Ada'], page: null };
  expect(formatPlace({ ...talk, place: { ...within, time: [3725, 3731] } })).toBe(
    'a.vtt › 01:01:31 Ada, 01:02:05',
  );
});

test('a quote is wrapped and not cut, its links are their words, and a path below here is relative', () => {
  const quote = `See the [plan](./plan.md "Plan") and ![the roof](roof.png). ${'It goes on. '.repeat(12)}The end.`;
  const path = join(process.cwd(), 'notes', 'roof.md');
  const shown = formatAnswer(
    { ...answer, sentences: [], citations: [{ ...citation, quote, path }] },
    60,
    plain,
  );
  expect(shown).toContain('[1] notes/roof.md › Travel');
  const below = shown.slice(shown.lastIndexOf('“')).replaceAll(/\n\s+/g, ' ');
  expect(below).toBe(`“See the plan and the roof. ${'It goes on. '.repeat(12)}The end.”`);
});
