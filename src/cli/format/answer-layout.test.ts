import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { AnswerLayout, layOutAnswer, WordWrapper } from './answer-layout.ts';
import { wrapLine } from './terminal-text.ts';

/** What is written for text that comes in these pieces. */
function written(pieces: readonly string[], width: number): string {
  let text = '';
  const wrapper = new WordWrapper(width, (part) => (text += part));
  for (const piece of pieces) wrapper.push(piece);
  wrapper.end();
  return text;
}

const word = fc.oneof(
  fc.stringMatching(/^[a-z.,[\]0-9]{1,12}$/),
  fc.stringMatching(/^[灯台光。、カタ（）a-z]{1,12}$/u),
);

test('text in pieces is wrapped as the whole of it is', () => {
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1 }),
      fc.array(fc.nat(40), { maxLength: 20 }),
      fc.integer({ min: 5, max: 60 }),
      (words, cuts, width) => {
        const text = words.join(' ');
        const places = [...new Set(cuts.filter((cut) => cut < text.length)), text.length].toSorted(
          (a, b) => a - b,
        );
        const pieces = places.map((end, index) => text.slice(index === 0 ? 0 : places[index - 1], end));
        expect(written(pieces, width)).toBe(`${wrapLine(text, width).join('\n')}\n`);
      },
    ),
  );
});

test('a word is written when the next one begins, and so is each character of a script without spaces', () => {
  const parts: string[] = [];
  const wrapper = new WordWrapper(80, (part) => parts.push(part));
  wrapper.push('deliv');
  wrapper.push('ery');
  expect(parts).toEqual([]);
  wrapper.push(' 北京');
  expect(parts).toEqual(['delivery', ' 北']);
  wrapper.push('。');
  expect(parts).toHaveLength(2);
  wrapper.push('雨');
  expect(parts.at(-1)).toBe('京。');
});

test('code between fences stays as it is, what stands behind it is wrapped again', () => {
  const code = '```js\nconst  pump = open(valve,\n\n\n\t"water");\n```';
  const prose = 'It opens the valve.';
  const wrapped = `${wrapLine(prose, 12).join('\n')}\n`;
  const shown = code.replace('\t', '    ');
  for (const pieces of [[`${code}\n${prose}`], `${code}\n${prose}`.split('')])
    expect(written(pieces, 12)).toBe(`${shown}\n${wrapped}`);
});

test('a sentence that was wrapped to another width is wrapped anew; what is broken for another reason stays so', () => {
  const wrapped = [
    'The dam that stands above the town was finished in 1931 and',
    'holds more water than any other of the valley. In a dry year',
    'the fields below it are watered from it twice, in spring, and',
    'once in autumn.',
  ];
  const text = wrapped.join('\n');
  for (const pieces of [[text], text.split('')])
    expect(written(pieces, 78)).toBe(`${wrapLine(wrapped.join(' '), 78).join('\n')}\n`);
  const kept = [
    'The dam that stands above the town was finished in the year 1931.',
    'it holds more water than any other dam of this long, narrow valley',
    '- the first item of a list of things that the dam is good for',
    '  and more about it, which is indented, and so stays as it is',
    '| water | a row of a table, which is long, and has no end of it',
    'The next line.',
    'short line',
    'another',
  ].join('\n');
  expect(written([kept], 100)).toBe(`${kept}\n`);
});

test('breaks of the text stay, escape sequences do not, wherever they are cut', () => {
  expect(written(['one\n\n\n  two ', '\x1b', '[31mred\x00 \u202Eend'], 80)).toBe('one\n\n  two red end\n');
  expect(written(['\x1b[31mred\x1b[0m'], 80)).toBe('red\n');
  expect(written([], 80)).toBe('');
});

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
