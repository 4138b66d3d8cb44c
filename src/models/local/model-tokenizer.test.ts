import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../test/corpus.ts';
import { fileChecksum, readModelFolder, shippedModelDirectory } from './model-folder.ts';
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

describe('the tokenizer of a SentencePiece unigram model', () => {
  const marks = ['<s>', '<pad>', '</s>', '<unk>'];
  const characters = Array.from('abcdefghijklmnopqrstuvwxyz0123456789.,日本語文句中éÉßΣσς🙂');
  const words = [
    '\u2581',
    '\u2581the',
    '\u2581un',
    'believ',
    'able',
    '\u2581a',
    'ab',
    'abc',
    'bc',
    '日本',
    '本語',
    '\u2581日',
  ];
  const pieces = [...marks, ...words, ...characters];
  const definition = {
    version: '1.0',
    added_tokens: marks.map((content, id) => ({
      id,
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    })),
    normalizer: {
      type: 'Sequence',
      normalizers: [
        { type: 'NFKC' },
        { type: 'Replace', pattern: { Regex: '\\s+' }, content: ' ' },
        { type: 'Strip', strip_left: true, strip_right: true },
      ],
    },
    pre_tokenizer: { type: 'Metaspace', replacement: '\u2581', prepend_scheme: 'always', split: false },
    post_processor: {
      type: 'TemplateProcessing',
      single: [
        { SpecialToken: { id: '<s>', type_id: 0 } },
        { Sequence: { id: 'A', type_id: 0 } },
        { SpecialToken: { id: '</s>', type_id: 0 } },
      ],
      pair: [],
      special_tokens: {
        '<s>': { id: '<s>', ids: [0], tokens: ['<s>'] },
        '</s>': { id: '</s>', ids: [2], tokens: ['</s>'] },
      },
    },
    decoder: null,
    // Lengths that no sum of others comes to, so that the likeliest way is one alone.
    model: {
      type: 'Unigram',
      unk_id: 3,
      vocab: pieces.map((piece, id) => [
        piece,
        id < marks.length ? 0 : -3 - Math.sqrt(id) - piece.length / 7,
      ]),
    },
  };
  const unigram = async () => {
    const directory = writeFiles(temporaryFolder(), { 'tokenizer.json': JSON.stringify(definition) });
    const checksum = await fileChecksum(join(directory, 'tokenizer.json'));
    return loadModelTokenizer({ ...folder, directory, checksums: { weights: '', tokenizer: checksum } });
  };
  const unigramPiece = fc.oneof(
    oneOf(4, 'the unbelievable abc abcabc a日本語 3.14 日本語文句 中 éÉß Σσς 🙂🙂 xyz é'),
    { weight: 2, arbitrary: fc.constantFrom(' ', '  ', '\n', '\t', '\u00a0', '\u3000', '\u2028') },
    oneOf(1, 'ü 한국 ① ﬁ ½ ´ \u0301 👩🏽‍🚀'),
  );

  test('gives the token ids of the library, and their number', async () => {
    const known = new Tokenizer(definition, {});
    const made = await unigram();
    fc.assert(
      fc.property(fc.array(unigramPiece, { maxLength: 40 }), (parts) => {
        const sample = parts.join('');
        const ids = sample.trim() === '' ? [] : known.encode(sample, { add_special_tokens: false }).ids;
        expect(made.encode(sample)).toEqual(ids);
        expect(made.count(sample)).toBe(ids.length);
      }),
      { numRuns: 1000 },
    );
  });

  test('has its marks of begin and end, and reads them in a text as the characters that they are', async () => {
    const made = await unigram();
    expect([made.begin, made.end]).toEqual([[0], [2]]);
    expect(made.encode('</s>').some((id) => id === 0 || id === 2)).toBe(false);
  });

  test('counts a run of a million ideographs', async () => {
    expect((await unigram()).count('中'.repeat(1_000_000))).toBeGreaterThan(900_000);
  });
});
