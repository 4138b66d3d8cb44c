import { expect, test } from 'vitest';
import type { ParsedDocument } from '../../contracts/parser.ts';
import { csvParser } from '../../formats/csv-parser.ts';
import { markdownParser } from '../../formats/markdown/markdown-parser.ts';
import { countedThing } from '../../question/intent.ts';
import { askedOfRows } from '../../question/of-rows.ts';
import type { Retrieval } from '../../retrieve/retrieve.ts';
import { analysis, chunk, cited } from '../generate/quoting.test-support.ts';
import { Speaker } from '../wording/speaker.ts';
import { answerByRows, asksOfAllRows, computeRows } from './answer-by-rows.ts';

const members = [
  'id,name,town,plan,active,seats',
  ...Array.from({ length: 300 }, (_, index) => {
    const plan = ['gold', 'plus', 'basic'][index % 3];
    return `${index + 1},Name${index},${index % 5 === 0 ? 'New Haven' : 'Oban'},${plan},${index % 2 === 0 ? 'yes' : 'no'},4`;
  }),
].join('\n');

async function setting(question: string, files: Readonly<Record<string, string>>, language = 'en') {
  const parsed = new Map<string, ParsedDocument>();
  for (const [name, text] of Object.entries(files))
    parsed.set(name, await csvParser.parse({ path: `${name}.csv`, bytes: new TextEncoder().encode(text) }));
  const found = [...parsed].map(([name, { text }], index) =>
    cited(index + 1, chunk(name, text.slice(0, 400)), `${name}.csv`),
  );
  const retrieval = {
    question: { language, text: question, ofRows: askedOfRows(question, language) },
    result: { hits: found.map(({ hit }) => hit), dropped: [] },
    chunks: found.map(({ passage }) => passage.chunk),
  } as unknown as Retrieval;
  const sourceText = async (id: string) => parsed.get(id);
  const places = async (id: string) => parsed.get(id)?.places ?? [];
  return { retrieval, sourceText, places };
}

async function count(question: string, files: Readonly<Record<string, string>> = { members }) {
  const { retrieval, sourceText } = await setting(question, files);
  const counted = await computeRows(retrieval, { analyser: analysis, sourceText }, {});
  return counted && [counted.rows.length, counted.table.rows.length];
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
  'How many ships have the gold plan?',
  'Which members have the gold plan?',
  'How many plans are there?',
  'How many seats does Name3 have?',
])('%s is not counted by rows', async (question) => {
  expect(await count(question)).toBeUndefined();
});

test('rows are counted as what a value says they are, in whatever form of the word', async () => {
  const stock = 'Tag,Kind,State\nA1,Router,broken\nA2,Printer,in use\nA3,Router,in use\n';
  expect(await count('How many routers are there?', { stock })).toEqual([2, 3]);
  expect(await count('How many printers are broken?', { stock })).toEqual([0, 3]);
  expect(await count('How many routers were sold?', { stock })).toBeUndefined();
  const kinds = 'Tag,Router,State\nA1,router,broken\n';
  expect(await count('How many routers are there?', { stock, kinds })).toBeUndefined();
});

/** What comes of a question over one table: how many rows, of how many, what was compared, and the first of them. */
async function computed(question: string, file: string, text: string, language = 'en') {
  const { retrieval, sourceText } = await setting(question, { [file]: text }, language);
  const found = await computeRows(retrieval, { analyser: analysis, sourceText }, {});
  return found && [found.kind, found.rows[0]?.cells[0], found.compared?.value ?? found.rows.length];
}

const kilns = [
  'Kiln,Volume (l),Price,Built,Fuel',
  'Mole,45,"1,250.00 €",2016-05-02,gas',
  'Shrew,9.5,980.50 €,2021-11-30,electric',
  'Vole,120,"2,400.00 €",2009-02-14,gas',
  'Total,174.5,"4,630.50 €",,',
].join('\n');

test.each([
  ['Which kiln is the most expensive?', ['highest', 'Vole', '2,400.00 €']],
  ['What is the cheapest gas kiln?', ['lowest', 'Mole', '1,250.00 €']],
  ['Which kiln has the largest volume?', ['highest', 'Vole', '120']],
  ['What is the newest kiln?', ['highest', 'Shrew', '2021-11-30']],
  ['Which oven is the oldest?', ['lowest', 'Vole', '2009-02-14']],
  ['How many kilns cost more than 1000?', ['number', 'Mole', 2]],
  ['How many kilns have at least 45 l of volume?', ['number', 'Mole', 2]],
  ['How many kilns were built before 2017?', ['number', 'Mole', 2]],
  ['How many gas kilns were built in 2016?', ['number', 'Mole', 1]],
  ['What is the total price of all gas kilns?', ['total', 'Mole', '3650.00 €']],
])('of all rows: %s', async (question, expected) => {
  expect(await computed(question, 'kilns', kilns)).toEqual(expected);
});

