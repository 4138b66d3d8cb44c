import { expect, test } from 'vitest';
import { claimBeforeMark } from './footnoted-words.ts';

test.each([
  ['en', 'The dam is high [1] and wide', 'The dam is high and wide'],
  ['en', 'The dam is high [1], herons nest there', ', herons nest there'],
  ['en', 'According to the operating manual', ''],
  ['en', 'According to the operating manual the dam is high', 'the dam is high'],
  ['zh', '根据《员工手册》', ''],
  ['en', '**Answer:** The dam is high', 'The dam is high'],
  ['en', 'Source:', ''],
  ['en', 'The dam is high. — **Source:**', 'The dam is high.'],
])('%s: behind “%s” a mark stands for “%s”', (language, sentence, claim) => {
  expect(claimBeforeMark(sentence, language)).toBe(claim);
});
