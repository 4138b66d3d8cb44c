import { describe, expect, test } from 'vitest';
import { isAggregation } from './aggregation.ts';
import { replyToSmallTalk } from './small-talk.ts';

describe('small talk', () => {
  test.each([
    ['Hello!', 'documents'],
    ['  good   MORNING ', 'documents'],
    ['Guten Tag.', 'Dokumenten'],
    ['¡Hola!', 'documentos'],
    ['Bonjour 👋', 'documents'],
    ['ciao', 'documenti'],
    ['Obrigada!!', 'De nada'],
    ['bedankt', 'Graag'],
    ['Спасибо', 'Пожалуйста'],
    ['你好！', '文档'],
    ['ありがとうございます', 'どういたしまして'],
    ['شكرا', 'الرحب'],
    ['Thanks a lot', 'welcome'],
    ['thanks, bye', 'Goodbye'],
    ['Hallo! Guten Morgen 👋', 'Dokumenten'],
  ])('%s is answered in its language', (message, part) => {
    expect(replyToSmallTalk(message)).toContain(part);
  });

  test.each([
    'Hello, when is the rent due?',
    'hello world program in Java',
    'Thanks. And the rent?',
    'Who wrote the thank you letter?',
    'Danke für nichts, wann ist die Miete fällig?',
    '42',
    '?',
    'hi'.repeat(10_000),
  ])('%s is a question', (message) => {
    expect(replyToSmallTalk(message)).toBeUndefined();
  });
});

describe('a question that asks for everything', () => {
  test.each([
    'List all chapters that mention sensors.',
    'How many documents mention the merger?',
    'Give me every invoice from May',
    'Liste alle Verträge auf',
    'Combien de rapports parlent du climat ?',
    '¿Cuántos documentos hablan del clima?',
    '列出所有合同',
  ])('%s', (question) => {
    expect(isAggregation(question)).toBe(true);
  });

  test.each([
    'How many moons does Jupiter have?',
    'Who lists all houses in the register?',
    'What does all of this cost?',
    'Wie viele Monde hat der Jupiter?',
    'Combien de lunes a Jupiter ?',
  ])('not: %s', (question) => {
    expect(isAggregation(question)).toBe(false);
  });
});
