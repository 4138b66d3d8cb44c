import { expect, test } from 'vitest';
import type { Citation } from '../contracts/generator.ts';
import { askedParts } from '../question/intent.ts';
import { readPart } from '../question/question.ts';
import type { AskedTerm, QuestionTrace } from '../retrieve/hit.ts';
import { analyser } from '../text/analyser/analyser.ts';
import { chunk } from './generate/quoting.test-support.ts';
import { missingWords } from './missing-words.ts';
import { Speaker } from './wording/speaker.ts';

const speaker = new Speaker('en');

/** What is told where `quote` is all that is cited of a passage for a question with these terms. */
function told(
  asked: string,
  terms: readonly AskedTerm[],
  quote: string,
  change: Partial<Citation> = {},
  language = 'en',
  answerProbability?: number,
) {
  const found = { ...chunk('facts', quote), title: 'Facts', metadata: { year: 2024 } };
  const citation = {
    quote,
    path: 'facts.md',
    title: 'Facts',
    headingPath: [],
    chunkId: found.id,
    ...change,
  } as unknown as Citation;
  const keywords = terms.map(({ term: made, word = made }) => word).join(' ');
  const question = { language, keywords, terms, expansions: [] } as unknown as QuestionTrace;
  const parts = askedParts(asked, language).map((part) => readPart(part, language));
  const cited = { question, parts, citations: [citation], chunks: [found], answerProbability };
  return missingWords(cited, analyser(), speaker);
}

const term = (word: string, weight: number, absent?: true): AskedTerm => {
  const [made] = analyser().terms(word, 'en');
  return { term: made?.text ?? word, word, weight, ...(absent && { absent }) };
};

test('a name that is not in what is cited nor above it is told, in whatever writing it may stand', () => {
  const sales = 'Sales were 9 million in November 2023.';
  expect(told('the sales in December 2023', [term('sales', 2)], sales)).toEqual([
    { sentence: 'notMentioned', words: '“December 2023”' },
  ]);
  expect(told('the sales in 2023-11', [term('sales', 2)], sales)).toEqual([]);
  expect(told('the sales in 2024', [term('sales', 2)], 'Sales were 9 million.')).toEqual([]);
  expect(told('the sales of Corva', [term('sales', 2), term('Corva', 1)], sales)).toEqual([
    { sentence: 'notMentioned', words: '“Corva”' },
  ]);
  expect(told('the sales of Corva', [term('sales', 2), term('Corva', 1)], sales, { title: 'Corva' })).toEqual(
    [],
  );
});

test('a name that no document has is told as such, unless a passage has it as part of a longer one', () => {
  const asked = [term('KX-204', 3, true)];
  expect(told('KX-204', asked, 'The KX-240 hums.')).toEqual([
    { sentence: 'wordsNowhere', words: '“KX-204”' },
  ]);
  expect(told('KX-204', asked, 'PN-KX-204 hums.')).toEqual([]);
});

test('ordinary words are told where they are much of what is asked for, and never as nowhere', () => {
  const leave = 'Employees get 30 days of leave.';
  const parental = term('parental', 4, true);
  expect(told('days of parental leave', [term('days', 1), parental, term('leave', 2)], leave)).toEqual([
    { sentence: 'notMentioned', words: '“parental”' },
  ]);
  expect(told('days of parental leave', [term('days', 4), parental, term('leave', 5)], leave)).toEqual([]);
  expect(told('days to go', [term('days', 1), term('go', 4)], leave)).toEqual([]);
  const flight = { term: 'k12', word: 'K-12', weight: 4 };
  expect(told('leave in K-12 schools', [term('leave', 2), flight], 'Schools are K12.')).toEqual([]);
});

test('a word that was carried over from what was asked before is not told', () => {
  expect(told('the leave', [term('leave', 1), term('Corva', 4)], 'They get leave.')).toEqual([]);
});

test('an amount is told of by the word that asks for it, where none of its kind is cited', () => {
  const pump = [term('Corva', 2)];
  expect(told('How heavy is the Corva?', pump, 'The Corva grinds 9 kilos an hour.')).toEqual([]);
  expect(told('How heavy is the Corva?', pump, 'The Corva takes 33 m³ an hour.')).toEqual([
    { sentence: 'notMentioned', words: '“heavy”' },
  ]);
  expect(told('What does the Corva cost?', pump, 'The Corva is lent free of charge.')).toEqual([]);
});

test('a column of that name holds an amount, whatever unit its cells lack', () => {
  const row = '| Corva | 12 | 40 |';
  const mentions = [term('Corva', 2), term('height', 1)];
  expect(told('What is the height of the Corva?', mentions, row)).toEqual([
    { sentence: 'notMentioned', words: '“height”' },
  ]);
  const header = { kind: 'table-header' } as const;
  const names = '| Corva and others | Seats | Height |';
  expect(told('What is the height of the Corva?', mentions, names, header)).toEqual([]);
  expect(told('What is the speed of the Corva?', [term('Corva', 2)], names, header)).toEqual([
    { sentence: 'notMentioned', words: '“speed”' },
  ]);
});

test('what the name of a file says is mentioned', () => {
  const asked = [term('Corva', 3), term('price', 1)];
  const quote = 'The price is 9 euros.';
  expect(told('the price of Corva', asked, quote, { path: 'lists/corva-2025.md' })).toEqual([]);
  expect(told('the price of Corva', asked, quote, { path: 'corva/prices.md' })).toEqual([
    { sentence: 'notMentioned', words: '“Corva”' },
  ]);
});

