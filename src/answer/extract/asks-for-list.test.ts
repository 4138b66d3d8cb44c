import { expect, test } from 'vitest';
import { asksForList, frameOfList } from './asks-for-list.ts';

test.each([
  ['en', 'How do I descale the machine?', 'steps'],
  ['en', 'What exit codes are there?', 'items'],
  ['en', 'List all sensors', 'items'],
  ['en', 'Which file formats can be read?', 'items'],
  ['en', 'What is the difference between a pump and a valve?', 'comparison'],
  ['en', 'compare pumps and valves', 'comparison'],
  ['en', 'How do pumps differ from valves?', 'comparison'],
  ['en', 'How large is the difference?', undefined],
  ['en', 'How many different pumps run?', undefined],
  ['en', 'Which city hosted the fair?', undefined],
  ['de', 'Wie kann ich die Maschine entkalken?', 'steps'],
  ['de', 'Welche Ruhezeiten gibt es?', 'items'],
  ['fr', 'Comment puis-je détartrer la machine ?', 'steps'],
  ['fr', 'Quels sont les horaires ?', 'items'],
  ['de', 'Was ist der Unterschied zwischen Pumpe und Ventil?', 'comparison'],
  ['fr', 'Quelle est la différence entre une pompe et une vanne ?', 'comparison'],
  ['es', '¿Cuál es la diferencia entre la bomba y la válvula?', 'comparison'],
  ['it', 'Qual è la differenza tra la pompa e la valvola?', 'comparison'],
  ['pt', 'Qual é a diferença entre a bomba e a válvula?', 'comparison'],
  ['nl', 'Wat is het verschil tussen de pomp en het ventiel?', 'comparison'],
  ['de', 'Wie unterscheidet sich eine Pumpe von einem Ventil?', 'comparison'],
  ['fr', 'En quoi diffère une pompe d’une vanne ?', 'comparison'],
  ['es', '¿En qué se diferencian la bomba y la válvula?', 'comparison'],
  ['it', 'In che cosa differiscono la pompa e la valvola?', 'comparison'],
  ['pt', 'Em que diferem a bomba e a válvula?', 'comparison'],
  ['nl', 'Hoe verschilt een pomp van een ventiel?', 'comparison'],
  ['es', '¿Cómo puedo reservar una sala?', 'steps'],
  ['es', '¿Cuáles son los horarios?', 'items'],
  ['zh', '怎么更换滤网?', 'steps'],
  ['zh', '有哪些模式?', 'items'],
  ['ja', 'フィルターの交換方法', 'steps'],
  ['fr', 'Quelles étapes faut-il suivre ?', 'steps'],
  ['es', '¿Qué sensores hay?', 'items'],
  ['it', 'Come si può pulire la pompa?', 'steps'],
  ['ru', 'Как установить насос?', 'steps'],
  ['ru', 'Какие есть датчики?', 'items'],
  ['tlh', 'List all sensors', undefined],
])('%s, %s asks for: %s', (language, question, list) => {
  expect(asksForList(question, language)).toBe(list);
});

test.each([
  ['en', 'List all sensors', 'List all '],
  ['en', 'please give me a list of all the sensors', 'please give me a list of all the '],
  ['de', 'Nenne alle Sensoren', 'Nenne alle '],
  ['fr', 'Listez tous les capteurs', 'Listez tous les '],
  ['es', 'Enumera todos los sensores', 'Enumera todos los '],
  ['zh', '列出所有传感器', '列出所有'],
  ['en', 'What are the differences between pumps and valves?', 'What are the differences between '],
  ['en', 'How do pumps differ from valves?', 'differ from'],
  ['en', 'Listed sensors', ''],
  ['tlh', 'List all sensors', ''],
])('%s, “%s” frames what is asked with “%s”', (language, question, order) => {
  expect(frameOfList(question, language)).toBe(order);
});
