import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { manual, readFactQuestions } from '../bench/quality/facts.ts';

const questions = await readFactQuestions(manual);

test.each(questions)('$question is answered in docs/$file', async ({ file, says }) => {
  expect(await readFile(new URL(`../docs/${file}`, import.meta.url), 'utf8')).toContain(says);
});
