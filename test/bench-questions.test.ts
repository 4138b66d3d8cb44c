import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { manual, readFactQuestions } from '../bench/quality/facts.ts';
import { readHandbooks } from '../bench/quality/handbooks.ts';
import { goldSpan, holdsAny, plainText, quotedSentences } from '../bench/quality/judged-text.ts';
import { judgementParts, readJudgement } from '../bench/quality/judgement.ts';

const docs = join(import.meta.dirname, '../docs');
const handbooks = join(import.meta.dirname, '../bench/quality/handbooks');

/** The plain texts of a folder's Markdown files, in one. */
async function textOf(folder: string): Promise<string> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.md'));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return texts.map(plainText).join('\n');
}

test.each(await readFactQuestions(manual))('$question is answered in docs/$file', async ({ file, says }) => {
  expect(await readFile(join(docs, file), 'utf8')).toContain(says);
});

test.each(await readJudgement('docs'))('$ask is answered in docs/$file', async ({ file, fact }) => {
  expect(holdsAny(plainText(await readFile(join(docs, file), 'utf8')), fact)).toBe(true);
});

const sets = (await readHandbooks()).filter(({ set }) => set !== 'textbook');

test.each(sets)('the questions about $set are answered there', async ({ set, answerable }) => {
  const text = await textOf(set === 'docs' ? docs : join(handbooks, set));
  expect(answerable.filter(({ fact }) => !holdsAny(text, fact))).toEqual([]);
});

test('the sets have as many questions as their figures say', async () => {
  const judged = await Promise.all(judgementParts.map(readJudgement));
  const asked = await readHandbooks();
  expect(judged.flat()).toHaveLength(150);
  expect(asked.flatMap(({ near }) => near)).toHaveLength(150);
  expect(asked.flatMap(({ answerable }) => answerable)).toHaveLength(150);
  expect(asked.flatMap(({ offTopic }) => offTopic)).toHaveLength(50);
});

test('marks of Markdown make no difference between a quote and its gold words', () => {
  const quote = plainText('| `60 s` | **see** [the limits](x.md#a) [12] , ‘once’ |');
  expect(quote).toBe("| 60 s | see the limits, 'once' |");
});

test('a quote is taken apart into its sentences, items and rows, without headings and rules', () => {
  const quote = '## Late\nOne. Two!\n- three\n\n| a | b |\n|---|---|\n| 1 | 2 |';
  expect(quotedSentences(quote)).toEqual(['One.', 'Two!', '- three', '| a | b |', '| 1 | 2 |']);
});

test('a span goes from its first words to its last', () => {
  const text = plainText('Open it. Wait. Close it. Go.');
  expect(goldSpan(text, 'Wait … Close it.')).toBe('Wait. Close it.');
  expect(goldSpan(text, 'Wait … Open it.')).toBeUndefined();
});
