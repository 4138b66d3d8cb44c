import { expect, test } from 'vitest';
import type { Coverage } from '../../contracts/generator.ts';
import { hearMessage } from '../../question/question-language.ts';
import { type LanguageSetting, replyToSmallTalk } from './replies.ts';

const covered: Coverage = {
  documents: [
    { documentId: 'a', title: 'Leave', headings: ['Paid leave', 'Holidays'], hasMoreHeadings: true },
    { documentId: 'b', title: 'Travel', headings: [], hasMoreHeadings: false },
  ],
  hasMore: true,
};

const reply = (
  question: string,
  options: { mainLanguage?: string; setting?: LanguageSetting; coverage?: Coverage } = {},
) => {
  const { mainLanguage = 'en', setting = 'question', coverage = covered } = options;
  return replyToSmallTalk(hearMessage({ question, languages: [mainLanguage] }), {
    setting,
    coverage: async () => coverage,
  });
};

test.each([
  ['Danke!', 'en', 'Gern geschehen.'],
  ['Obrigada!!', 'de', 'De nada.'],
  // Said in several languages: that of the documents, else the first.
  ['Hallo', 'nl', 'Hallo. Vraag me iets over de documenten.'],
  ['Hallo', 'en', 'Hallo. Fragen Sie mich etwas zu den Dokumenten.'],
])('%s over documents in %s', async (question, mainLanguage, text) => {
  expect(await reply(question, { mainLanguage })).toEqual({ text, topics: [] });
});

test('a language that is set is that of the reply', async () => {
  expect(await reply('Danke!', { setting: 'es' })).toMatchObject({ text: 'De nada.' });
});

test.each([
  ['hey what can you do', 'They cover: “Leave”'],
  ['What can you do?', 'They cover: “Leave” (“Paid leave”, “Holidays” and more), “Travel” and more. Ask'],
  [
    'Was kannst du?',
    'behandeln: „Leave“ („Paid leave“, „Holidays“ und weitere), „Travel“ und weitere. Fragen',
  ],
  ['有哪些文档？', '文档涉及：“Leave”（“Paid leave”、“Holidays”等）、“Travel”等。请'],
])('“%s” is told what the documents cover, and where each is named', async (question, said) => {
  const { text = '', topics = [] } = (await reply(question)) ?? {};
  expect(text).toContain(said);
  expect(topics.map(({ documentId, start, end }) => [documentId, text.slice(start, end)])).toEqual([
    ['a', expect.stringMatching(/^[“„]Leave[”“].*[)）]$/)],
    ['b', expect.stringMatching(/^[“„]Travel[”“]$/)],
  ]);
});

test('where there is nothing to tell of, and of a question, nothing is said', async () => {
  expect(await reply('Help', { coverage: { documents: [], hasMore: false } })).toBeUndefined();
  expect(await reply('When is the rent due?')).toBeUndefined();
});
