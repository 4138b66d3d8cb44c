import { expect, test } from 'vitest';
import { analyser } from '../../text/analyser/analyser.ts';
import { SentenceVerifier } from './sentence-verifier.ts';

const analysis = analyser();
const checked = (sentence: string, sources: readonly string[], language = 'en') =>
  new SentenceVerifier(analysis, language).verify(sentence, sources);

const check = (...asked: Parameters<typeof checked>) => {
  const { verdict, missing } = checked(...asked);
  return { verdict, missing };
};

const dam =
  'The dam was built in 1931 by the Rossi company. It cost 1,250,000 dollars and never leaked. On 3 May 1934 it was opened by Anna Weber.';

test.each([
  ['It cost 1,250,000 dollars and never leaked [2].', 'verbatim', []],
  ['The dam was  built in 1931 [1][3]', 'verbatim', []],
  ['The Rossi company built the dam in 1931.', 'supported', []],
  ['It cost 1.25 million dollars.', 'supported', []],
  ['(2) The Rossi company built the dam in 1931 [1]', 'supported', []],
  ['b) The dam was built in 1931', 'verbatim', []],
  ['**Short answer:** It cost 1,250,000 dollars.', 'supported', []],
  ['- **Note**: The dam was built in 1931 [1]', 'verbatim', []],
  ['总结：The dam was built in 1931', 'verbatim', []],
  ['<p>The dam was built<br/>in <b class="x">1931</b>.</p>', 'supported', []],
  ['**Yes**, in 1931.', 'verbatim', []],
  ['Yes, the dam was built in 1931 [1]', 'supported', []],
  ['“The dam **was built in 1931** by the Rossi company.”', 'verbatim', []],
  ['As stated in [1], it never leaked.', 'supported', []],
  ['The guide says to open it in May 1934 [1]', 'supported', []],
  ['Yes [1].', 'supported', []],
  ['**No.** The Rossi company built the dam [1]', 'supported', []],
  ['No, it leaked.', 'partial', ['never']],
  ['No dam was built in 1931.', 'partial', ['No']],
  ['Herons: It cost 1,250,000 dollars.', 'partial', ['Herons']],
  ['Anna Weber opened it in May 1934.', 'supported', []],
  ['The dam was opened on 1934-05-03 by Anna Weber.', 'supported', []],
  ['The dam was built in 1932 by the Rossi company.', 'partial', ['1932']],
  ['The dam cost 1,350,000 dollars.', 'partial', ['1,350,000']],
  ['The dam was built in 1931 by the Bianchi company.', 'partial', ['Bianchi']],
  ['On 4 May 1934 it was opened by Anna Weber.', 'partial', ['4 May 1934']],
  ['The dam was not built in 1931 by the Rossi company.', 'partial', ['not']],
  ['It cost 1,250,000 dollars and leaked.', 'partial', ['never']],
  [
    'Herons nest along the northern shore in spring.',
    'unsupported',
    expect.arrayContaining(['Herons', 'shore']),
  ],
])('%s is %s', (sentence, verdict, missing) => {
  expect(check(sentence, [dam])).toEqual({ verdict, missing });
});

test.each([
  ['de', 'Die Talsperre wurde 1931 von einem Unternehmen errichtet.', 'partial', []],
  ['de', 'Die Talsperre wurde 1932 von einem Unternehmen errichtet.', 'unsupported', ['1932']],
  ['fr', 'Le barrage a été construit en 1931 par une entreprise de Milan.', 'partial', ['Milan']],
  ['zh', '大坝由一家公司于1931年建造。', 'partial', []],
  // The same language, other words.
  [
    'de',
    'Herons nest along the northern shore in spring.',
    'unsupported',
    ['Herons', 'nest', 'along', 'northern', 'shore', 'spring'],
  ],
])('a translation is told by its numbers and dates alone, %s: %s', (language, sentence, verdict, missing) => {
  expect(check(sentence, [dam], language)).toEqual({ verdict, missing });
});

