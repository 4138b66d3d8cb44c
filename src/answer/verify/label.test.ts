import { expect, test } from 'vitest';
import { saysAbsence } from './label.ts';

test.each([
  'The documents do not say what colour the dam is.',
  'The context doesn’t specify who built it.',
  'The price is not mentioned in the provided documents.',
  'There is no information about the price in the documents.',
  'Dazu enthalten die Dokumente keine Angaben.',
  'Les documents fournis ne mentionnent pas le prix.',
  'Los documentos no mencionan el precio.',
  'De documenten vermelden geen prijs.',
  'В предоставленных документах нет информации о цене.',
  '文档中没有提到价格。',
  '資料には価格についての記載がありません。',
])('the documents hold nothing: %s', (sentence) => {
  expect(saysAbsence(sentence)).toBe(true);
});

test.each([
  'The dam does not leak.',
  'Documents do not expire.',
  'No documents were lost in the fire.',
  'Die Dokumente dürfen nicht kopiert werden.',
  'No details in the drawing are to scale.',
])('what documents say is another matter: %s', (sentence) => {
  expect(saysAbsence(sentence)).toBe(false);
});
