import { array, assert, asyncProperty, constantFrom } from 'fast-check';
import { expect, test } from 'vitest';
import { checkAnswer } from './check-answer.ts';

const dam = {
  title: 'The dam',
  text: 'The dam was built in 1931. It is 40 metres high. Nobody lives below it. Its lake holds ten million cubic metres.',
};
const mill = { title: 'The mill', text: 'The mill burned down in 1900. It was never rebuilt.' };

function said({ text }: { text: string }, { start, end }: { start: number; end: number }): string {
  return text.slice(start, end).trim();
}

test('each sentence is held against the sentences that it cites', async () => {
  const checked = await checkAnswer(
    'The dam was built in 1931 [1]. It is 60 metres high [1]. The mill was never rebuilt [2]. Both are famous.',
    [dam, mill],
  );
  expect(checked.sentences.map((sentence) => [said(checked, sentence), sentence.verdict])).toEqual([
    ['The dam was built in 1931 [1].', 'verbatim'],
    ['It is 60 metres high [2].', 'partial'],
    ['The mill was never rebuilt [3].', 'supported'],
    ['Both are famous.', 'uncited'],
  ]);
  expect(checked.sentences[1]?.missing).toEqual(['60']);
  expect(
    checked.citations.map(({ number, source, quote, verdict }) => [number, source, quote, verdict]),
  ).toEqual([
    [1, 1, 'The dam was built in 1931.', 'verbatim'],
    [2, 1, 'It is 40 metres high.', 'partial'],
    [3, 2, 'The mill burned down in 1900. It was never rebuilt.', 'supported'],
  ]);
});

test('a denial that the source does not make is missing from it', async () => {
  const { sentences } = await checkAnswer('The mill was rebuilt [1].', [mill]);
  expect(sentences[0]).toMatchObject({ verdict: 'partial', missing: ['never'] });
});

test('a mark that names no source is left out and said, and what bears the sentence out is named', async () => {
  const { text, unmatched, sentences } = await checkAnswer('The dam was built in 1931 [7].', [dam]);
  expect({ text, unmatched }).toEqual({ text: 'The dam was built in 1931. [1]', unmatched: ['[7]'] });
  expect(sentences[0]?.verdict).toBe('verbatim');
});

test.each([
  ['The dam was built in 1931 [[1]](#dam).', 'The dam was built in 1931 [1].'],
  ['The dam was built in 1931 [1](https://example.org/a_b).', 'The dam was built in 1931 [1].'],
  ['The dam was built in 1931 [1](dam.md)[1](#b).', 'The dam was built in 1931 [1][1].'],
  ['The dam was built in 1931 [1](so far).', 'The dam was built in 1931 [1](so far).'],
])('%s is read as %s: where a mark leads is none of it', async (answer, expected) => {
  expect((await checkAnswer(answer, [dam])).text).toBe(expected);
});

test('a mark within a sentence stands for the words since the one before it', async () => {
  const { citations, sentences } = await checkAnswer(
    'The dam was built in 1931 [1], its lake holds ten million cubic metres [1] and it is 40 metres high [1][2].',
    [dam, mill],
  );
  expect(citations.map(({ quote }) => quote)).toEqual([
    'The dam was built in 1931.',
    'Its lake holds ten million cubic metres.',
    'It is 40 metres high.',
    mill.text,
  ]);
  expect(sentences).toMatchObject([{ verdict: 'supported' }]);
});

test.each([' ', '\n', '\n\n- '])(
  'marks before sentences with %j between cite for what follows them',
  async (between) => {
    const answer = ['[1] It is 40 metres high.', '[2] Grain was ground there.'].join(between);
    const source = { text: 'The mill is 40 metres from the dam. Grain was ground there until 1900.' };
    const { sentences } = await checkAnswer(answer, [dam, source]);
    expect(sentences).toMatchObject([
      { verdict: 'verbatim', citations: [1] },
      { verdict: 'verbatim', citations: [2] },
    ]);
  },
);

test('a list of sources at the end is no part of the answer', async () => {
  const answer = 'The dam was built in 1931 [1]. The mill burned down in 1900 [2].';
  const list = '\n\n**Sources:**\n- [1] The dam\n- [2] The mill, page 1\n';
  expect(await checkAnswer(answer + list, [dam, mill])).toEqual(await checkAnswer(answer, [dam, mill]));
});

test('what an answer is wrapped into is no part of it', async () => {
  const answer = 'The dam was built in 1931 [1].';
  for (const wrapped of [`\`\`\`markdown\n${answer}\n\`\`\``, `<answer>${answer}</answer>`])
    expect(await checkAnswer(wrapped, [dam])).toEqual(await checkAnswer(answer, [dam]));
});

test('sources may be cited by their titles', async () => {
  const { citations } = await checkAnswer('It burned down in 1900 [The mill].', [dam, mill], {
    citationFormat: 'title',
  });
  expect(citations).toMatchObject([{ source: 2, quote: 'The mill burned down in 1900.' }]);
});

test('whatever is checked, quotes are slices of their sources and sentences follow each other', async () => {
  const words = constantFrom(
    'dam ',
    'mill ',
    '1931 ',
    '[1] ',
    '[2]',
    '[9]',
    '. ',
    '\n\n',
    '```',
    '世界。',
    '🌍 ',
  );
  const texts = array(words, { maxLength: 40 }).map((parts) => parts.join(''));
  await assert(
    asyncProperty(texts, array(texts, { maxLength: 3 }), async (answer, sources) => {
      const checked = await checkAnswer(
        answer,
        sources.map((text) => ({ text })),
      );
      for (const { source, start, end, quote } of checked.citations)
        expect(sources[source - 1]?.slice(start, end)).toBe(quote);
      let last = 0;
      for (const { start, end, citations } of checked.sentences) {
        expect(start).toBeGreaterThanOrEqual(last);
        last = end;
        for (const number of citations) expect(checked.citations[number - 1]?.number).toBe(number);
      }
      expect(last).toBeLessThanOrEqual(checked.text.length);
    }),
    { numRuns: 300 },
  );
});