test.each([
  ['ar', 'ينتج السد الكهرباء في الشتاء.', 'لا ينتج السد الكهرباء في الشتاء.', 'partial', ['لا']],
  ['de', 'Die Pumpe läuft im Winter.', 'Die Pumpe läuft im Winter nicht.', 'partial', ['nicht']],
  ['en', 'The dam is high.', 'The dam is high, but not wide. It never leaks.', 'verbatim', []],
])(
  'words whose denial was left out are not verbatim, %s: %s',
  (language, claim, source, verdict, missing) => {
    expect(check(claim, [source], language)).toEqual({ verdict, missing });
  },
);

test.each([
  ['ar', 'يبلغ ارتفاع السد ٨٤ مترا.', 'يبلغ ارتفاع السد 84 مترا.', 'verbatim', []],
  ['ar', 'يبلغ ارتفاع السد ٩٠ مترا.', 'يبلغ ارتفاع السد 84 مترا.', 'partial', ['90']],
  ['hi', 'बाँध १९३१ में बना।', 'बाँध 1932 में बना।', 'partial', ['1931']],
])('digits of other scripts count by value, %s: %s', (language, claim, source, verdict, missing) => {
  expect(check(claim, [source], language)).toEqual({ verdict, missing });
});

test.each([
  ['en', 'It has twenty-seven turbines.', 'It has 27 turbines.', []],
  ['en', 'It has twenty-one turbines.', 'It has 27 turbines.', ['twenty-one']],
  ['en', 'It cost $163M.', 'It cost 163 million dollars.', []],
  ['zh', '水库容量为4000万立方米。', '水库容量为四千万立方米。', []],
  ['zh', '造价一亿二千万元。', '造价1.2亿元，即120,000,000元。', []],
  ['zh', '造价1.2亿元。', '造价1.2万元。', ['1.2亿']],
  ['en', 'It was once a mill and has two wheels.', 'The mill has three wheels.', ['two', 'once']],
  ['ar', 'تضم المحطة أربعة توربينات.', 'تضم المحطة ثلاثة توربينات بقدرة كبيرة.', ['أربعة']],
  ['it', 'La diga ha due turbine.', 'La diga ha tre turbine.', ['due']],
  ['ru', 'На станции две турбины.', 'На станции 2 турбины.', []],
  ['en', 'It was built in 1931 by 40 men.', 'In 1931¹ it was built by 40² men.', []],
  ['en', 'It holds 10⁶ litres.', 'It holds 10⁵ litres.', ['6']],
  ['fr', 'La puissance est de 6\u202f809 MW.', 'La puissance est de 6\u00a0809 MW.', []],
  ['fr', 'La puissance est de 6\u202f809 MW.', 'La puissance est de 6.809 MW.', []],
  ['fr', 'La puissance est de 6 809 MW.', 'La puissance est de 6809 MW.', []],
  ['fr', 'La puissance est de 6 810 MW.', 'La puissance est de 6809 MW.', ['6 810']],
  ['en', 'It cost €420–440 million.', 'It cost between €420 million and €440 million.', []],
  ['en', 'Roughly 84,000 people live there.', '84,300 people live there.', []],
  ['en', '84,000 people live there.', '84,300 people live there.', ['84,000']],
  ['en', 'About 85,000 people live there.', '84,300 people live there.', ['85,000']],
  ['en', 'About 8 people live there.', '9 people live there.', ['8']],
  ['de', 'Es kostet rund 8 %.', 'Es kostet 8,3 %.', []],
  ['en', 'Step 2: Rinse the pump [1]', 'Rinse the pump twice.', []],
  ['en', 'a) rinse it; b) dry the pump [1]', 'Rinse it and dry the pump.', []],
  ['en', 'It employs 2012 people.', 'It employs 2,012 people.', []],
  ['en', 'It cost €36.4m.', 'It cost 36.4 million.', []],
  ['de', 'Es kostete 1 Milliarde Euro.', 'Es kostete 1.000.000.000 Euro.', []],
  ['en', '2️⃣ Rinse the pump [1]', 'Rinse the pump twice.', []],
])('numbers count by value however they are written, %s: %s', (language, claim, source, missing) => {
  expect(check(claim, [source], language).missing).toEqual(missing);
});

