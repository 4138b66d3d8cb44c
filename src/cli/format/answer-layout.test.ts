import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { AnswerLayout, layOutAnswer } from './answer-layout.ts';

const table = '| Plan | Price |\n|---|---|\n| Basic | $5 a month for each member | [1]\n| Team | $20 | [2]';

test('the rows of a table stand in columns, footnotes in one of their own', () => {
  expect(layOutAnswer(`These are the plans: [3]\n${table}\nAll end each month. [4]`, 80)).toBe(
    [
      'These are the plans: [3]',
      '',
      'Plan   Price',
      'Basic  $5 a month for each member  [1]',
      'Team   $20                         [2]',
      '',
      'All end each month. [4]',
    ].join('\n'),
  );
});

test('the words of a cell are wrapped within its column', () => {
  expect(layOutAnswer(table, 30)).toBe(
    ['Plan   Price', 'Basic  $5 a month for  [1]', '       each member', 'Team   $20             [2]'].join(
      '\n',
    ),
  );
});

test.each([
  ['a row alone', '| x | is never below 0.', '| x | is never below 0.'],
  [
    'a table of more columns than there is room for',
    '| aaaaaaaa | bbbbbbbb | cccccccc |\n| 1 | 2 | 3 |',
    '| aaaaaaaa | bbbbbbbb |\ncccccccc |\n| 1 | 2 | 3 |',
  ],
  ['what looks like a table in code', '```\n| a | b |\n| c | d |\n```', '```\n| a | b |\n| c | d |\n```'],
])('%s keeps its bars', (_, text, expected) => {
  expect(layOutAnswer(text, 24)).toBe(expected);
});

/** Without what setting may change. */
const words = (text: string) => text.replaceAll(/[\s|:-]/g, '');

test('what comes in pieces is set as the whole of it is', () => {
  const line = fc.constantFrom(
    'Words of it.',
    '| a | b |',
    '|---|---|',
    ' | c |',
    '',
    '```',
    '  - an item',
    '|',
  );
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.nat(120), { maxLength: 12 }), (lines, cuts) => {
      const text = lines.join('\n');
      const places = [...new Set([0, ...cuts, text.length])]
        .filter((cut) => cut <= text.length)
        .toSorted((a, b) => a - b);
      let written = '';
      const layout = new AnswerLayout(60, (part) => (written += part));
      for (const [index, place] of places.entries()) layout.push(text.slice(place, places[index + 1]));
      layout.end();
      expect(written.trimEnd()).toBe(layOutAnswer(text, 60));
      // No word is lost.
      expect(words(written)).toBe(words(text));
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['View the [Plan of the Year](./plan.md). [1]', 'View the Plan of the Year. [1]'],
  ['![a tower](a.png) and [b](c_(d).md "e") [2]', 'a tower and b [2]'],
  ['**[bold](x.md)** [3] ([4])', '**bold** [3] ([4])'],
  ['as `[a](b)` and list[0](x) have it', 'as `[a](b)` and list[0](x) have it'],
  ['an open [bracket and no more', 'an open [bracket and no more'],
  ['```\n[a](b)\n```\n[a](b)', '```\n[a](b)\n```\na'],
])('links are their words, in whatever pieces %j comes', (text, expected) => {
  expect(layOutAnswer(text, 80)).toBe(expected);
  for (let at = 1; at < text.length; at++) {
    let written = '';
    const layout = new AnswerLayout(80, (part) => (written += part));
    layout.push(text.slice(0, at));
    layout.push(text.slice(at));
    layout.end();
    expect(written.trimEnd()).toBe(expected);
  }
});
