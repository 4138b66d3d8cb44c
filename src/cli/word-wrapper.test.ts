import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { wrapLine } from './printable-text.ts';
import { WordWrapper } from './word-wrapper.ts';

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

test('breaks of the text stay, escape sequences do not, wherever they are cut', () => {
  expect(written(['one\n\n\n  two ', '\x1b', '[31mred\x00 \u202Eend'], 80)).toBe('one\n\n  two red end\n');
  expect(written(['\x1b[31mred\x1b[0m'], 80)).toBe('red\n');
  expect(written([], 80)).toBe('');
});
