import { describe, expect, test } from 'vitest';
import { isAggregation } from './aggregation.ts';

describe('a question that asks for everything', () => {
  test.each([
    'List all chapters that mention sensors.',
    'How many documents mention the merger?',
    'Give me every invoice from May',
    'Liste alle Verträge auf',
    'Combien de rapports parlent du climat ?',
    '¿Cuántos documentos hablan del clima?',
    '列出所有合同',
    'Hoeveel documenten noemen de fusie?',
    'Quanti documenti parlano del clima?',
    'Quantos documentos falam do clima?',
    'Перечислите все договоры',
    'Сколько документов упоминают слияние?',
    'اذكر جميع العقود',
    'كم وثيقة تذكر الاندماج؟',
  ])('%s', (question) => {
    expect(isAggregation(question)).toBe(true);
  });

  test.each([
    'How many moons does Jupiter have?',
    'Who lists all houses in the register?',
    'What does all of this cost?',
    'Wie viele Monde hat der Jupiter?',
    'Combien de lunes a Jupiter ?',
    'Hoeveel manen heeft Jupiter?',
    'Сколько лун у Юпитера?',
    'كم قمرًا للمشتري؟',
  ])('not: %s', (question) => {
    expect(isAggregation(question)).toBe(false);
  });
});
