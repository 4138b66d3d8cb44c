import { expect, test } from 'vitest';
import type { Recognised } from '../../question/recognised.ts';
import { analyser } from '../../text/analyser/analyser.ts';
import { expandQuestion } from './expand-question.ts';
import { Synonyms } from './synonyms.ts';
import { Vocabulary, type WordLookups } from './vocabulary.ts';

const lexical = analyser();

/** The vocabulary of an index: how many chunks hold each term, and what it says to be similar. */
function indexOf(
  chunks: Readonly<Record<string, number>>,
  similar: Readonly<Record<string, readonly (readonly [term: string, edits: number])[]>> = {},
): WordLookups {
  return {
    statistics: async (terms) => ({ chunks: 100, frequencies: terms.map((term) => chunks[term] ?? 0) }),
    similarTerms: async (term, { maxEdits, limit }) =>
      (similar[term] ?? [])
        .filter(([, edits]) => edits <= maxEdits)
        .slice(0, limit)
        .map(([found, edits]) => ({ term: found, edits, chunks: chunks[found] ?? 0 })),
    longerTerms: async (part, { limit }) =>
      Object.entries(chunks)
        .filter(([term]) => term !== part && (term.startsWith(part) || term.endsWith(part)))
        .map(([term, holding]) => ({ term, chunks: holding }))
        .slice(0, limit),
  };
}

const both = { spelling: true, compounds: true };
const inEnglish = { language: 'en', documentLanguage: 'en', recognised: [] };

async function render(
  keywords: string,
  language: string,
  index: WordLookups,
  settings = both,
  recognised: readonly Recognised[] = [],
): Promise<string> {
  const expansions = await expandQuestion(
    { keywords, language, documentLanguage: language, recognised },
    { vocabulary: new Vocabulary(index), analyser: lexical, settings },
  );
  return expansions.map(({ kind, from, term, weight }) => `${kind} ${from}→${term} ${weight}`).join(', ');
}

const english = indexOf(
  { warranti: 5, claim: 9, flower: 4, power: 8, diseas: 3 },
  {
    warrenti: [
      ['warranti', 1],
      ['warrant', 2],
    ],
    flowr: [
      ['power', 2],
      ['flower', 1],
    ],
    clam: [['claim', 1]],
    disea: [['claim', 1]],
    clm: [['claim', 2]],
    xwarrantyx: [['warranti', 2]],
    xwarra: [['claim', 2]],
    cliam: [],
  },
);

test.each([
  ['warrenty claim', 'spelling warrenty→warranti 0.8', 'only the fewest edits, and only for unknown words'],
  ['clam', 'spelling clam→claim 0.8', 'four letters are enough'],
  ['clm', '', 'three are not'],
  ['clam7 clam_x clam’s', '', 'identifiers are not misspelt'],
  ['xwarrantyx', 'spelling xwarrantyx→warranti 0.5', 'a long word may have two edits'],
  ['xwarrings', '', 'but not for its ending'],
  ['cliams', 'spelling cliams→claim 0.8', 'two letters swapped before the ending was taken off'],
  ['Diseas', 'spelling Diseas→diseas 0.8', 'a lost ending leaves what the word is found by'],
  ['warranty claim', '', 'what is known stays as it is'],
  ['', '', 'nothing of nothing'],
])('A1: spelling of %s: %s (%s)', async (keywords, expected) => {
  expect(await render(keywords, 'en', english)).toBe(expected);
});

test('a question in other words adds the terms that it does not have, and not the words that ask', async () => {
  const off = { spelling: false, compounds: false };
  const asked = { keywords: 'warranty claims', ...inEnglish };
  const vocabulary = new Vocabulary(english);
  const context = { vocabulary, analyser: lexical, settings: off };
  const rephrased = 'How do I claim a guarantee?';
  expect(await expandQuestion(asked, { ...context, rephrased })).toEqual([
    { kind: 'rephrasing', from: 'warranty claims', standsFor: [], term: 'guarante', weight: 0.5 },
  ]);
  expect(await expandQuestion(asked, context)).toEqual([]);
});

test('a question in another language than the documents is not corrected, and asks in its own', async () => {
  const asked = { ...inEnglish, keywords: 'warrenty claim', language: 'de' };
  const context = { vocabulary: new Vocabulary(english), analyser: lexical, settings: both };
  expect(await expandQuestion(asked, context)).toEqual([]);
  const rephrased = 'Welche guarantee?';
  expect(await expandQuestion(asked, { ...context, rephrased })).toMatchObject([{ term: 'guarante' }]);
});

