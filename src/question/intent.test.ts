import { describe, expect, test } from 'vitest';
import {
  answerType,
  askedParts,
  asksForList,
  comparedThings,
  frameOfComparison,
  isAggregation,
} from './intent.ts';

test.each([
  ['en', 'How many moons does Mars have?', 'quantity'],
  ['en', 'What is the price of a boat?', 'quantity'],
  ['en', 'What year was it founded?', 'time'],
  ['en', 'Who built the dam?', 'person'],
  ['en', 'Who is a member of the board?', 'person'],
  ['en', 'Which city hosted the fair?', 'place'],
  ['en', 'What was the final score of the game between the two teams?', undefined],
  ['en', 'Why do people who fly see a blue sky?', 'reason'],
  ['de', 'Wieso das?', 'reason'],
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
  ['zh', '大坝为什么漏水？', 'reason'],
  ['sw', 'Nani alijenga bwawa?', undefined],
])('in %s, %s asks for: %s', (language, question, type) => {
  expect(answerType(question, language)).toBe(type);
});

test.each([
  ['en', 'How do I descale the machine?', 'steps'],
  ['en', 'What do I have to do to descale it?', 'steps'],
  ['en', 'Walk me through descaling', 'steps'],
  ['en', 'How does one descale it?', 'steps'],
  ['de', 'Was muss ich tun, um zu entkalken?', 'steps'],
  ['en', 'What exit codes are there?', 'items'],
  ['en', 'List all sensors', 'items'],
  ['en', 'Which file formats can be read?', 'items'],
  ['en', 'What is the difference between a pump and a valve?', 'comparison'],
  ['en', 'compare pumps and valves', 'comparison'],
  ['en', 'How do pumps differ from valves?', 'comparison'],
  ['en', 'Pumps vs. valves', 'comparison'],
  ['en', 'What was fixed in 4.2?', 'items'],
  ['en', 'What changed in version 2.0?', 'items'],
  ['en', 'What has changed since May?', 'items'],
  ['en', 'What speed in rain?', undefined],
  ['en', "What's new?", 'items'],
  ['en', 'What breaking changes were there?', 'items'],
  ['en', 'What is supervised learning?', undefined],
  ['en', 'How large is the difference?', undefined],
  ['en', 'How many different pumps run?', undefined],
  ['en', 'Which city hosted the fair?', undefined],
  ['de', 'Wie kann ich die Maschine entkalken?', 'steps'],
  ['de', 'Welche Ruhezeiten gibt es?', 'items'],
  ['de', 'Wie beantrage ich Urlaub?', 'steps'],
  ['de', 'Wie lange darf ich bleiben?', undefined],
  ['de', 'Was wurde behoben?', 'items'],
  ['de', 'Was hat sich in Version 2 geändert?', 'items'],
  ['fr', 'Qu’est-ce qui a changé ?', 'items'],
  ['es', '¿Qué cambió en la versión 2?', 'items'],
  ['it', 'Che cosa è cambiato?', 'items'],
  ['pt', 'O que mudou na versão 2?', 'items'],
  ['nl', 'Wat is er in versie 2 veranderd?', 'items'],
  ['ru', 'Что изменилось в версии 2?', 'items'],
  ['fr', 'Comment puis-je détartrer la machine ?', 'steps'],
  ['fr', 'Comment demander un congé ?', 'steps'],
  ['es', '¿Cómo solicito vacaciones?', 'steps'],
  ['it', 'Come richiedo le ferie?', 'steps'],
  ['it', 'Come sono le ferie?', undefined],
  ['pt', 'Como solicito férias?', 'steps'],
  ['nl', 'Hoe vraag ik verlof aan?', 'steps'],
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
  ['ru', 'Как почистить насос?', 'steps'],
  ['ru', 'Какие есть датчики?', 'items'],
  ['tlh', 'List all sensors', undefined],
])('%s, %s asks for: %s', (language, question, list) => {
  expect(asksForList(question, language)).toBe(list);
});

test.each([
  ['en', 'What are the differences between pumps and valves?', 'What are the differences between '],
  ['en', 'How do pumps differ from valves?', 'differ from'],
  ['en', 'pumps vs valves', 'vs'],
  ['en', 'How many different pumps run?', ''],
])('%s, “%s” frames what is asked with “%s”', (language, question, order) => {
  expect(frameOfComparison(question, language)).toBe(order);
});