test('a number that tells which of several is meant is told, one that counts is not', () => {
  const incidents = [term('incidents', 2)];
  const quote = 'There were 17 incidents of class 1.';
  expect(told('How many incidents of class 2 were there?', incidents, quote)).toEqual([
    { sentence: 'notMentioned', words: '“class 2”' },
  ]);
  expect(told('Were incidents reported within 2 days?', incidents, quote)).toEqual([]);
});

test('where it is asked who somebody is, it is told that no name is cited', () => {
  const officer = [term('duty', 3), term('officer', 2)];
  const quote = 'Incidents are reported to the duty officer.';
  expect(told('Who is the duty officer?', officer, quote)).toEqual([{ sentence: 'noName' }]);
  expect(told('Who is the duty officer?', officer, 'On Monday Ann Poe is the duty officer.')).toEqual([]);
  expect(told('Who calls the duty officer?', officer, quote)).toEqual([]);
});

test('in German only nouns are told of, unless the question has no capitals', () => {
  const dogs = 'Hunde sind erlaubt.';
  const kept = [term('Katze', 2), term('halten', 3)];
  const words = (asked: string) =>
    told(asked, kept, dogs, {}, 'de').map((one) => ('words' in one ? one.words : ''));
  expect(words('Darf ich eine Katze halten?')).toEqual(['“Katze”']);
  expect(words('darf ich eine katze halten')).toEqual(['“Katze halten”']);
});

test('what asks for a price, a weight or a day of birth is told of no column that gives it', () => {
  const row = { kind: 'table' } as const;
  const kiln = '| Mole | Price (EUR): 300 | Weight: 90 kg | Birthday |';
  const asked = (question: string, ...words: readonly string[]) =>
    told(question, [term('Mole', 2), ...words.map((word) => term(word, 9))], kiln, row);
  expect(asked('How much does the Mole cost?', 'cost')).toEqual([]);
  expect(asked('How heavy is the Mole?', 'heavy')).toEqual([]);
  expect(asked('When was Mole born?', 'born')).toEqual([]);
  expect(asked('How deep is the Mole?', 'deep')).toEqual([{ sentence: 'notMentioned', words: '“deep”' }]);
});

const missing = (words: string) => [{ sentence: 'notMentioned', words }];

test('a column that a cited row does not have is told however little of the question it is', () => {
  const row = { kind: 'table' } as const;
  const cells = '| Mole | 300 | oak |';
  const asked = (question: string, word: string) =>
    told(question, [term('Mole', 20), term(word, 1)], cells, row);
  expect(asked('What is the voltage of the Mole?', 'voltage')).toEqual(missing('“voltage”'));
  expect(asked("What is the Mole's voltage?", 'voltage')).toEqual(missing('“voltage”'));
  expect(asked('How much gas does the Mole use?', 'gas')).toEqual(missing('“gas”'));
  // What is done with it is said in many ways.
  expect(asked('Which wood was Mole ordered in?', 'ordered')).toEqual([]);
  // Sentences say things in other words, where rows do not.
  expect(
    told('What is the voltage of the Mole?', [term('Mole', 20), term('voltage', 1)], 'Mole runs on 230 V.'),
  ).toEqual([]);
});

test('what says which kind of thing is asked for is not told where that is there', () => {
  const row = { kind: 'table' } as const;
  const time = [term('Mole', 2), term('time', 9)];
  expect(told('What time is the Mole lit?', time, '| Mole | 9:30 PM |', row)).toEqual([]);
  expect(told('What time is the Mole lit?', time, '| Mole | oak |', row)).toEqual(missing('“time”'));
  const pay = [term('Mole', 2), term('pay', 9)];
  const prices = { ...row, headingPath: ['Prices'] };
  expect(told('How much do guests pay for the Mole?', pay, '| Mole | 6.5 |', prices)).toEqual([]);
  expect(told('How much do guests pay for the Mole?', pay, '| Mole | 6.5 |', row)).toEqual(missing('“pay”'));
});

test('a field of a form is of whom its other fields name', () => {
  const form = '| Owner | Ida Moss |\n| Chip | 00412 |\n| Colour | tabby |';
  const found = { ...chunk('form', form), title: 'Form' };
  const start = form.indexOf('| Chip');
  const citation = {
    quote: '| Chip | 00412 |',
    path: 'form.md',
    title: 'Form',
    headingPath: [],
    chunkId: found.id,
    kind: 'table',
    start,
  } as unknown as Citation;
  const terms = [term('Ida', 3), term('Moss', 3), term('chip', 1)];
  const question = {
    language: 'en',
    keywords: "Ida Moss's chip",
    terms,
    expansions: [],
  } as unknown as QuestionTrace;
  const parts = [readPart("What is Ida Moss's chip?", 'en')];
  expect(
    missingWords({ question, parts, citations: [citation], chunks: [found] }, analyser(), speaker),
  ).toEqual([]);
});

test('an amount in a unit is one in its other writings', () => {
  const asked = [term('Corva', 1), term('tonnes', 9)];
  expect(told('How many tonnes does the Corva weigh?', asked, 'The Corva weighs 12 t.')).toEqual([]);
  expect(told('How many tonnes does the Corva weigh?', asked, 'The Corva has 12 doors.')).toEqual(
    missing('“tonnes”'),
  );
});

test('the reader’s doubt is of sentences, and says nothing of rows', () => {
  const asked = [term('Corva', 5), term('ticket', 2)];
  const quote = 'Corva to Holm costs 12 euros.';
  expect(told('a day ticket for Corva', asked, quote, {}, 'en', 0.2)).toEqual(missing('“ticket”'));
  expect(told('a day ticket for Corva', asked, '| Corva | 12 |', { kind: 'table' }, 'en', 0.2)).toEqual([]);
});