test('leaves quoted phrases and dates as they stand', async () => {
  const recognised: readonly Recognised[] = [
    { kind: 'phrase', text: 'warrenty claim' },
    { kind: 'date', text: 'Clam 2024', from: '2024-01-01', to: '2024-12-31' },
  ];
  expect(await render('"warrenty claim" of Clam 2024 for a flowr', 'en', english, both, recognised)).toBe(
    'spelling flowr→flower 0.8',
  );
});

const german = indexOf({ mietvertrag: 3, kundig: 4, frist: 6, arbeit: 2, vertrag: 9, zeit: 5 });

test.each([
  ['Kündigungsfrist', 'de', 'compound Kündigungsfrist→kundig 0.5, compound Kündigungsfrist→frist 0.5'],
  ['Arbeitsvertrag', 'de', 'compound Arbeitsvertrag→arbeit 0.5, compound Arbeitsvertrag→vertrag 0.5'],
  ['Mietvertrag', 'de', ''],
  ['Vertragsxyzt', 'de', ''],
  ['Arbeitsvertrag', 'en', ''],
  [`${'arbeits'.repeat(1000)}zeit`, 'de', ''],
])('parts of %s in %s: %s', async (keywords, language, expected) => {
  expect(await render(keywords, language, german)).toBe(expected);
});

const rented = indexOf({
  hausturschlussel: 2,
  vermieterpflicht: 1,
  aufzug: 4,
  anschlussel: 1,
  zahnarztrechn: 2,
  zahnarztin: 1,
});

test.each([
  [
    'Schlüssel',
    'de',
    'compound Schlüssel→hausturschlussel 0.5',
    'what is a compound of it, and not with a prefix',
  ],
  ['Pflichten', 'de', 'compound Pflichten→vermieterpflicht 0.5', 'also in another form'],
  [
    'Zahnarzt',
    'de',
    'compound Zahnarzt→zahnarztrechn 0.7',
    'what begins with it, and is no other form of it',
  ],
  ['Zug', 'de', '', 'a short word is the end of others by chance'],
  ['Schlüssel', 'en', '', 'not where compounds are written apart'],
])('compounds of %s in %s: %s (%s)', async (keywords, language, expected) => {
  expect(await render(keywords, language, rented)).toBe(expected);
});

test('compounds that only others may see are none', async () => {
  const index: WordLookups = {
    ...rented,
    statistics: async (terms) => ({ chunks: 9, frequencies: terms.map(() => 0) }),
  };
  const vocabulary = new Vocabulary(index, { allowed: { field: 'documentId', op: 'in', value: ['b'] } });
  const asked = { keywords: 'Schlüssel', language: 'de', documentLanguage: 'de', recognised: [] };
  expect(await expandQuestion(asked, { vocabulary, analyser: lexical, settings: both })).toEqual([]);
});

test('does what the settings say', async () => {
  const off = { spelling: false, compounds: false };
  expect(await render('warrenty', 'en', english, off)).toBe('');
  expect(await render('Arbeitsvertrag', 'de', german, { ...off, spelling: true })).toBe('');
  const synonyms = new Synonyms([['warranty', 'guarantee']]);
  const context = { vocabulary: new Vocabulary(english), analyser: lexical, settings: both, synonyms };
  expect(await expandQuestion({ keywords: 'warranty', ...inEnglish }, context)).toEqual([
    { kind: 'synonym', from: 'warranty', standsFor: ['warranti'], term: 'guarante', weight: 0.7 },
  ]);
});

test('a word that has synonyms, or stands in the documents in another writing, is spelled right', async () => {
  const asked = { keywords: 'flowr clam', ...inEnglish };
  const context = { vocabulary: new Vocabulary(english), analyser: lexical, settings: both };
  const corrected = { kind: 'spelling', from: 'clam', term: 'claim' };
  const synonyms = new Synonyms([['Flowr', 'claim']]);
  expect(await expandQuestion(asked, { ...context, synonyms })).toMatchObject([
    { kind: 'synonym', from: 'Flowr', term: 'claim' },
    corrected,
  ]);
  const written = { kind: 'writing', from: 'flowr', standsFor: ['flowr'], term: 'flow', weight: 1 } as const;
  expect(await expandQuestion(asked, context, [written])).toMatchObject([corrected]);
});

test('a question of very many unknown words costs no more look-ups than one of twenty', async () => {
  let asked = 0;
  const index: WordLookups = {
    ...indexOf({}),
    similarTerms: async () => {
      asked += 1;
      return [];
    },
  };
  const words = Array.from({ length: 2000 }, (_, number) =>
    `unknown${number}`.replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit))),
  );
  expect(await render(words.join(' '), 'en', index)).toBe('');
  expect(asked).toBe(20);
});
