import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CheckedSentence } from '../../contracts/generator.ts';
import { redactAnswer, redactedSentence } from './citations.ts';

/** An answer made of sentences with gaps between them, and after the last one what is no sentence. */
const answers = fc
  .tuple(
    fc.array(
      fc.record({
        gap: fc.constantFrom('', ' ', '\n\n'),
        words: fc.string({ minLength: 1, maxLength: 12 }),
        citations: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
      }),
      { maxLength: 6 },
    ),
    fc.constantFrom('', ' and then'),
  )
  .map(([parts, rest]) => ({ parts, rest }));

function textOf({ parts, rest }: typeof answers extends fc.Arbitrary<infer Value> ? Value : never) {
  let content = '';
  const sentences = parts.map(({ gap, words, citations }): CheckedSentence => {
    const start = content.length + gap.length;
    content += gap + words;
    return { start, end: content.length, verdict: 'partial', citations, missing: ['x'] };
  });
  return { content: content + rest, sentences };
}

test('takes out what rests on a citation, and leaves every other sentence where its offsets say', () => {
  fc.assert(
    fc.property(
      answers,
      fc.uniqueArray(fc.integer({ min: 1, max: 4 })),
      fc.boolean(),
      (answer, numbers, complete) => {
        const removed = new Set(numbers);
        const result = redactAnswer({ ...textOf(answer), complete }, removed);
        const isRedacted = (citations: readonly number[]) =>
          citations.length === 0 || citations.some((number) => removed.has(number));
        const expected = answer.parts.map(({ words, citations }) =>
          isRedacted(citations) ? redactedSentence : words,
        );
        expect(result.sentences.map(({ start, end }) => result.content.slice(start, end))).toEqual(expected);
        const gaps = answer.parts.map(({ gap }, place) => gap + expected[place]);
        const rest = complete || answer.rest === '' ? answer.rest : redactedSentence;
        expect(result.content).toBe(gaps.join('') + rest);
        for (const { citations, missing } of result.sentences)
          expect(missing).toEqual(isRedacted(citations) ? [] : ['x']);
      },
    ),
  );
});