test.each([
  // None is heavy, none is in kilograms, and one kiln is compared with another.
  'Which kiln is the heaviest?',
  'How many kilns have more than 45 kg?',
  'Which kiln is more expensive than the Mole?',
  'What are the two cheapest kilns?',
  'How many kilns were sold before 2017?',
])('not told by all rows: %s', async (question) => {
  expect(await computed(question, 'kilns', kilns)).toBeUndefined();
});

const orders = 'Order,Customer,Amount\n1,Helio,50\n2,Nova,70\n3,Helio,40\n4,Helio,30\n';
const works = 'Kiln,Year,Volume,Fuel\nA,2009,45,gas\nB,2012,60,oil\nC,2016,90,gas\nD,2021,120,wood\n';

test.each([
  // The number of an order is no amount, and the most orders are counted by customer.
  ['Which customer has the most orders?', orders],
  ['Who has the most orders?', orders],
  ['Which customer has the fewest orders?', orders],
  ['What is the most expensive order?', orders],
  ['How many customers have orders of more than 35?', orders],
  ['Which customer has the largest total?', orders],
  // Two ends of a range, and either of two columns.
  ['How many kilns have a volume from 45 to 120?', works],
  ['How many kilns have a volume of 45 to 120?', works],
  ['How many kilns were built from 2009 to 2016?', works],
  ['How many kilns use gas or have a volume of more than 100?', works],
  ['How many kilns have a volume above 50 ml?', works],
  // A row that adds up others between them, and one that may.
  ['What is the total volume?', 'Kiln,Volume\nA,45\nSubtotal,45\nB,60\n'],
  ['What is the highest volume?', 'Kiln,Volume\nA,45\nB,60\nTotal 2024,500\n'],
])('a wrong number is worse than none: %s', async (question, text) => {
  expect(await computed(question, 'list', text)).toBeUndefined();
});

test.each([
  ['Kiln,Volume\nA,45\nB,60\nSumme,105\n', 60],
  ['Kiln,Volume\nA,45\nB,60\nTotal kilns,105\n', 60],
  ['Kiln,Volume\nA,45\nB,60\n,105\n', 60],
  ['Kiln,Volume\nA,45\nB,60\n', 60],
])('a row that adds up the others is none of them: %j', async (text, most) => {
  expect(await computed('What is the highest volume?', 'kilns', text)).toMatchObject([
    'highest',
    'B',
    `${most}`,
  ]);
  expect((await computed('What is the total volume?', 'kilns', text))?.[2]).toBe('105');
});

test('tables of one header are told apart by what stands above them, where that is asked for', async () => {
  const text = ['# Oban', 'Kiln\tVolume', 'A\t45', 'B\t60', '# Wick', 'Kiln\tVolume', 'C\t10', 'D\t20'];
  const markdown = text
    .map((line) => (line.includes('\t') ? `| ${line.replace('\t', ' | ')} |` : `\n${line}\n`))
    .map((line) => (line.includes('Kiln') ? `${line}\n|---|---|` : line))
    .join('\n');
  const parsed = await markdownParser.parse({ path: 'kilns.md', bytes: new TextEncoder().encode(markdown) });
  const ask = async (question: string) => {
    const { retrieval } = await setting(question, { kilns });
    const found = await computeRows(retrieval, { analyser: analysis, sourceText: async () => parsed }, {});
    return found?.compared?.value;
  };
  expect(await ask('What is the total volume in Wick?')).toBe('30');
  expect(await ask('What is the total volume?')).toBe('135');
});

test('the latest of one day is told by its time, and very many rows are looked through', async () => {
  const times = 'Event,Date\nA,2025-01-01 08:00\nB,2025-01-01 17:00\n';
  expect(await computed('What is the latest event?', 'events', times)).toEqual([
    'highest',
    'B',
    '2025-01-01 17:00',
  ]);
  const many = `Run,Volume\n${Array.from({ length: 150_000 }, (_, row) => `R${row}x,${3 * row}`).join('\n')}`;
  expect(await computed('What is the highest volume?', 'runs', many)).toEqual([
    'highest',
    'R149999x',
    '449997',
  ]);
});

test('what a column gives the number of is not counted by its rows', async () => {
  const store = ['Shelf,Article,Pieces', 'A,Lamp,4', 'B,Lamp,9', 'B,Rug,2'].join('\n');
  expect(await count('How many lamps are on shelf B?', { store })).toBeUndefined();
  expect(
    await count('How many lamps are in town B?', {
      lamps: store.replace('Pieces', 'Watts').replace('Shelf', 'Town'),
    }),
  ).toEqual([1, 3]);
});

test('the thing that a table does not name is told', async () => {
  const { retrieval, sourceText } = await setting('Which oven is the oldest?', { kilns });
  const found = await computeRows(retrieval, { analyser: analysis, sourceText }, {});
  expect(found?.unknown).toEqual(['oven']);
});

