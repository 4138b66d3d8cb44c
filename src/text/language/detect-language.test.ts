import { expect, test } from 'vitest';
import { detectLanguage, possibleLanguages } from './detect-language.ts';

test.each([
  ['en', 'What is the default port of the server?'],
  ['en', 'BM25'],
  ['en', ''],
  ['de', 'Wie wird der Index nach einem Absturz wiederhergestellt?'],
  ['fr', 'Quelle est la capitale de la France ?'],
  ['es', '¿Cuál es la capital de España y por qué?'],
  ['it', 'Qual è la capitale della Francia e perché non è Lione?'],
  ['pt', 'Qual é a capital do Brasil e por que não é São Paulo?'],
  ['nl', 'Wat is de hoofdstad van het land en waarom?'],
  ['pl', 'Jaka jest stolica kraju i dlaczego nie jest to Kraków?'],
  ['tr', 'Başkent nedir ve neden bu şehir?'],
  ['vi', 'Thủ đô của Việt Nam là gì và ở đâu?'],
  ['ja', '東京の人口はどのくらいですか'],
  ['zh', '北京的人口是多少'],
  ['ko', '서울의 인구는 얼마입니까'],
  ['th', 'ประชากรของกรุงเทพฯ มีเท่าไร'],
  ['ar', 'ما هي عاصمة مصر؟'],
  ['fa', 'پایتخت ایران چیست؟'],
  ['he', 'מהי בירת ישראל?'],
  ['ru', 'Какая столица России?'],
  ['uk', 'Яка столиця України?'],
  ['be', 'Калі пачынаецца працоўны дзень?'],
  ['bg', 'Коя е столицата на България и кога се чисти помпата?'],
  ['sr', 'Који је главни град Србије?'],
  ['mk', 'Која е цената и кој ќе ја плати?'],
  ['ru', 'Где подъезд и объект?'],
  ['el', 'Ποια είναι η πρωτεύουσα;'],
  ['hi', 'भारत की राजधानी क्या है?'],
  ['sv', 'Hur länge varar provanställningen?'],
  ['da', 'Hvad sker der hvis jeg ikke kan betale?'],
  ['no', 'Hva skjer hvis jeg ikke kan betale?'],
  ['fi', 'Kuinka paljon postitus maksaa?'],
  ['cs', 'Kolik stojí doprava a kdy zboží přijde?'],
  ['hu', 'Mennyi a szállítás díja és mikor érkezik?'],
  ['ro', 'Cât costă livrarea și când ajunge coletul?'],
  ['ca', 'Quants dies de vacances tinc i qui els aprova?'],
  ['eu', 'Nork onartzen ditu hegaldiak eta noiz?'],
  ['ga', 'Cé a cheadaíonn eitiltí agus cá bhfuil an fhoirm?'],
  ['sl', 'Koliko dni dopusta imam in kdo ga odobri?'],
  ['hr', 'Koliko dana godišnjeg odmora imam i tko ga odobrava?'],
  ['sk', 'Koľko dní dovolenky mám a kto ju schvaľuje?'],
  ['cs', 'Kolik dní dovolené mám a kdo ji schvaluje?'],
  ['lt', 'Kiek dienų atostogų turiu ir kas jas tvirtina?'],
  ['lv', 'Cik dienas atvaļinājuma man pienākas un kas to apstiprina?'],
  ['et', 'Mitu päeva puhkust mul on ja kes selle kinnitab?'],
  ['is', 'Hvað á ég marga orlofsdaga og hver samþykkir þá?'],
  ['id', 'Berapa hari cuti tahunan saya dan siapa yang menyetujui?'],
  ['sw', 'Nina siku ngapi za likizo na nani anaidhinisha?'],
  ['tl', 'Ilang araw ang bakasyon ko at sino ang nag-aapruba?'],
  ['sq', 'Sa ditë pushim kam dhe kush i miraton?'],
  ['bn', 'বছরে কত দিন ছুটি পাব?'],
  ['te', 'ఎన్ని రోజుల సెలవు ఉంటుంది?'],
  ['gu', 'કેટલા દિવસની રજા મળે છે?'],
  ['kn', 'ಎಷ್ಟು ದಿನಗಳ ರಜೆ ಇದೆ?'],
  ['ml', 'എത്ര ദിവസത്തെ അവധി ഉണ്ട്?'],
  ['pa', 'ਕਿੰਨੇ ਦਿਨਾਂ ਦੀ ਛੁੱਟੀ ਮਿਲਦੀ ਹੈ?'],
  ['si', 'නිවාඩු දින කීයක් තිබේද?'],
  ['ka', 'რამდენი დღე შვებულება მაქვს?'],
  ['am', 'ስንት ቀን ፈቃድ አለኝ?'],
  ['de', 'zulässiges Gewicht Handgepäck'],
  ['es', 'restablecer contraseña olvidada'],
  ['pl', 'maksymalna waga bagażu podręcznego'],
  ['tr', 'unutulan şifreyi sıfırlama'],
  ['zh', '如何在 PostgreSQL 中创建索引'],
  ['en', 'The word for capital in Chinese is 首都, as far as I know.'],
])('%s: %s', (language, text) => {
  expect(detectLanguage(text)).toBe(language);
});

