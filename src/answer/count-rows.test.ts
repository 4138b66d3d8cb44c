import { expect, test } from 'vitest';
import type { ParsedDocument } from '../contracts/parser.ts';
import { csvParser } from '../formats/csv-parser.ts';
import { countedThing } from '../question/intent.ts';
import type { Retrieval } from '../retrieve/retrieve.ts';
import { answerByCount, asksForNumberOfRows, countRows } from './count-rows.ts';
import { analysis, chunk, cited } from './generate/quoting.test-support.ts';
import { Speaker } from './wording/speaker.ts';

const members = [
  'id,name,town,plan,active,seats',
  ...Array.from({ length: 300 }, (_, index) => {
    const plan = ['gold', 'plus', 'basic'][index % 3];
    return `${index + 1},Name${index},${index % 5 === 0 ? 'New Haven' : 'Oban'},${plan},${index % 2 === 0 ? 'yes' : 'no'},4`;
  }),
].join('\n');

async function setting(question: string, files: Readonly<Record<string, string>>) {
  const parsed = new Map<string, ParsedDocument>();
  for (const [name, text] of Object.entries(files))
    parsed.set(name, await csvParser.parse({ path: `${name}.csv`, bytes: new TextEncoder().encode(text) }));
  const found = [...parsed].map(([name, { text }], index) =>
    cited(index + 1, chunk(name, text.slice(0, 400)), `${name}.csv`),
  );
  const retrieval = {
    question: { language: 'en', counted: countedThing(question, 'en') },
    result: { hits: found.map(({ hit }) => hit) },
    chunks: found.map(({ passage }) => passage.chunk),
  } as unknown as Retrieval;
  const sourceText = async (id: string) => parsed.get(id);
  return { retrieval, sourceText };
}

async function count(question: string, files: Readonly<Record<string, string>> = { members }) {
  const { retrieval, sourceText } = await setting(question, files);
  const counted = await countRows(retrieval, { analyser: analysis, sourceText }, {});
  return counted && [counted.counted.length, counted.table.rows.length];
}

test.each([
  ['How many members have the gold plan?', [100, 300]],
  ['How many members are there?', [300, 300]],
  ['How many people live in New Haven?', [60, 300]],
  ['how many members in new haven have the plus plan', [20, 300]],
  ['What is the number of active members?', [150, 300]],
])('%s', async (question, expected) => {
  expect(await count(question)).toEqual(expected);
});

test.each([
  'How many members do not have the gold plan?',
  'How many members cancelled the gold plan?',
  'How many members pay over 4?',
  'How many ships have the gold plan?',
  'Which members have the gold plan?',
  'How many plans are there?',
  'How many seats does Name3 have?',
])('%s is not counted by rows', async (question) => {
  expect(await count(question)).toBeUndefined();
});

test('words that no spaces part are those of cells too', async () => {
  const question = '有多少客户的套餐是黄金？';
  const { retrieval, sourceText } = await setting(question, { 客户: '编号,套餐\n1,黄金\n2,基本\n3,黄金\n' });
  const asked = {
    ...retrieval,
    question: { language: 'zh', counted: countedThing(question, 'zh') },
  } as unknown as Retrieval;
  const counted = await countRows(asked, { analyser: analysis, sourceText }, {});
  expect(counted?.counted.map(({ cells }) => cells[0])).toEqual(['1', '3']);
});

test('a table that stands in several documents is not counted in one of them', async () => {
  expect(
    await count('How many members have the gold plan?', { members, 'members-2': members }),
  ).toBeUndefined();
});

test('what one word of the question may say of two columns is not counted', async () => {
  const pairs = 'name,first,second\nAnn,red,blue\nBo,blue,red\n';
  expect(await count('How many people have red?', { people: pairs })).toBeUndefined();
  expect(await count('How many people have red as first?', { people: pairs })).toEqual([1, 2]);
});

test('the answer tells the number and quotes the first rows under their header', async () => {
  const { retrieval, sourceText } = await setting('How many members have the gold plan?', { members });
  const counted = await countRows(retrieval, { analyser: analysis, sourceText }, {});
  if (!counted) throw new Error('nothing was counted');
  const answer = answerByCount(counted, retrieval, { sourceText, speaker: new Speaker('en') }, {});
  let step = await answer.next();
  while (!step.done) step = await answer.next();
  const { text, citations, sentences } = step.value;
  expect(text.split('\n')).toEqual([
    '100 of 300 rows: plan: gold',
    '| id | name | town | plan | active | seats | [1]',
    '| 1 | Name0 | New Haven | gold | yes | 4 | [2]',
    '| 4 | Name3 | Oban | gold | no | 4 | [3]',
    '| 7 | Name6 | Oban | gold | yes | 4 | [4]',
  ]);
  expect(citations.map(({ kind }) => kind)).toEqual(['table-header', 'table', 'table', 'table']);
  expect(sentences[0]).toMatchObject({ verdict: 'supported', citations: [2, 3, 4] });
});

test('who asks for a number and gets rows is told that these are not all', () => {
  const rows = [{ kind: 'table' as const }, { kind: 'table' as const }];
  const counting = { counted: 'members pay over 4' };
  expect(asksForNumberOfRows(counting, rows)).toBe(true);
  expect(asksForNumberOfRows(counting, [{ kind: 'paragraph' }])).toBe(false);
  expect(asksForNumberOfRows({ counted: undefined }, rows)).toBe(false);
});

test.each([
  ['Wie viele Mitglieder haben den Tarif Gold?', 'de', 'Mitglieder haben den Tarif Gold'],
  ['Combien de membres sont actifs ?', 'fr', 'membres sont actifs'],
  ['¿Cuántos socios hay?', 'es', 'socios hay'],
  ['Who is Ann?', 'en', undefined],
  ['有多少客户使用黄金套餐？', 'zh', '客户使用黄金套餐'],
  ['黄金套餐的客户有多少家？', 'zh', '黄金套餐的客户'],
  ['这个套餐有多少钱？', 'zh', undefined],
  ['ゴールドプランの顧客は何人いますか？', 'ja', 'ゴールドプランの顧客は'],
  ['골드 요금제 고객은 몇 명입니까?', 'ko', '골드 요금제 고객은'],
  ['Ilu klientów ma plan złoty?', 'pl', 'klientów ma plan złoty'],
  ['Ile kosztuje plan złoty?', 'pl', undefined],
  ['Altın planında kaç müşteri var?', 'tr', 'Altın planında müşteri var'],
  ['Bu plan kaç para?', 'tr', undefined],
  ['Có bao nhiêu khách hàng dùng gói vàng?', 'vi', 'khách hàng dùng gói vàng'],
  ['गोल्ड प्लान कितने ग्राहकों के पास है?', 'hi', 'गोल्ड प्लान ग्राहकों के पास है'],
  ['มีลูกค้ากี่คนที่ใช้แพ็กเกจทอง', 'th', 'มีลูกค้า ที่ใช้แพ็กเกจทอง'],
])('%s asks for %s', (question, language, thing) => {
  expect(countedThing(question, language)).toBe(thing);
});