test.each([
  ['en', 'The tank is 24 m deep.', 'The tank is 24 metres deep.', []],
  ['en', 'The tank is 24 meters deep.', 'The tank is 24 m deep.', []],
  ['en', 'The tank is 24 km deep.', 'The tank is 24 metres deep.', ['km']],
  ['en', 'The tank holds 2 million m³.', 'The tank holds 2 million cubic metres.', []],
  ['en', 'It moves 240 litres per minute.', 'It moves 240 l/min.', []],
  ['en', 'It moves 240 l/min over 3km.', 'It moves 240 litres per minute over 3 kilometres.', []],
  ['de', 'Der Tank läuft 12 h.', 'Der Tank läuft 12 Stunden.', []],
  ['en', 'The plant makes 40 MW for EUR 4.', 'The plant makes 40 megawatts for 4 euros.', []],
  ['en', 'The plant makes 40 MW for EUR 4.', 'The plant makes 40 GW for 4 dollars.', ['MW', 'EUR']],
  ['en', 'It is an m.', 'It is a metre.', ['m']],
])('a unit behind a number may be its symbol or its name, %s: %s', (language, claim, source, missing) => {
  expect(check(claim, [source], language).missing).toEqual(missing);
});

const dams = {
  zh: '大坝建于1931年，高40米。发电厂有三台涡轮机。洪水期间不得关闭涡轮机。水位每天早上六点测量。',
  ja: 'ダムは1931年に建設され、高さは40メートルです。発電所には3台の水車があります。洪水時に水車を停止してはいけません。',
  th: 'เขื่อนสร้างขึ้นในปี 1931 และสูง 40 เมตร',
};

test.each([
  ['zh', '发电厂有三台涡轮机，高40米。', 'supported', []],
  ['zh', '洪水期间不能关闭涡轮机。', 'supported', []],
  ['zh', '发电厂有四台涡轮机。', 'partial', ['四']],
  ['zh', '洪水期间可以关闭涡轮机。', 'partial', ['不', '可以']],
  ['zh', '水位每天晚上八点测量，非常重要。', 'partial', expect.arrayContaining(['八'])],
  ['zh', '鱼类可以通过鱼梯洄游。', 'unsupported', ['鱼类', '通', '鱼梯洄游']],
  ['zh', '高40米[1][2]的大坝建于1931年（见[1]）。', 'supported', []],
  ['ja', 'ダムは1931年に建設されました。', 'supported', []],
  ['ja', '洪水時には水車を停止してはなりません。', 'supported', []],
  ['ja', '発電所には4台の水車があります。', 'partial', ['4']],
  ['ja', '洪水時に水車を停止してもよいです。', 'partial', ['ません', 'もよ']],
  ['ja', '魚はこのダムを通過できます。', 'partial', ['魚', '通']],
  ['th', 'เขื่อนสูง 40 เมตร', 'supported', []],
] as const)(
  'what is written without spaces is compared piece by piece, %s: %s',
  (language, claim, verdict, missing) => {
    expect(check(claim, [dams[language]], language)).toEqual({ verdict, missing });
  },
);

const pumps = '| Model | Flow |\n|---|---|\n| P-250 | 180 l/min |\n| P-300 | 260 l/min |';

test.each([
  ['The P-250 has a flow of 180 l/min.', 'supported', []],
  ['The P-250 has 180 l/min and the P-300 260 l/min.', 'supported', []],
  ['The P-250 has a flow of 260 l/min.', 'partial', ['260']],
  ['The flow is 260 l/min.', 'supported', []],
])('of a table the numbers count that stand in a row of what is named: %s', (claim, verdict, missing) => {
  expect(check(claim, [pumps])).toEqual({ verdict, missing });
});

