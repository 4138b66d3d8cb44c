import { expect, test } from 'vitest';
import { elide, elidePath, wrapLine } from './printable-text.ts';
import { beginning, breakableParts, ending, visibleWidth } from './terminal-width.ts';

test.each([
  ['lease.md', 8],
  ['\u001B[36mlease\u001B[39m', 5],
  ['Überprüfung', 11],
  ['U\u0308ber', 4],
  ['灯台', 4],
  ['한국어。', 8],
  ['ｶﾀｶﾅ', 4],
  ['🙂', 2],
])('%j takes %i columns', (text, width) => {
  expect(visibleWidth(text)).toBe(width);
});

test('what is cut of wide characters fits as well', () => {
  expect([beginning('灯台の光', 5), ending('灯台の光', 5)]).toEqual(['灯台', 'の光']);
  expect(beginning('u\u0308ber', 1)).toBe('u\u0308');
  expect(elide('灯台の光は遠くまで届く', 9)).toBe('灯台の光…');
  expect(elidePath('文書/灯台の歴史.md', 12)).toBe('文書…歴史.md');
});

test('a line breaks between characters of scripts without spaces, not before what closes a clause', () => {
  expect(breakableParts('灯台は光る。「遠く」まで')).toEqual([
    '灯',
    '台',
    'は',
    '光',
    'る。',
    '「遠',
    'く」ま',
    'で',
  ]);
  expect(breakableParts('harbour')).toEqual(['harbour']);
  expect(wrapLine('灯塔是用以指引船只方向的建筑物。 The end', 12)).toEqual([
    '灯塔是用以指',
    '引船只方向的',
    '建筑物。 The',
    'end',
  ]);
});