test.each([
  [
    'Welcher Ofen ist am teuersten?',
    'de',
    'Ofen;Preis\nMaulwurf;1.250,00 €\nSpitzmaus;980,50 €\n',
    'Maulwurf',
  ],
  ['¿Cuál es el horno más barato?', 'es', 'Horno;Precio\nTopo;1250 €\nMusaraña;980 €\n', 'Musaraña'],
  ['Quel four est le plus lourd ?', 'fr', 'Four;Poids\nTaupe;45 kg\nMulot;9,5 kg\n', 'Taupe'],
  ['哪款窑炉最贵？', 'zh', '型号,价格\n鼹鼠窑炉,1250\n田鼠窑炉,980\n', '鼹鼠窑炉'],
  ['有多少窑炉的价格超过1000元？', 'zh', '型号,价格\n鼹鼠窑炉,1250\n田鼠窑炉,980\n', '鼹鼠窑炉'],
])('in other languages: %s', async (question, language, text, first) => {
  const found = await computed(question, 'list', text, language);
  expect(found?.[1]).toBe(first);
});

test('words that no spaces part are those of cells too', async () => {
  const question = '有多少客户的套餐是黄金？';
  expect(await computed(question, '客户', '编号,套餐\n1,黄金\n2,基本\n3,黄金\n', 'zh')).toEqual([
    'number',
    '1',
    2,
  ]);
});

test('a table that was not found near enough is read where it explains all of a question', async () => {
  const { retrieval, sourceText } = await setting('How many kilns cost more than 1000?', { kilns });
  const [hit] = retrieval.result.hits;
  if (!hit) throw new Error('nothing was found');
  const left = { ...hit, explain: { ...hit.explain, droppedBy: 'threshold' as const } };
  const dropped = { ...retrieval, result: { ...retrieval.result, hits: [], dropped: [left] }, chunks: [] };
  const found = await computeRows(dropped, { analyser: analysis, sourceText }, {});
  expect(found?.rows.length).toBe(2);
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

/** What is answered of all rows. */
async function answerTo(question: string, files: Readonly<Record<string, string>>) {
  const { retrieval, sourceText, places } = await setting(question, files);
  const found = await computeRows(retrieval, { analyser: analysis, sourceText }, {});
  if (!found) throw new Error('nothing was found');
  const answer = answerByRows(found, retrieval, { sourceText, places, speaker: new Speaker('en') }, {});
  let step = await answer.next();
  while (!step.done) step = await answer.next();
  return step.value;
}

test('the answer tells the number and quotes the first rows under their header', async () => {
  const { text, citations, sentences } = await answerTo('How many members have the gold plan?', { members });
  expect(text.split('\n')).toEqual([
    '100 of 300 rows: plan: gold',
    '| id | name | town | plan | active | seats | [1]',
    '| 1 | Name0 | New Haven | gold | yes | 4 | [2]',
    '| 4 | Name3 | Oban | gold | no | 4 | [3]',
    '| 7 | Name6 | Oban | gold | yes | 4 | [4]',
  ]);
  expect(citations.map(({ kind }) => kind)).toEqual(['table-header', 'table', 'table', 'table']);
  expect(citations.map(({ place }) => place && 'cells' in place && place.cells)).toEqual([
    'A1:F1',
    'A2:F2',
    'A5:F5',
    'A8:F8',
  ]);
  expect(sentences[0]).toMatchObject({ verdict: 'supported', citations: [2, 3, 4] });
});

test('of rows with many cells the answer has the first, which the citation has whole', async () => {
  const probes = Array.from({ length: 30 }, (_, place) => `Probe ${place}`);
  const buoys = ['Buoy', 'Ketch', 'Yawl'].map((name, row) =>
    [name, ...probes.map((probe) => (row === 0 ? probe : `${row}`))].join(','),
  );
  const { text, citations } = await answerTo('How many buoys are there?', { buoys: buoys.join('\n') });
  expect(text.split('\n')).toEqual(['2 of 2 rows: buoys', 'Ketch [1][2]', 'Yawl [3][2]']);
  expect(citations[0]?.quote).toMatch(/^\| Ketch (\| 1 ){30}\|$/);
});

test('the row that has the most is named with what it has', async () => {
  const { text, citations } = await answerTo('Which kiln is the most expensive?', { kilns });
  expect(text.split('\n')).toEqual([
    'Highest Price of 3 rows: 2,400.00 €',
    'Vole, Price: 2,400.00 €; Volume (l): 120; Built: 2009-02-14; Fuel: gas [1][2]',
  ]);
  expect(citations.map(({ quote }) => quote.split(' | ')[0])).toEqual(['| Vole', '| Kiln']);
  expect(citations.map(({ place }) => place)).toMatchObject([
    { sheet: 'kilns', cells: 'A4:E4' },
    { sheet: 'kilns', cells: 'A1:E1' },
  ]);
});

test('who asks something of all rows and gets some is told that these are not all', () => {
  const rows = [{ kind: 'table' as const }, { kind: 'table' as const }];
  const counting = { ofRows: askedOfRows('How many members pay over 4?', 'en') };
  expect(asksOfAllRows(counting, rows)).toBe(true);
  expect(asksOfAllRows(counting, [{ kind: 'paragraph' }])).toBe(false);
  expect(asksOfAllRows({ ofRows: undefined }, rows)).toBe(false);
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
