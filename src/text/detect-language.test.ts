import { expect, test } from 'vitest';
import { detectLanguage } from './detect-language.ts';

test.each([
  ['en', 'What is the default port of the server?'],
  ['en', 'BM25'],
  ['en', ''],
  ['de', 'Wie wird der Index nach einem Absturz wiederhergestellt?'],
  ['fr', 'Quelle est la capitale de la France ?'],
  ['es', '¿Cuál es la capital de España y por qué?'],
  ['it', 'Qual è la capitale della Francia e perché non è Lione?'],
  ['pt', 'Qual é a capital do Brasil e por que não é São Paulo?'],
  ['nl', 'Wat is de hoofdstad van het land en waarom?'],
  ['pl', 'Jaka jest stolica kraju i dlaczego nie jest to Kraków?'],
  ['tr', 'Başkent nedir ve neden bu şehir?'],
  ['vi', 'Thủ đô của Việt Nam là gì và ở đâu?'],
  ['ja', '東京の人口はどのくらいですか'],
  ['zh', '北京的人口是多少'],
  ['ko', '서울의 인구는 얼마입니까'],
  ['th', 'ประชากรของกรุงเทพฯ มีเท่าไร'],
  ['ar', 'ما هي عاصمة مصر؟'],
  ['fa', 'پایتخت ایران چیست؟'],
  ['he', 'מהי בירת ישראל?'],
  ['ru', 'Какая столица России?'],
  ['uk', 'Яка столиця України?'],
  ['el', 'Ποια είναι η πρωτεύουσα;'],
  ['hi', 'भारत की राजधानी क्या है?'],
  ['zh', '如何在 PostgreSQL 中创建索引'],
  ['en', 'The word for capital in Chinese is 首都, as far as I know.'],
])('%s: %s', (language, text) => {
  expect(detectLanguage(text)).toBe(language);
});
