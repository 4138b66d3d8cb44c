import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readModelFolder, shippedModelDirectory } from './model-folder.ts';
import { loadModelTokenizer } from './model-tokenizer.ts';

const folder = await readModelFolder(shippedModelDirectory());
const ours = loadModelTokenizer(folder);
const definition = JSON.parse(readFileSync(join(folder.directory, 'tokenizer.json'), 'utf8')) as object;
const library = new Tokenizer(definition, {});

function reference(text: string): number[] {
  return library.encode(text, { add_special_tokens: false }).ids;
}

/** One of several pieces, which spaces part here. */
const oneOf = (weight: number, pieces: string) => ({
  weight,
  arbitrary: fc.constantFrom(...pieces.split(' ')),
});

/** Pieces of text that tokenizers treat in ways of their own. */
const piece = fc.oneof(
  oneOf(3, "the unbelievable Footnote 3.14 e.g. don't x_y #1"),
  {
    weight: 3,
    arbitrary: fc.constantFrom(' ', '  ', ...Array.from('\n\t\v\f\u00a0\u3000\u200b\u0085'), '\r\n'),
  },
  oneOf(2, ', ; ! ? . 。 ， 、 … “ - — [ ]'),
  oneOf(2, '[CLS] [SEP] [MASK] [UNK [PAD]x ##ing'),
  oneOf(2, '日本 語 한국어 ไทย Straße ΟΔΟΣ Σ σ İ é e\u0301 \u0301'),
  oneOf(1, '\0 \ufeff \ufffd 👩🏽‍🚀 \ud83d \udc00 \u202e \u00ad'),
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.nat(300).map((length) => 'ab1'.repeat(length)) },
);
const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));

describe('the memoising tokenizer', () => {
  test('gives the token ids of the library it is built on, and their number', () => {
    fc.assert(
      fc.property(text, (sample) => {
        const ids = reference(sample);
        expect(ours.encode(sample)).toEqual(ids);
        expect(ours.count(sample)).toBe(ids.length);
      }),
      { numRuns: 2000 },
    );
  });

  test('stays exact when its memory has been full', () => {
    const manyWords = Array.from({ length: 30_000 }, (_, index) => `w${index.toString(36)}`).join(' ');
    expect(ours.count(manyWords)).toBe(reference(manyWords).length);
    expect(ours.encode('the quick brown fox')).toEqual(reference('the quick brown fox'));
  });

  test.each(['a', '1'])('sees that a long run ends in %s before a sigma', (last) => {
    const sample = `${'ab1'.repeat(60)}${last}.Σ`;
    expect(ours.encode(sample)).toEqual(reference(sample));
  });

  test('counts a word of fifty million letters as one unknown word', () => {
    expect(ours.count('a'.repeat(50_000_000))).toBe(1);
  });
});
