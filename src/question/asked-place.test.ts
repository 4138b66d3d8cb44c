import { expect, test } from 'vitest';
import { blank } from '../text/sentences/blank.ts';
import { askedPlace } from './asked-place.ts';

test.each([
  ['en', 'What does page 3 say about dogs?', 'page', '3', 'What does dogs?'],
  ['en', 'How often does it sail, according to page 12?', 'page', '12', 'How often does it sail, ?'],
  ['en', 'What does section 4.2 say about lime?', 'section', '4.2', 'What does 4.2 lime?'],
  ['en', 'What is covered in § 7?', 'section', '7', 'What is covered 7?'],
  ['en', 'Summarize chapter 3', 'section', '3', '3'],
  ['en', 'Which text is on slide 2?', 'page', '2', 'Which text is ?'],
  ['de', 'Was steht auf Seite 3 über Hunde?', 'page', '3', 'Was über Hunde?'],
  ['de', 'Worum geht es in Kapitel 5?', 'section', '5', 'Worum es 5?'],
  ['fr', 'Que dit la page 4 sur les chiens ?', 'page', '4', 'Que la sur les chiens ?'],
  ['fr', "Que faut-il faire d'après la section 2.1 ?", 'section', '2.1', 'Que faut-il faire 2.1 ?'],
  ['es', '¿Qué dice la página 3?', 'page', '3', '¿Qué la ?'],
  ['it', 'Cosa dice il capitolo 2?', 'section', '2', 'Cosa il 2?'],
  ['pt', 'O que está na página 8?', 'page', '8', 'O que está ?'],
  ['nl', 'Wat staat er op pagina 3?', 'page', '3', 'Wat er ?'],
  ['ru', 'Что написано на странице 3?', 'page', '3', 'Что ?'],
  ['zh', '第3页讲了什么？', 'page', '3', '什么？'],
  ['zh', '第2章的内容', 'section', '2', '2 的内容'],
  ['ja', '3ページには何がありますか', 'page', '3', 'は何がありますか'],
])('%s: %s names %s %s', (language, question, kind, number, rest) => {
  const place = askedPlace(question, language);
  expect(place).toMatchObject({ kind, number });
  expect(
    blank(question, place?.frame ?? [])
      .replace(/\s+/g, ' ')
      .trim(),
  ).toBe(rest);
});

test.each([
  ['en', 'What is section 230?'],
  ['en', 'How do I mend the error page 404?'],
  ['en', 'How many pages has the report?'],
  ['en', 'What is on the front page?'],
  ['en', 'Is it on page 3.5?'],
  ['pt', 'O que aconteceu no dia 3?'],
  ['eo', 'Kio estas sur paĝo 3?'],
])('%s: %s names no place', (language, question) => {
  expect(askedPlace(question, language)).toBeUndefined();
});
