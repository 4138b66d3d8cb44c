import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Embedder, TextEmbedding } from '../contracts/embedder.ts';
import { FootnoteError, isFootnoteError } from '../errors.ts';
import { embedTexts } from './embed.ts';

/** A model that has no vector for texts with a mark in them, and fails as a whole at the first of them. */
function embedderThatCannotRead(mark: string) {
  let calls = 0;
  const embedDocuments: Embedder['embedDocuments'] = async (texts, { onEmbedded } = {}) => {
    calls += 1;
    const bad = texts.findIndex((text) => text.includes(mark));
    // Of some that come before the bad one, and of none after it.
    onEmbedded?.(Math.max(0, bad >> 1));
    if (bad >= 0) {
      const details = { subject: `text ${bad}`, problem: 'it is zero', position: bad };
      throw new FootnoteError('vector_invalid', details);
    }
    return texts.map((text) => ({ vectors: [Float32Array.of(1, 0)], tokens: text.length }));
  };
  return { embedDocuments, calls: () => calls };
}

test('each text has its embedding or its reason, in order, and is told of once, wherever those without one stand', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('plain', 'more plain', '☠'), { maxLength: 40 }),
      async (texts) => {
        let told = 0;
        const onEmbedded = (count: number) => {
          told += count;
        };
        const outcomes = await embedTexts(texts, embedderThatCannotRead('☠'), { onEmbedded });
        expect(told).toBe(texts.length);
        expect(outcomes.map((one) => (isFootnoteError(one) ? '☠' : one.tokens))).toEqual(
          texts.map((text) => (text === '☠' ? '☠' : text.length)),
        );
      },
    ),
  );
});

test('each text without a vector costs one more call', async () => {
  const embedder = embedderThatCannotRead('☠');
  await embedTexts(['☠', ...Array.from({ length: 126 }, () => 'plain'), '☠'], embedder, {});
  expect(embedder.calls()).toBe(3);
});

test('a model that cannot even read plain words is at fault itself', async () => {
  await expect(embedTexts(['a', 'b'], embedderThatCannotRead(''), {})).rejects.toMatchObject({
    code: 'vector_invalid',
  });
});

test('what is no fault of a text ends the work at once', async () => {
  const embedder = {
    calls: 0,
    async embedDocuments(): Promise<readonly TextEmbedding[]> {
      this.calls += 1;
      throw new FootnoteError('model_rejected', {
        model: 'm',
        reason: 'the key is unknown',
        remedy: 'Check it',
      });
    },
  };
  await expect(embedTexts(['a', 'b'], embedder, {})).rejects.toMatchObject({ code: 'model_rejected' });
  expect(embedder.calls).toBe(1);
});
