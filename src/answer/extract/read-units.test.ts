import { afterAll, expect, test } from 'vitest';
import { englishAnswerReader } from '../../models/local/text-pair-models.ts';
import { answerTo, contextWith, result } from '../answer-question.test-support.ts';
import { createExtractiveGenerator } from '../generate/extractive-generator.ts';
import { analysis, chunk as chunkOf, cited } from '../generate/quoting.test-support.ts';

const reader = await englishAnswerReader();
afterAll(() => reader.close());

const words =
  'The K12 pump weighs 15 kg. It moves 40 litres of water a minute. Its motor is guaranteed for two years.';
const {
  passage: { chunk },
  hit,
} = cited(1, { ...chunkOf('pump', words), title: 'K12 pump' });

/** Asks about the pump. `terms`: what is looked for, with its weight. */
function ask(
  question: string,
  terms: Readonly<Record<string, number>>,
  { read = true, language = 'en' } = {},
) {
  const asked = Object.entries(terms).map(([word, weight]) => {
    const [made] = analysis.terms(word, language);
    return { term: made?.text ?? word, word, weight };
  });
  const keywords = Object.keys(terms).join(' ');
  const trace = { ...result.question, language, keywords, terms: asked };
  const found = { ...result, hits: [hit], question: trace, warnings: [] };
  const options = { analyser: analysis, maxSentences: 1, reader: read ? reader : undefined };
  return answerTo(
    question,
    contextWith(
      { result: found, chunks: [chunk] },
      {
        generator: createExtractiveGenerator(options),
        sourceText: async () => ({ text: words, blocks: [] }),
      },
    ),
  );
}

const weight = ['How much does the K12 pump weigh?', { K12: 3, pump: 2, weigh: 2 }] as const;
const year = ['When was the K12 pump built?', { K12: 3, pump: 2, built: 2 }] as const;
const king = ['Who was the first king of Norway?', { king: 2, Norway: 2 }] as const;

test('an answer is trusted as far as what is read makes it likely', async () => {
  const answered = await ask(...weight);
  expect(answered).toMatchObject({ outcome: 'answered', warnings: [] });
  expect(answered.confidenceReason).toMatch(/^\d\d % likely an answer, as read, nearest passage at 0\.60$/);
  expect(answered.confidence).toBeGreaterThan((await ask(...year)).confidence);
});

test('where an answer is unlikely, words are told that the quote lacks, be they a small share', async () => {
  expect((await ask(...year)).warnings).toEqual(['The passages cited do not mention “built”.']);
  expect((await ask(...year, { read: false })).warnings).toEqual([]);
});

test('of two questions in one message the one that is not answered is told of', async () => {
  const both = await ask(`${weight[0]} ${king[0]}`, { ...weight[1], ...king[1] });
  expect(both.warnings.join()).toContain('“Norway”');
  expect(both.confidence).toBeLessThan((await ask(...weight)).confidence);
});

test('in another language than the reader’s, answers are as without it', async () => {
  const german = ['Wie schwer ist die Pumpe?', { schwer: 1, Pumpe: 2 }] as const;
  const [read, unread] = await Promise.all([
    ask(...german, { language: 'de' }),
    ask(...german, { language: 'de', read: false }),
  ]);
  expect(read.confidenceReason).toBe(unread.confidenceReason);
  expect(read).toMatchObject({ outcome: unread.outcome, confidence: unread.confidence });
});