const badges = Array.from(
  { length: 80 },
  (_, place) => `[badge-${place}]: https://example.com/of/the/${place}`,
);

test.each([
  ['es', `${badges.join('\n')}\n\nEl desayuno se sirve en la terraza.`, 'definitions of links'],
  ['de', '```ts\nif (this.is.not) return the.error;\n```\n\nDer Fehler wird gemeldet.', 'a block of code'],
  ['fr', '<p align="center"><img alt="the logo" src="the-logo.png"></p> La demande est déposée.', 'tags'],
  [
    'ja',
    `[設定](https://example.com/${'configuration/'.repeat(20)})を開きます。`,
    'the place that a link goes to',
  ],
  [
    'ru',
    'Перевод на [Українська](uk.md). Это быстрый инструмент, который вы знаете.',
    'the name of a language',
  ],
  ['en', 'is 2FA required', 'letters beside digits, which are none of “due ore fa”'],
  ['en', 'penguin habitat', 'an ending that is one of a language by chance'],
  ['en', 'hi', 'a greeting that is a word elsewhere'],
  ['en', 'restore backup', 'an ending of one word that two languages have in common'],
  ['en', 'language models', 'endings of two words that are those of another language as well'],
  ['en', 'published under', 'a word that is one of several languages'],
  ['en', 'MIT license', 'a name in capitals that is a word elsewhere'],
  ['en', 'name,phone\nKim,555\nDan,556\n', 'names that are words elsewhere'],
  ['en', 'item,price\ndoor,46\npod,12\nair filter,9\n', 'things that are words elsewhere'],
  ['en', 'user,mail\nbob,bob@example.com\n', 'the end of an address, which is a word elsewhere'],
  ['tr', 'Kim onayladı?', 'but a question that begins with such a name and goes on otherwise'],
  ['de', 'WAS KOSTET DAS?', 'words all of which are in capitals'],
  ['es', '¿Lee archivos XLSX?', 'marks that open a question'],
  ['en', '`the`', 'but where there is nothing else, code is what is asked about'],
])('%s: %s (%s)', (language, text) => {
  expect(detectLanguage(text)).toBe(language);
});

test.each([
  ['de', 'BM25', 'a text that says nothing is taken for what is expected'],
  ['de', 'Kündigungsfrist Mietvertrag', 'so is one that says little'],
  ['de', 'Alle Turbinen?', 'and one whose only frequent word is one of several languages'],
  ['en', 'What is the default port of the server?', 'but not one that says otherwise'],
  ['zh', '北京的人口是多少', 'nor one in another script'],
])('expecting German: %s for %s (%s)', (language, text) => {
  expect(detectLanguage(text, 'de')).toBe(language);
});

test.each([
  ['ar', 'BM25', 'what says nothing is still taken for what is expected'],
  ['fr', 'congés payés', 'what says little is not held against a language that it cannot be in'],
])('expecting Arabic: %s for %s (%s)', (language, text) => {
  expect(detectLanguage(text, 'ar')).toBe(language);
});

