import { expect, test } from 'vitest';
import { wordings } from '../src/answer/wording/speaker.ts';
import { temporaryFolder, writeFiles } from './corpus.ts';
import { footnoteOver } from './shared-footnote.ts';

/** One document a language, the first of them in Arabic. */
const documents: Readonly<Record<string, string>> = {
  'ar.md': '# المكتبة\n\nتفتح المكتبة أبوابها من الساعة الثامنة صباحا حتى السادسة مساء، وتغلق يوم الجمعة.\n',
  'de.md': '# Kraftwerk\n\nDas Kraftwerk hat vier Turbinen. Die Turbinen werden alle acht Jahre überholt.\n',
  'en.md': '# Clinic\n\nThe clinic keeps short hours on Saturdays and is closed on Sundays.\n',
  'fr.md': '# Congés\n\nChaque salarié a droit à vingt-cinq jours de congés payés par an.\n',
  'it.md': '# Orari\n\nIl museo è aperto dal martedì alla domenica, dalle nove alle diciotto.\n',
  'zh.md': '# 水坝\n\n水坝由王大伟工程师主持建造，工程始于1958年，1964年竣工。\n',
};

const footnote = footnoteOver(documents);

test.each([
  ['Alle Turbinen?', 'de', 'a word of many languages'],
  ['congés payés', 'fr', 'letters of many languages'],
  ['orari del museo', 'it', 'a word of three languages'],
  ['clinic hours', 'en', 'nothing that shows'],
  ['museo', 'it', 'nothing that shows, and a word of one document'],
  ['水坝是谁建造的？', 'zh', 'a script of its own'],
  ['Onde fica o museu civico?', 'pt', 'a language that no document is in, where they hold few of its words'],
  ['Onde fica o MoveIt 2?', 'pt', 'or none but names and numbers'],
])('%s is in %s: %s', async (question, language) => {
  const { question: read, hits } = await footnote().search(question);
  expect(read.language).toBe(language);
  if (`${language}.md` in documents) expect(hits[0]?.path).toMatch(new RegExp(`${language}\\.md$`));
});

test('what is kept of how many documents of a language hold a word ends with a document more', async () => {
  const language = async () => (await footnote().search('biglietteria', inNew)).question.language;
  const inNew = { collection: 'new' };
  const folder = temporaryFolder();
  const { 'en.md': clinic = '', 'it.md': museum = '' } = documents;
  await footnote().ingest(
    [writeFiles(folder, { 'a.md': clinic, 'b.md': clinic.replace('short', 'long') })],
    inNew,
  );
  await footnote().ingest([writeFiles(folder, { 'it.md': museum })], inNew);
  expect(await language()).toBe('en');
  const ticketOffice = museum.replace('Il museo', 'La biglietteria');
  await footnote().ingest([writeFiles(folder, { 'it.md': ticketOffice })], inNew);
  expect(await language()).toBe('it');
});

test('a question that a document does not answer is refused in a language that the model does not know', async () => {
  const folder = temporaryFolder();
  const inBengali = { collection: 'bengali' };
  await footnote().ingest(
    [writeFiles(folder, { 'bn.md': '# ক্যান্টিন\n\nক্যান্টিন সকাল সাতটায় খোলে।\n' })],
    inBengali,
  );
  expect((await footnote().search('ক্যান্টিন কখন খোলে?', inBengali)).hits).toHaveLength(1);
  expect((await footnote().search('ফ্রান্সের রাজধানী কী?', inBengali)).hits).toEqual([]);
});

test('the documents that a caller may not see say nothing of a question’s language', async () => {
  for (const [seen, language] of [
    ['clinic hours', 'en'],
    ['Alle Turbinen?', 'de'],
  ] as const) {
    const [hit] = (await footnote().search(seen)).hits;
    const documents = [hit?.documentId ?? ''];
    const { question } = await footnote().search('museo', { documents });
    expect(question.language).toBe(language);
    const { answer } = await footnote().ask('GDPR?', { documents });
    expect(answer).toContain(wordings[language].nothingFound);
  }
});

test('a question asks in its own words, whatever language a list that shows none is taken to be in', async () => {
  const inList = { collection: 'list' };
  const list = 'Artikel,Preis\nSense,49 €\nHarke,19 €\nSpaten,39 €\n';
  await footnote().ingest([writeFiles(temporaryFolder(), { 'list.csv': list })], inList);
  const { question } = await footnote().search('Was kostet die Harke?', inList);
  expect(question.language).toBe('de');
  expect((await footnote().search('Harke Preis', inList)).hits).toHaveLength(1);
});
