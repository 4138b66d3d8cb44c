import { expect, test } from 'vitest';
import { contentWords, withoutAskingPhrases, withoutQuestionWords } from './asking-words.ts';

test.each([
  ['en', 'Hello, does anyone know when the office opens? Thanks!', 'when the office opens?'],
  ['en', 'hey can i bring my dog', 'can i bring my dog'],
  ['en', 'ok what about the rent, thanks a lot', 'what about the rent'],
  ['en', 'I was told that pets are allowed. Is that true?', 'pets are allowed'],
  ['en', 'do you happen to know whether pets are allowed', 'pets are allowed'],
  ['en', 'ok and the rent', 'and the rent'],
  ['en', 'Thanks. And the rent?', 'And the rent?'],
  ['en', 'Hi 👋 is the pool open on Sundays thanks', 'is the pool open on Sundays'],
  ['en', 'I’d like to know more about parental leave', 'parental leave'],
  ['en', 'Please tell me what a stator is', 'what a stator is'],
  ['en', 'could you please tell me where the manual is', 'where the manual is'],
  ['en', 'Hi there, quick question: is there a way to reset the password?', 'reset the password?'],
  ['en', 'Looking for information on billing, please', 'billing'],
  [
    'de',
    'Guten Tag zusammen, ich würde gerne wissen, wie lange die Garantie gilt.',
    'wie lange die Garantie gilt.',
  ],
  ['de', 'Hallo zusammen, wie lange gilt die Garantie? Danke im Voraus!', 'wie lange gilt die Garantie?'],
  ['de', 'Weiß jemand, was eine Turbine ist?', 'was eine Turbine ist?'],
  ['de', '5. März 2024', '5. März 2024'],
  ['fr', 'on m’a dit que c’est gratuit, c’est vrai ?', 'c’est gratuit'],
  ['fr', 'Est-ce que vous savez par hasard quand c’est ouvert ?', 'quand c’est ouvert ?'],
  ['fr', 'Bonjour, pourriez-vous m’expliquer la garantie ?', 'la garantie ?'],
  ['fr', 'Je voudrais savoir comment annuler, s’il vous plaît', 'comment annuler'],
  ['es', '¿Me puedes decir cuánto cuesta? ¡Gracias!', 'cuánto cuesta?'],
  ['it', 'Vorrei sapere se il bar è aperto', 'il bar è aperto'],
  ['pt', 'Olá, gostaria de saber quanto custa', 'quanto custa'],
  ['nl', 'Kunt u mij vertellen wat een pomp is?', 'wat een pomp is?'],
  ['ru', 'Подскажите, пожалуйста, когда открыто?', 'когда открыто?'],
  ['zh', '你好，请问我想知道保修期多长', '保修期多长'],
  ['ru', 'Здравствуйте подскажите пожалуйста когда открыто', 'когда открыто'],
  ['zh', '你好请问我想知道保修期多长谢谢', '保修期多长'],
  ['ja', '敷金がいくらかご存知ですか？', '敷金がいくらか'],
  ['ko', '안녕하세요, 혹시 휴가가 며칠인지 아시나요? 감사합니다!', '휴가가 며칠인지'],
  ['ko', '환불 기간을 알려주세요', '환불 기간'],
  ['ko', '주차가 무료라고 들었습니다. 사실인가요?', '주차가 무료'],
  ['ja', 'こんにちは 営業時間は何時ですか。ありがとうございます', '営業時間は何時ですか。'],
  ['ar', 'أريد أن أعرف متى يفتح المكتب', 'متى يفتح المكتب'],
])('%s: what is asked in “%s”', (language, question, asked) => {
  expect(withoutAskingPhrases(question, language)).toBe(asked);
});

test.each([
  ['en', 'Hello World in Rust'],
  ['en', 'Hey Jude'],
  ['en', 'Hello in French'],
  ['en', 'How do you say thank you?'],
  ['en', 'what is good night'],
  ['en', 'And is that true?'],
  ['en', 'Is that right?'],
  ['en', 'Great Expectations'],
  ['en', 'help desk hours'],
  ['en', 'Tell me more'],
  ['en', 'Explain the tides'],
  ['en', '1.5 litres of oil'],
  ['en', 'Q1 revenue'],
  ['en', 'in the document'],
  ['en', 'According to the handbook, who is the author?'],
  ['en', 'Thanks!'],
  ['en', 'Can you tell me?'],
  ['en', 'What are thank you notes?'],
  ['de', 'Hallo'],
  ['xx', 'can you tell me where it is'],
])('%s: “%s” stays', (language, question) => {
  expect(withoutAskingPhrases(question, language)).toBe(question);
});

test('a question of nothing but such phrases is read in time linear in it', () => {
  const long = 'can you tell me please, '.repeat(20_000);
  expect(withoutAskingPhrases(long, 'en').length).toBeGreaterThan(1000);
});

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
  ['열쇠를 잃어버리면 얼마를 내야 하나요?', 'ko', ['열쇠', '잃어버리']],
  ['창고는 어디에 있어요?', 'ko', ['창고']],
  ['통금이 언제예요?', 'ko', ['통금']],
  ['Сколько стоит билет?', 'ru', ['билет']],
])('%s', (question, language, words) => {
  expect(content(question, language)).toEqual(words);
});

test('what somebody says is asked with that, and a saying is none of it', () => {
  expect(withoutQuestionWords('What did Eva say about the posters?', 'en')).toBe('Eva the posters?');
  expect(withoutQuestionWords('Who has the say over posters?', 'en')).toBe('the say over posters?');
});