test.each([
  ['The Hollin Dam is 40 m high.', 'The wall is 40 m high.', 'supported', []],
  ['The Hollin Dam is 40 m high.', 'The wall of Kettel is 40 m high.', 'partial', ['Hollin', 'Dam']],
  ['The Hollin Dam is 50 m high.', 'The wall is 40 m high.', 'partial', ['50']],
])('what a source is called says what it is about: %s of “%s”', (claim, source, verdict, missing) => {
  const verifier = new SentenceVerifier(analysis, 'en');
  expect(verifier.verify(claim, [source], ['Hollin Dam', 'Walls'])).toMatchObject({ verdict, missing });
});

test('words stand for others that say the same of a size or a direction', () => {
  expect(check('Sales increased in May.', ['Sales rose in May.']).verdict).toBe('supported');
  expect(check('Sales increased in May.', ['Sales fell in May.']).verdict).toBe('partial');
  expect(check('**Height:** 40 m', ['The wall is 40 m high.']).verdict).toBe('supported');
  expect(check('Rinse it with cold water.', ['Rinse it with warm water.']).verdict).toBe('partial');
});

test('figures that are there keep a claim in other words from being unsupported', () => {
  const source = 'Revenue rose by 8.3 % to 412.7 million in 2023.';
  expect(check('Sales grew 8.3 % and reached 412.7 million in 2023.', [source]).verdict).toBe('partial');
});

test.each([
  ['en', 'Swimming has not been allowed since 2004.', 'Since 2004 no swimming has been allowed.'],
  ['de', 'Laien dürfen das Gerät nicht benutzen.', 'Das Gerät darf nicht von Laien benutzt werden.'],
])('a denial may stand elsewhere in its clause, %s: %s', (language, claim, source) => {
  expect(check(claim, [source], language).missing).not.toContain('not');
  expect(check(claim, [source], language).missing).not.toContain('nicht');
  expect(check(claim, [source], language).missing).not.toContain('no');
});

test('a sentence without a source is uncited, whatever it says', () => {
  expect(check('The dam was built in 1931.', [])).toEqual({ verdict: 'uncited', missing: [] });
});

test('several sources count together', () => {
  expect(
    check('The dam and the bridge were built in 1931.', ['The dam was built in 1931.', 'The bridge too.']),
  ).toMatchObject({
    verdict: 'supported',
  });
});

test.each([
  ['de', 'Der Damm wurde nicht 1931 gebaut.', 'Der Damm wurde 1931 gebaut.', 'nicht'],
  ['es', 'La presa no se construyó en 1931.', 'La presa se construyó en 1931.', 'no'],
  ['zh', '大坝不是1931年建成的。', '大坝是1931年建成的。', '不'],
  ['bg', 'Служителите не могат да пътуват през 1931.', 'Служителите могат да пътуват през 1931.', 'не'],
  ['sr', 'Брана није грађена 1931.', 'Брана је грађена 1931.', 'није'],
  ['ar', 'لم يتم بناء السد في عام 1931.', 'تم بناء السد في عام 1931.', 'لم'],
])('a denial shows in %s', (language, sentence, source, missing) => {
  const result = check(sentence, [source], language);
  expect(result).toMatchObject({ verdict: 'partial' });
  expect(result.missing).toContain(missing);
});

test('what was checked before changes nothing', () => {
  const sentences = [
    'Anna Weber never opened it in May 1934.',
    'It cost 1,350,000 dollars.',
    'The dam was not built by Anna Weber.',
    'It cost 1.25 million dollars and leaked.',
  ];
  const sources = [[dam], ['It never leaked.', dam], ['Anna Weber did not build the dam.'], []];
  const verifier = new SentenceVerifier(analysis, 'en');
  for (const _ of ['first', 'again'])
    for (const sentence of sentences)
      for (const cited of sources) expect(verifier.verify(sentence, cited)).toEqual(checked(sentence, cited));
});

test('a part of a word is not verbatim', () => {
  expect(check('He is in', ['He is inside the house.']).verdict).not.toBe('verbatim');
});