test.each([
  ['orari del museo', ['it', 'en', 'de'], 'one word of several languages rules none out'],
  ['Quanto costa il biglietto per i ragazzi?', ['it'], 'the words rule them out'],
  ['北京的人口是多少', ['zh'], 'so does the script'],
  ['BM25', ['en', 'de', 'it'], 'in the order in which they are expected'],
  ['prezzo annuale', ['it', 'en', 'de'], 'what says little says it of each that is expected'],
  ['performance garage', ['en', 'de', 'it'], 'nor do endings of words that languages have in common'],
  ['phone update', ['en', 'de', 'it'], 'of English as well, where they are frequent in it'],
  [
    'reportage',
    ['en', 'de', 'it'],
    'and what is expected is never left out for an ending of another language',
  ],
  ['営業時間', ['zh'], 'of two that share a script, the one that is not expected is out'],
])('of English, German, Italian and Arabic, %s may be in %j: %s', (text, languages) => {
  expect(possibleLanguages(text, ['en', 'de', 'ar', 'it'])).toEqual(languages);
});

test.each([
  ['営業時間', 'ja', 'ja', 'a few ideographs'],
  ['営業時間', 'zh', 'zh', 'the same'],
  ['月租金是多少', 'ja', 'zh', 'a verb of Chinese alone'],
  ['谁建造了水坝', 'ja', 'zh', 'a word of Chinese alone'],
  ['青山村有三百户人家，主要种植水稻和茶叶', 'ja', 'zh', 'prose without any kana'],
  ['Як встановити?', 'uk', 'uk', 'letters that Russian has as well'],
  ['Як встановити?', 'be', 'ru', 'letters that Belarusian lacks'],
  ['Дзе мая заява?', 'be', 'be', 'letters that Russian has as well'],
  ['Де мій паспорт?', 'uk', 'uk', 'a letter that Belarusian has as well'],
  ['Какие цены?', 'uk', 'ru', 'a letter of Russian alone'],
  ['Колко дни отпуск имам?', 'bg', 'bg', 'a question without a letter that only one of them has'],
  ['Какви са цените и кой ги одобрява, ако директорът отсъства?', 'ru', 'bg', 'a vowel of Bulgarian alone'],
  ['Колико дана одмора имам?', 'sr', 'sr', 'letters that Russian has as well'],
  ['Кој е директор?', 'mk', 'mk', 'letters of two of its languages'],
  ['كتاب', 'fa', 'fa', 'letters that Arabic has as well'],
  ['کتاب', 'ar', 'fa', 'a letter of Persian keyboards alone'],
])('%s where %s is expected: %s (%s)', (text, expected, language) => {
  expect(detectLanguage(text, expected)).toBe(language);
});

test.each([
  [
    'hr',
    'Hrvatska je država koja se nalazi u srednjoj Europi. Glavni grad je Zagreb. Obala je duga, a more je čisto i toplo.',
  ],
  [
    'sl',
    'Slovenija je država v srednji Evropi. Glavno mesto je Ljubljana, ki je središče države. Morje pa je čisto in toplo.',
  ],
  [
    'sk',
    'Slovensko je štát v strednej Európe. Hlavným mestom je Bratislava, ktorá leží na Dunaji. Má veľa hradov, ktoré sú známe.',
  ],
  [
    'cs',
    'Česko je stát ve střední Evropě. Hlavním městem je Praha, která leží na Vltavě. Má mnoho hradů, které jsou známé.',
  ],
  [
    'et',
    'Eesti on riik Põhja-Euroopas. Pealinn on Tallinn, mis asub mere ääres. Riigis on palju metsi ja järvi.',
  ],
])('%s is told from the languages that are like it: %s', (language, text) => {
  expect(detectLanguage(text)).toBe(language);
});

test('a text that two expected languages of one script may both be in is in either', () => {
  expect(possibleLanguages('Як встановити?', ['en', 'ru', 'uk'])).toEqual(['ru', 'uk']);
  expect(possibleLanguages('Какие цены?', ['en', 'ru', 'uk'])).toEqual(['ru']);
});

test('where no expected language is written in Latin, its text is judged by itself', () => {
  expect(possibleLanguages('What is the default port?', ['ar', 'zh'])).toEqual(['en']);
  expect(possibleLanguages('PostgreSQL', ['zh'])).toEqual(['zh']);
  expect(possibleLanguages('PostgreSQL', [])).toEqual(['en']);
});

test.each([
  'a',
  'ä',
  '的',
  'ы ',
  '🙂',
  'the ',
  '\u0301',
  '\ud800',
  '<a',
  '```\n',
  '`a',
  '\n[a]: ',
  '](',
  '<!--',
])('takes a megabyte of %j', (unit) => {
  expect(detectLanguage(unit.repeat(1_000_000 / unit.length))).toMatch(/^[a-z]{2}$/);
});
