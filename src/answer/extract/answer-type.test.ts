import { expect, test } from 'vitest';
import { answerType } from './answer-type.ts';

test.each([
  ['en', 'How many moons does Mars have?', 'quantity'],
  ['en', 'How large can a boat on that lake be?', 'limit'],
  ['en', 'What year was it founded?', 'time'],
  ['en', 'Who built the dam?', 'person'],
  ['en', 'Who is a contributor under this licence?', undefined],
  ['en', 'Who is a member of the board?', 'person'],
  ['en', 'Which city hosted the fair?', 'place'],
  ['en', 'What was the final score of the game between the two teams?', undefined],
  ['en', 'Why is the sky blue?', undefined],
  ['de', 'Wie groß ist der See?', 'quantity'],
  ['de', 'In welchem Jahr wurde der Damm gebaut?', 'time'],
  ['de', 'Wessen Damm ist das?', 'person'],
  ['de', 'Worin unterscheiden sich Pumpen?', undefined],
  ['fr', 'Qui a construit le barrage ?', 'person'],
  ['fr', 'Quel est le barrage qui fuit, et où fuit-il quand il pleut ?', undefined],
  ['fr', 'Où se trouve le lac ?', 'place'],
  ['es', '¿Cuántas lunas tiene Marte?', 'quantity'],
  ['es', '¿En qué año se construyó?', 'time'],
  ['it', 'Dov’è il lago?', 'place'],
  ['pt', 'Quem construiu a barragem?', 'person'],
  ['nl', 'Hoeveel manen heeft Mars?', 'quantity'],
  ['ru', 'В каком году построена плотина?', 'time'],
  ['ru', 'Кто построил плотину?', 'person'],
  ['zh', '大坝是什么时候建成的？', 'time'],
  ['zh', '火星有几颗卫星？', 'quantity'],
  ['ja', 'ダムは誰が作りましたか？', 'person'],
  ['ja', 'ダムは何年に完成しましたか？', 'time'],
  ['ja', '工事は何年間続きましたか？', 'quantity'],
  ['ar', 'كم عدد أقمار المريخ؟', 'quantity'],
  ['ar', 'من بنى السد؟', 'person'],
  ['ar', 'متى تم بناء السد؟', 'time'],
  ['sw', 'Nani alijenga bwawa?', undefined],
])('in %s, %s asks for: %s', (language, question, type) => {
  expect(answerType(question, language)).toBe(type);
});