describe('a question that asks for everything', () => {
  test.each([
    'List all chapters that mention sensors.',
    'Hello, how many documents mention the merger?',
    'Give me every invoice from May',
    'Give me a list of all invoices',
    'Summarize all contracts',
    'What are all the projects in Norway?',
    'How many documents mention the merger?',
    'How many of the contracts contain a penalty?',
    'How many annual reports discuss climate risk?',
    'How many documents are there?',
    'Which files of the archive refer to the merger?',
    'In which chapters is the stator described?',
    'How often is the merger mentioned?',
    'Liste alle Verträge auf',
    'Welche Berichte erwähnen die Fusion?',
    'In wie vielen Dokumenten wird die Fusion genannt?',
    'Wie oft wird der Direktor erwähnt?',
    'Combien de rapports parlent du climat ?',
    'Dans quels documents est-il question du climat ?',
    'Combien de fois la fusion est-elle mentionnée ?',
    '¿Cuántos documentos hablan del clima?',
    '¿En qué informes se menciona el clima?',
    'Quanti documenti parlano del clima?',
    'Quali contratti contengono una penale?',
    'Quantos documentos falam do clima?',
    'Em quais relatórios se fala do clima?',
    'Hoeveel documenten noemen de fusie?',
    'Welke rapporten gaan over het klimaat?',
    'Перечислите все договоры',
    'Сколько документов упоминают слияние?',
    'В каких отчётах говорится о слиянии?',
    'اذكر جميع العقود',
    'كم وثيقة تذكر الاندماج؟',
    'ما هي الوثائق التي تذكر الاندماج؟',
    '列出所有合同',
    '有多少份文件提到合并？',
    '哪些报告涉及气候？',
    'いくつの文書が合併に言及していますか',
    '例をすべて挙げてください',
  ])('%s', (question) => {
    expect(isAggregation(question)).toBe(true);
  });

  test.each([
    'How many people live in Lyon?',
    'How many moons does Jupiter have?',
    'How many pages does the report have?',
    'How many sections does the law contain?',
    'How many articles are in the costume collection?',
    'How many times did plague occur in Venice?',
    'How often are the filters replaced?',
    'How large was the estate in total?',
    'Which report names the director?',
    'What documents do I need for a visa?',
    'Which papers has Turing written?',
    'Who lists all houses in the register?',
    'What does all of this cost?',
    'Wie viele Menschen leben in Lyon?',
    'Wie viele Artikel hat die Sammlung?',
    'Wie oft wird der Filter gewechselt?',
    'Combien de personnes vivent à Lyon ?',
    'Combien de fois par an change-t-on le filtre ?',
    '¿Cuántas personas viven en Lyon?',
    '¿Qué documentos necesito para el visado?',
    'Quante persone vivono a Lione?',
    'Quantas pessoas vivem em Lyon?',
    'Hoeveel mensen wonen er in Lyon?',
    'Hoe vaak wordt het filter vervangen?',
    'Сколько людей живёт в Лионе?',
    'Сколько раз меняют фильтр?',
    'كم عدد سكان ليون؟',
    'كم قمرًا للمشتري؟',
    '总共有多少个国家控制着这个地区？',
    '里昂有多少人口？',
    '全部で何人ですか',
  ])('not: %s', (question) => {
    expect(isAggregation(question)).toBe(false);
  });
});

test.each([
  [
    'en',
    'How much is the deposit, and when do you open on Saturday?',
    ['How much is the deposit', 'when do you open on Saturday?'],
  ],
  [
    'en',
    'What does the K2 weigh? What does the K3 cost?',
    ['What does the K2 weigh?', 'What does the K3 cost?'],
  ],
  [
    'en',
    'What does the K2 cost, who sells it and when was it made?',
    ['What does the K2 cost', 'who sells it', 'when was it made?'],
  ],
  [
    'de',
    'Was kostet das Abo, wer verkauft es und wann wurde es eingeführt?',
    ['Was kostet das Abo', 'wer verkauft es', 'wann wurde es eingeführt?'],
  ],
  [
    'en',
    'Who called on 2 June, what was the matter, when did the call end?',
    ['Who called on 2 June', 'what was the matter', 'when did the call end?'],
  ],
  ['en', 'I am new here. How many days off do I get?', ['How many days off do I get?']],
  [
    'de',
    'Was kostet der Zoe und wann öffnet die Werkstatt?',
    ['Was kostet der Zoe', 'wann öffnet die Werkstatt?'],
  ],
  [
    'fr',
    'Combien coûte la Zoe et quand ouvre le garage ?',
    ['Combien coûte la Zoe', 'quand ouvre le garage ?'],
  ],
  [
    'es',
    '¿Cuánto cuesta el Zoe y cuándo abre el taller?',
    ['¿Cuánto cuesta el Zoe', 'cuándo abre el taller?'],
  ],
  ['zh', '押金是多少？星期六几点开门？', ['押金是多少？', '星期六几点开门？']],
])('%s: %s', (language, message, parts) => {
  expect(askedParts(message, language).map((part) => part.trim())).toEqual(parts);
});

test.each([
  'When and where was the dam built?',
  'How much and how often must I pay?',
  'Which pumps and valves are there?',
  'Who lived in France and was born in Rome?',
  'When it rains, what must be closed?',
  'What do the pump, the motor and the valve cost?',
  'the weight of the pump',
])('one thing is asked: %s', (message) => {
  expect(askedParts(message, 'en')).toEqual([message]);
});

function sides(question: string, unframed: string, language = 'en'): readonly string[] {
  return comparedThings(question, unframed, language).map((side) => side.trim());
}

test('two sides of a comparison', () => {
  expect(sides('Compare the K2 and the K3?', ' the K2 and the K3?')).toEqual(['the K2', 'the K3?']);
  expect(sides('pumps vs. valves', 'pumps vs. valves ')).toEqual(['pumps', 'valves']);
  expect(sides('比较水泵和阀门', '水泵和阀门', 'zh')).toEqual(['水泵', '阀门']);
  expect(sides('Compare the K2', ' the K2')).toEqual([]);
});

test.each([
  ['Which museum is cheaper, North or South?', 'en', ['North', 'South?']],
  ['The K2 or the K3: which is heavier?', 'en', ['The K2', 'the K3']],
  ['Was ist schwerer, die K2 oder die K3?', 'de', ['die K2', 'die K3?']],
  ['哪个更重，水泵还是阀门？', 'zh', ['水泵', '阀门？']],
  ['May I bring a dog or a cat?', 'en', []],
  ['If it rains, what is closed?', 'en', []],
])('two things of which it is asked which: %s', (question, language, things) => {
  expect(sides(question, question, language)).toEqual(things);
});