test.each([
  ['en', 'The log does not contain addresses.', 'The log has no address.', []],
  ['en', 'Answers never wait for the log.', 'No answer waits for the log.', []],
  ['en', 'No reranker is on by default.', 'A reranker puts pages in order. None is on by default.', []],
  [
    'en',
    'If no page is relevant, it cites nothing.',
    'When nothing is relevant\n\nIf no page bears, it cites nothing: up to five.',
    [],
  ],
  ['en', 'It has been built, and is not open.', 'It was built. It has not been opened.', []],
  ['de', 'Kein Dokument wird gelöscht.', 'Die Dokumente werden nicht gelöscht.', []],
  ['fr', 'Le barrage ouvert n’est pas.', 'Le barrage ne fut jamais ouvert.', []],
  ['en', 'The log contains addresses.', 'The log has no address.', ['no']],
  ['en', 'The pump starts with power.', 'The pump does not start without power.', ['not', 'without']],
  ['en', 'The pump does not start with power.', 'The pump does not start without power.', ['without']],
  ['en', 'No dam was not built.', 'No dam was built.', ['not']],
  ['en', 'It does not leak and breaks.', 'It does not leak and never breaks.', ['never']],
  ['en', 'It leaks and does not break.', 'It does not leak and it breaks.', ['not']],
  [
    'en',
    'One part is not too long, and leaves no room.',
    'One part is too long, and leaves no room.',
    ['not'],
  ],
  ['de', 'Jedes Dokument wird gelöscht.', 'Kein Dokument wird gelöscht.', ['Kein']],
  ['fr', 'Le barrage a été ouvert.', 'Le barrage n’a pas été ouvert.', [expect.any(String)]],
])(
  'what is denied may be said in other words, and nothing else, %s: %s',
  (language, claim, source, denials) => {
    const { missing } = check(claim, [source], language);
    const isDenial = /^(?:no|not|n[’']t|none|nothing|never|without|nicht|kein|ne|n[’']|pas|jamais)$/i;
    expect(missing.filter((word) => isDenial.test(word))).toEqual(denials);
  },
);

test.each([
  ['en', 'The deposit is at most 500 euros.', 'The deposit is at least 500 euros.', ['most']],
  ['en', 'All staff get a bonus in spring.', 'Some staff get a bonus in spring.', ['All']],
  ['en', 'Staff must wear a helmet on site.', 'Staff should wear a helmet on site.', ['must']],
  [
    'en',
    'It serves over 40 homes of the town.',
    'It serves more than 40 homes of the town, with less in winter.',
    [],
  ],
  ['en', 'Each visitor gets a badge.', 'Each visitor at the desk gets a badge; some lose it.', []],
  [
    'de',
    'Die Kaution beträgt höchstens 500 Euro.',
    'Die Kaution beträgt mindestens 500 Euro.',
    ['höchstens'],
  ],
  ['fr', 'La caution est due avant la visite.', 'La caution est due après la visite.', ['avant']],
  ['es', 'La presa mide menos de 300 metros.', 'La presa mide más de 300 metros.', ['menos']],
  ['zh', '押金最多为500元。', '押金最少为500元。', ['最多']],
])(
  'an opposite in the place of a word is a fact that is missing, %s: %s',
  (language, claim, source, opposed) => {
    const { verdict, missing } = check(claim, [source], language);
    expect(verdict).toBe(opposed.length > 0 ? 'partial' : 'supported');
    for (const word of opposed) expect(missing.map((one) => one.toLowerCase())).toContain(word.toLowerCase());
  },
);

