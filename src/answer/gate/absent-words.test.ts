import { expect, test } from 'vitest';
import type { AskedTerm, QuestionTrace } from '../../retrieve/hit.ts';
import { Speaker } from '../wording/speaker.ts';
import { absentWords } from './absent-words.ts';

const speaker = new Speaker('en');

function told(...terms: readonly AskedTerm[]): readonly unknown[] {
  return absentWords({ terms } as QuestionTrace, 'Quaternions in FY2018 by capex', speaker);
}

test('words that are nowhere are told where a third of what is asked for is, as they were written', () => {
  const absent: AskedTerm = { term: 'quaternion', word: 'Quaternions', weight: 2, absent: true };
  expect(told(absent, { term: 'rotat', weight: 4 })).toEqual([
    { sentence: 'wordsNowhere', words: '“Quaternions”' },
  ]);
  expect(told(absent, { term: 'rotat', weight: 5 })).toEqual([]);
  expect(told({ term: 'rotat', weight: 4 })).toEqual([]);
});

test('a word that was carried over from what was asked before is not told', () => {
  expect(told({ term: 'octonion', weight: 4, absent: true })).toEqual([]);
});

test('a part of a word is told with the whole of it, and each word once', () => {
  const absent = true;
  expect(
    told(
      { term: 'fy', weight: 1, absent },
      { term: '2018', weight: 1, absent },
      { term: 'fy2018', word: 'FY2018', weight: 1, absent },
      { term: 'capex', weight: 1, absent },
      { term: 'capex2', word: 'capex', weight: 1, absent },
    ),
  ).toEqual([{ sentence: 'wordsNowhere', words: '“FY2018”, “capex”' }]);
});
