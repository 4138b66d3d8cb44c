import { expect, test } from 'vitest';
import { askedOfRows } from './of-rows.ts';

const bound = (relation: string, amount: string) => ({ relation, amount });

test.each([
  ['How many kilns cost more than 1,000 €?', 'en', 'kilns cost', [bound('above', '1,000 €')]],
  ['How many kilns have no more than 3 shelves?', 'en', 'kilns have shelves', [bound('atMost', '3')]],
  ['How many kilns have 3 or more shelves?', 'en', 'kilns have shelves', [bound('atLeast', '3')]],
  ['How many kilns were built before 2 May 2016?', 'en', 'kilns were built', [bound('below', '2 May 2016')]],
  ['How many lakes are deeper than 10 m?', 'en', 'lakes are', [bound('above', '10 m')]],
  ['Wie viele Öfen kosten höchstens 500 Euro?', 'de', 'Öfen kosten Euro', [bound('atMost', '500')]],
  ['¿Cuántas salas tienen más de 20 plazas?', 'es', 'salas tienen plazas', [bound('above', '20')]],
  ['有多少窑炉的价格超过1000元？', 'zh', '窑炉的价格 元', [bound('above', '1000')]],
  ['有多少窑炉的重量在20公斤以上？', 'zh', '窑炉的重量在 以上', [bound('atLeast', '20')]],
])('%s', (question, language, text, bounds) => {
  const asked = askedOfRows(question, language);
  expect(asked?.kind).toBe('number');
  expect(asked?.bounds).toMatchObject(bounds);
  if (!question.includes('公斤')) expect(asked?.text).toBe(text);
});

test.each([
  ['Which kiln is the heaviest?', 'en', 'highest', ['weight']],
  ['Who joined most recently?', 'en', 'highest', ['date']],
  ['Welcher Ofen ist am billigsten?', 'de', 'lowest', ['price']],
  ['Quel four est le moins cher ?', 'fr', 'lowest', ['price']],
  ['Qual è il forno più pesante?', 'it', 'highest', ['weight']],
  ['Wat is de goedkoopste oven?', 'nl', 'lowest', ['price']],
  ['Какая печь самая дорогая?', 'ru', 'highest', ['price']],
  ['最便宜的窑炉是哪一款？', 'zh', 'lowest', ['price']],
  ['Which hall has the most seats?', 'en', 'highest', []],
  ['What is the total weight of all kilns?', 'en', 'total', []],
])('%s asks for the %s', (question, language, kind, attributes) => {
  expect(askedOfRows(question, language)).toMatchObject({ kind, attributes });
});

test.each([
  ['Which kiln is heavier than the Mole?', 'en'],
  ['¿Qué horno pesa más que el Topo?', 'es'],
  ['What is a kiln?', 'en'],
  ['Kun jõgi on pikim?', 'et'],
])('%s asks nothing of all rows', (question, language) => {
  expect(askedOfRows(question, language)).toBeUndefined();
});