test.each([
  [
    'en',
    'The drug reduces blood pressure.',
    'Tests suggest that the drug may reduce blood pressure.',
    ['may'],
  ],
  ['en', 'The drug could reduce blood pressure.', 'The drug may reduce blood pressure.', []],
  ['en', 'Guests can use the pool.', 'Guests may use the pool.', []],
  ['en', '**Pool:** up to two guests.', 'Up to two guests may use the pool.', []],
  ['en', 'The pump starts at six.', 'The pump starts at 6. It may stop in a storm.', []],
  ['en', 'The dam opened in May 1934.', 'The dam opened in May 1934, in rain.', []],
  ['zh', '该药物降低血压。', '该药物可能降低血压。', ['可能']],
])('what a source leaves open is not said for sure, %s: %s', (language, claim, source, hedges) => {
  const { verdict, missing } = check(claim, [source], language);
  expect(['verbatim', 'supported']).toContain(hedges.length > 0 ? 'supported' : verdict);
  expect(missing.filter((word) => ['may', '可能'].includes(word))).toEqual(hedges);
});

test.each([
  ['en', 'The bridge was widened in 1932.', 'The bridge was opened in 1932 and widened in 1961.', ['1932']],
  ['en', 'The bridge was opened in 1932.', 'The bridge was opened in 1932 and widened in 1961.', []],
  ['en', 'Anna Holm leads research.', 'Anna Holm leads sales. Peter Voss leads research.', ['Anna Holm']],
  [
    'de',
    'Weißwein wird mit 16 Grad serviert.',
    'Rotwein wird mit 16 Grad serviert, Weißwein mit 9 Grad.',
    ['16'],
  ],
  ['zh', '大桥于1932年拓宽。', '大桥于1932年通车，1961年拓宽。', ['1932年']],
])('a figure belongs to what its clause says, %s: %s', (language, claim, source, missing) => {
  expect(check(claim, [source], language).missing).toEqual(missing);
});

test.each([
  ['en', 'Iron conducts heat better than copper.', 'Copper conducts heat better than iron.', 'partial'],
  ['en', 'More heat is lost by copper than by iron.', 'Copper loses more heat than iron.', 'supported'],
  ['de', 'Der Westhang ist steiler als der Osthang.', 'Der Osthang ist steiler als der Westhang.', 'partial'],
  ['zh', '西坡比东坡陡。', '东坡比西坡陡。', 'partial'],
])('what is compared keeps its side, %s: %s', (language, claim, source, verdict) => {
  expect(check(claim, [source], language).verdict).toBe(verdict);
});

test.each([
  ['en', 'Finch costs 12 euros a month.', 'It costs 12 euros a month.', ['Sparrow'], ['Finch']],
  ['en', 'Sparrow costs 12 euros a month.', 'It costs 12 euros a month.', ['Sparrow'], []],
  [
    'de',
    'Rechnungen gibt heute die Leiterin des Einkaufs frei.',
    'Rechnungen gibt heute die Leiterin der Buchhaltung frei.',
    [],
    ['Einkaufs'],
  ],
  ['zh', '发票每周由采购主管批准。', '发票每周由财务主管批准。', [], ['采购']],
] as const)(
  'a name put in the place of another is missed, %s: %s',
  (language, claim, source, called, missing) => {
    const found = new SentenceVerifier(analysis, language).verify(claim, [source], called);
    expect(found.missing).toEqual(missing);
  },
);

