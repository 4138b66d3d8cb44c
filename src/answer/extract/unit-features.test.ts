import { describe, expect, test } from 'vitest';
import { hasAnswerCue } from './unit-features.ts';

describe('a cue of an answer is one that the question does not give', () => {
  test.each([
    ['en', 'quantity', 'How many of the 12 jurors agreed?', 'All but 2 of the 12 agreed.', true],
    ['en', 'quantity', 'How many of the 12 jurors agreed?', 'The 12 jurors agreed.', false],
    ['en', 'time', 'When was the 1912 tunnel closed?', 'The tunnel of 1912 was closed in 1988.', true],
    ['en', 'time', 'When was the 1912 tunnel closed?', 'The tunnel of 1912 was closed.', false],
    [
      'en',
      'person',
      'Who taught Ada Lovelace?',
      'For years Ada Lovelace was taught by Mary Somerville.',
      true,
    ],
    ['en', 'person', 'Who taught Ada Lovelace?', 'For years Ada Lovelace was taught at home.', false],
    ['en', 'quantity', 'How much was paid for the mill?', 'The mill was bought in 2016.', false],
    ['en', 'quantity', 'How much was paid for the mill?', 'In 2016 they paid 2,016 for the mill.', true],
    ['de', 'quantity', 'Wie viele Pumpen laufen?', 'Es laufen zwölf Pumpen.', true],
    ['de', 'quantity', 'Wie viele Pumpen laufen?', 'Alle Pumpen laufen.', false],
    [
      'de',
      'person',
      'Wer lehrte Ada Lovelace?',
      'Im Haus lehrte Mary Somerville die junge Ada Lovelace.',
      true,
    ],
    ['de', 'person', 'Wer lehrte Ada Lovelace?', 'Im Haus lernte Ada Lovelace das Rechnen mit Eifer.', false],
    ['fr', 'time', 'Quand le tunnel a-t-il fermé ?', 'Le tunnel a fermé un soir d’août.', true],
    ['fr', 'time', 'Quand le tunnel a-t-il fermé ?', 'Le tunnel a fermé un soir de pluie.', false],
    ['fr', 'time', 'À quelle heure ferme le bain ?', 'Le bain ferme à 18 h.', true],
    ['de', 'time', 'Wann schließt das Bad?', 'Das Bad schließt um 18 Uhr.', true],
    ['de', 'time', 'Wann schließt das Bad?', 'Das Bad hat 18 Bahnen.', false],
    ['en', 'time', 'When does the shop close?', 'It closes at 6 p.m.', true],
    ['sv', 'time', 'När stänger badet?', 'Badet stänger 18:30.', true],
    ['en', 'reason', 'Why is the pump hot?', 'The pump is hot since it runs.', true],
    ['en', 'reason', 'Why is the pump hot?', 'The pump is hot and runs.', false],
    ['en', 'reason', 'Why this pump?', 'That is why it is quiet.', false],
    ['de', 'reason', 'Warum ist die Pumpe heiß?', 'Heiß ist sie, weil sie läuft.', true],
    ['zh', 'time', '隧道什么时候关闭？', '隧道于1988年关闭。', true],
    ['zh', 'time', '1912年的隧道什么时候关闭？', '1912年的隧道关闭了。', false],
    ['zh', 'person', '谁教了她？', '玛丽·萨默维尔教了她。', true],
    ['ar', 'time', 'متى أغلق النفق؟', 'أغلق النفق في مارس.', true],
    ['sw', 'quantity', 'Kuna pampu ngapi?', 'Kuna pampu 12.', true],
  ] as const)('in %s: %s, %s %s', (language, type, question, sentence, expected) => {
    expect(hasAnswerCue(sentence, type, { question, language })).toBe(expected);
  });
});
