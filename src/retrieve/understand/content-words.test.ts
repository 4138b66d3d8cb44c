import { expect, test } from 'vitest';
import { contentWords } from './content-words.ts';
import { withoutQuestionWords } from './without-question-words.ts';

function content(question: string, language: string): string[] {
  return (
    contentWords(withoutQuestionWords(question, language), question, language).match(
      /[\p{L}\p{M}\p{N}]+/gu,
    ) ?? []
  );
}

test.each([
  ['Wie hoch ist die Kaution?', 'de', ['Kaution']],
  ['Wie alt dürfen Kinder sein?', 'de', ['Kinder']],
  ['Hoe laat gaat het bad open?', 'nl', ['gaat', 'bad']],
  ['Hur långt är spåret?', 'sv', ['spåret']],
  ['Hvor høyt er tårnet?', 'no', ['tårnet']],
  ['Hvor dybt er bassinet?', 'da', ['bassinet']],
  ['Wann ist die hohe See ruhig?', 'de', ['hohe', 'See', 'ruhig']],
  ['Ist es hoch?', 'de', ['hoch']],
  ['How long must a password be?', 'en', ['password']],
  ['How to make long wings', 'en', ['make', 'long', 'wings']],
  ['Quel est le taux d’intérêt de la banque ?', 'fr', ['taux', 'intérêt', 'banque']],
  ["Quanto costa l'abbonamento dell'anno?", 'it', ['abbonamento', 'anno']],
  ["Who is O'Brien?", 'en', ['O', 'Brien']],
  ['¿A qué hora es el desayuno?', 'es', ['desayuno']],
  ['Wie alt?', 'de', ['alt']],
  ['Was hat der Zahnarzt gekostet?', 'de', ['Zahnarzt']],
  ['Was kostet es?', 'de', ['kostet']],
  ['住宿费每晚最多多少钱？', 'zh', ['住宿', '费', '每晚']],
  ['ค่าเช่าเท่าไหร่', 'th', ['เช่า']],
  ['phi thanh vien bao nhieu', 'vi', ['thanh', 'vien']],
  ['열쇠를 잃어버리면 얼마를 내야 하나요?', 'ko', ['열쇠', '잃어버리면']],
  ['Сколько стоит билет?', 'ru', ['билет']],
])('%s', (question, language, words) => {
  expect(content(question, language)).toEqual(words);
});