test.each([
  ['en', 'The document states that the bridge opened in 1998.', 'The bridge opened in 1998.', []],
  ['en', 'According to the Guest Handbook, all leave by noon.', 'All leave by noon.', []],
  ['en', 'As stated in section 4 of the manual, all leave by noon.', 'All leave by noon.', []],
  ['en', 'According to the WHO report, all leave by noon.', 'All leave by noon.', ['WHO']],
  ['en', 'According to Anna Weber, all leave by noon.', 'All leave by noon.', ['Anna', 'Weber']],
  ['en', 'The handbook states: "All leave by noon" [1].', 'All leave by noon.', []],
  ['en', 'The WHO report says, “All leave by noon.”', 'All leave by noon.', ['WHO']],
  ['de', 'Das Handbuch sagt: „Alle gehen um zwölf.“', 'Alle gehen um 12.', []],
  ['de', 'Im Handbuch heißt es: „Alle gehen um zwölf.“', 'Alle gehen um 12.', []],
  ['fr', 'Le manuel précise : « Tous partent à midi »', 'Tous partent à midi.', []],
  ['de', 'Laut der Betriebsanleitung gehen alle um zwölf.', 'Alle gehen um 12.', []],
  ['de', 'Im Dokument steht, dass alle um zwölf gehen.', 'Alle gehen um 12.', []],
  ['fr', 'Selon le manuel, tous partent à midi.', 'Tous partent à midi.', []],
  ['es', 'El documento indica que todos salen en junio.', 'Todos salen en junio.', []],
  ['it', 'Secondo il manuale, tutti partono in giugno.', 'Tutti partono in giugno.', []],
  ['it', 'Il documento precisa che tutti partono in giugno.', 'Tutti partono in giugno.', []],
  ['nl', 'Volgens de handleiding vertrekt iedereen in juni.', 'Iedereen vertrekt in juni.', []],
  ['pt', 'De acordo com o manual, todos saem em junho.', 'Todos saem em junho.', []],
  ['ru', 'Согласно руководству, все уезжают в июне.', 'Все уезжают в июне.', []],
  ['ru', 'В документе указано, что все уезжают в июне.', 'Все уезжают в июне.', []],
  ['ja', 'マニュアルによると、全員が6月に出発します。', '全員が6月に出発します。', []],
  ['zh', '根据手册，客人应在中午前退房。', '客人应在中午前退房。', []],
])(
  'where something is said to stand states nothing, unless it is called something else, %s: %s',
  (language, claim, source, missing) => {
    const verified = new SentenceVerifier(analysis, language).verify(claim, [source], ['Guest handbook']);
    expect(verified).toMatchObject({ verdict: missing.length > 0 ? 'partial' : 'supported', missing });
  },
);

const gallery = (width: string) =>
  `The gallery along the northern wall of the old mill is ${width} wide and dry.`;

test.each([
  ['30 centimetres', '30 metres', 'partial', ['centimetres']],
  ['30 metres', '30 m', 'supported', []],
  ['three weeks', '3 days', 'partial', ['weeks']],
  ['30 percent', '30 %', 'supported', []],
  ['$40', '€40', 'partial', ['$']],
  ['$40', '40 dollars', 'supported', []],
  ['40 dollars', '40 euros', 'partial', ['dollars']],
])('%s of %s is a fact', (claimed, written, verdict, missing) => {
  expect(check(gallery(claimed), [gallery(written)])).toEqual({ verdict, missing });
});

test.each([
  ['It is set by `contextWindow`.', 'Set `generator.contextWindow` to what the model reads.', []],
  ['English is read by all-MiniLM-L6-v2.', 'all-MiniLM-L6-v2 reads English.', []],
  [
    'The model all-MiniLM-L7-v2 reads English.',
    'The model all-MiniLM-L6-v2 reads English.',
    ['all-MiniLM-L7-v2'],
  ],
  ['It is version v3.', 'It is version v2 of 3.', ['v3']],
  ['It is 10 km long.', 'It is 10km long.', []],
])('a name of several parts is one word, and may stand for its last part: %s', (claim, source, missing) => {
  expect(check(claim, [source]).missing).toEqual(missing);
});

test.each([
  ['The dam was built in 1934 by the Rossi company.', true],
  ['The dam was built in 1931 by the Bianchi company.', true],
  ['The dam did not cost 1,250,000 dollars.', true],
  ['The dam, raised by Rossi in 1931, has proven reliable ever since.', false],
  ['The Rossi company built the dam in 1931.', false],
])('whether facts are missing is told apart from missing words: %s', (claim, lacksFacts) => {
  expect(checked(claim, [dam])).toMatchObject({ lacksFacts });
});

test('words that state nothing by themselves are not missed', () => {
  const claim = 'When you open it, you can see what they were built from.';
  expect(check(claim, ['Open: built from stone; see below.'])).toEqual({ verdict: 'supported', missing: [] });
});
