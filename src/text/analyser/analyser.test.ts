import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Term } from '../../contracts/analyser.ts';
import { analyser, WordTable } from './analyser.ts';
import { normalise } from './normalise.ts';

const numRuns = 500;

const lexical = analyser();

/** Numbers carry a `#`. */
function render(text: string, language: string): string {
  return lexical
    .terms(text, language)
    .map((term) => (term.isNumber ? `${term.text}#` : term.text))
    .join(' ');
}

test.each([
  ['en', 'The Databases of filings', 'databas file', 'stop words go, words are stemmed'],
  ['en', 'IS it "Such"?', '', 'stop words are known in any case'],
  ['de', 'Die Häuser', 'die haus', 'only English has stop words; stemming comes before folding'],
  ['fr', 'crème brûlée', 'crem brul', 'accents are folded after stemming'],
  ['ru', 'ёлки', 'елк', 'Cyrillic folds as well'],
  ['hi', 'लड़का लड़के लड़कों लड़कियाँ', 'लडक लडक लडक लडक', 'Hindi: endings go, nukta and candrabindu vary freely'],
  ['hi', 'में ना', 'में ना', 'of a short word nothing goes'],
  [
    'ar',
    'العيون والعيون للعيون عيون',
    'عيون عيون عيون عيون',
    'Arabic: a noun has one stem with its article and without',
  ],
  ['ar', 'الوزارة وزارة', 'وزار وزار', 'also where it begins like a conjunction'],
  ['ar', 'إدارة ادارة الأسنان أسنان', 'ادار ادار اسن اسن', 'hamza on an alif varies freely'],
  ['ar', 'ولد وال مكان', 'ولد وال مكان', 'Arabic: of a short word nothing goes'],
  [
    'fa',
    'کتاب‌ها كتابها کتاب ها',
    'كتاب ها كتابها كتاب ها',
    'Persian: the non-joiner parts, letters are those of Arabic',
  ],
  ['he', 'צה״ל צה"ל צה”ל הַסִּפְרִיָּה', 'צהל צהל צהל הספריה', 'Hebrew: marks within words and vowel signs go'],
  ['uk', 'комп’ютер', 'компютер', 'the apostrophe parts no Cyrillic word'],
  ['el', 'Δρόμος δρόμου ΔΡΟΜΟΙ δρόμων', 'δρομ δρομ δρομ δρομ', 'Greek: endings go, final sigma is a sigma'],
  ['el', 'πρόγραμμα προγράμματος προγραμμάτων', 'προγραμμ προγραμμ προγραμμ', 'so do those of nouns in -μα'],
  ['el', 'φως μια', 'φωσ μια', 'three letters stay'],
  ['vi', 'đường phố Việt', 'đường phố việt', 'Vietnamese is never folded'],
  ['tr', 'IŞIK', 'isik', 'Turkish has its own lower case'],
  ['und', 'running Häuser', 'running hauser', 'without a stemmer words stay whole'],
  ['nothing like a tag', 'running', 'running', 'any language is accepted'],

  ['en', 'revenue of 1,234.50 in 2024', 'revenu 1234.5# 2024#', 'a number is one term, in one form'],
  ['en', '1.0 10.00 007 100,200', '1# 10# 007# 100200#', 'trailing zeros go, leading ones stay'],
  ['en', '1,2,3 and 1234,567', '1# 2# 3# 1234# 567#', 'commas group by three after one to three digits'],
  ['en', '2.5mg, 3.5-inch', '2.5# mg 3.5# inch', 'a unit may touch a decimal number'],
  ['hi', '४७११ और ३.५०', '4711# और 3.5#', 'digits are those of ASCII in every script'],
  ['hi', 'कक्ष४७', 'कक्ष 47# कक्ष47', 'also within a word'],
  ['en', 'in 1990. Then', '1990#', 'a full stop is no decimal point'],
  ['en', 'the 10-K', '10# k 10k', 'a token with a digit is kept whole as well'],
  ['en', 'RULE-A002', 'rule 002# a002 rulea002', 'and the codes that it ends in'],
  ['en', 'PN-KX-204', 'pn kx 204# kx204 pnkx204', 'of several pieces too'],
  ['en', 'answer.topK', 'answer top k topk answertopk', 'and a name within'],
  ['en', '2024-01-15', '2024# 01# 15# 20240115#', 'so is a date'],
  ['en', 'v1.2.3', 'v 1# 2# 3# v123', 'and a version'],
  ['en', '6½ cups', '6# 1# 2# cup', 'a fraction does not run into the number before it'],
  ['en', 'x² ①', 'x 2# x2 1#', 'NFKC makes digits of superscripts and circled digits'],
  ['en', 'built in 1931¹', 'built 1931# 1#', 'the mark of a note does not run into the number before it'],
  ['en', '10¹² m² CO₂', '10# 12# m 2# m2 co 2# co2', 'nor does an exponent'],

  ['en', 'getHTTPResponse', 'get http respons gethttprespons', 'camelCase falls apart and is kept whole'],
  ['en', 'parseHTML5', 'pars html 5# parsehtml5', 'letters and digits fall apart'],
  ['en', 'PostgreSQL postgresql', 'postgr sql postgresql postgresql', 'so that a name is found in any case'],
  ['en', 'user_ids', 'user id userid', 'snake_case falls apart and is kept whole'],
  ['en', 'APIs and LLMs', 'api llm', 'the plural of an acronym is no hump'],
  ['en', 'c++ C# f# a+b', 'c++ c# f# b', 'names of languages keep their symbols'],
  ['en', 'c#x', 'c x', 'but nothing that goes on'],
  [
    'en',
    'U.S.A. S.L.A.M. e.g.',
    'u s usa s l m slam e g eg',
    'an abbreviation with stops is kept whole as well',
  ],
  ['en', 'state-of-the-art', 'state art', 'hyphens part words, and the parts are stopped'],
  ['en', "dog's dog’s", 'dog dog', 'the genitive goes, with either apostrophe'],
  ['en', "Paris' suburbs", 'pari suburb', 'an apostrophe at the end belongs to nothing'],
  ['en', '-- . _ ___', '', 'punctuation alone is nothing'],
  ['en', 'ﬁnance ｆｕｌｌ', 'financ full', 'ligatures and full width'],
  ['en', 'soft\u00adware zero\u200bwidth', 'softwar zerowidth', 'invisible characters are no borders'],
  ['en', '❤️ ok 👍🏽', 'ok', 'symbols are no terms'],

  ['ja', '東京タワー', '東 東京 京 京タ タ タワ ワ ワー ー', 'Han and Kana: characters and pairs'],
  ['zh', '向量2024', '向 向量 量 2024#', 'a digit ends a run'],
  ['ko', '데이터 한', '데이 이터 한', 'Hangul: pairs within a word'],
  ['th', 'ภาษาไทยง่าย', 'ภาษา ไทย ง่าย', 'Thai: words of the dictionary'],
  ['en', 'the 東京 tower', '東 東京 京 tower', 'scripts are told apart in any language'],
  ['mr', 'हिन्दी में', 'हिन्दी में', 'vowel signs hold a word together'],
  ['ar', 'الْعَرَبِيَّةُ كـــتاب', 'عرب كتاب', 'vowel signs and tatweel go'],
])('%s: %s → %s (%s)', (language, text, expected) => {
  expect(render(text, language)).toBe(expected);
});

const mixedText = fc
  .array(
    fc.oneof(
      fc.constantFrom(..."a|B|xy|The|APIs|é|ß|_|-|.|'|’|,| |\n|#|+|++|½|²".split('|')),
      fc.constantFrom(...'1|23|456|1,234|0.50|東|タ|ー|한국|ไทย|हिं|\u0301|\u20e3|👍|𠀀|\ud800'.split('|')),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

/** The scanner said once more, as one regular expression over the whole of Unicode. */
function tokensByModel(text: string): string[] {
  const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
  const word = String.raw`(?:[[\p{L}\p{M}\p{N}]--[\p{Me}${unspaced}]]|[\p{Nd}&&[${unspaced}]]|_)`;
  const number = String.raw`(?:\p{Nd}{1,3}(?:,\p{Nd}{3}(?!\p{Nd}))+(?:\.\p{Nd}+)?|\p{Nd}+\.\p{Nd}+)(?!\p{Nd}|\.${word})|\p{Nd}+(?!${word}|[\-.']${word})`;
  const languageName = String.raw`[[\p{L}\p{M}\p{N}]--[\p{Nd}\p{Me}${unspaced}]](?:#|\+\+)(?!${word})`;
  const han = String.raw`[[\p{L}\p{M}\p{N}]&&[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]]+`;
  const pattern = `${number}|${languageName}|${word}+(?:[\\-.']${word}+)*|${han}`;
  return text.match(new RegExp(pattern, 'gv')) ?? [];
}

test('finds the tokens that a regular expression finds', () => {
  fc.assert(
    fc.property(mixedText, (text) => {
      const normalised = normalise(text);
      const found = lexical.terms(text, 'und').map((term) => term.text);
      const byModel = tokensByModel(normalised).flatMap((token) =>
        lexical.terms(token, 'und').map((term) => term.text),
      );
      const spaced = /[\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
      expect(found.filter((term) => !spaced.test(term))).toEqual(
        byModel.filter((term) => !spaced.test(term)),
      );
    }),
    { numRuns },
  );
});

test('gives ASCII the same terms among other characters as alone', () => {
  const ascii = fc.string({ unit: 'binary-ascii', maxLength: 80 });
  fc.assert(
    fc.property(ascii, (text) => {
      expect(lexical.terms(`${text} é`, 'en')).toEqual([
        ...lexical.terms(text, 'en'),
        { text: 'e', isNumber: false },
      ]);
    }),
    { numRuns },
  );
});

test('remembers words without mixing them up', () => {
  fc.assert(
    fc.property(fc.array(mixedText, { maxLength: 5 }), (texts) => {
      for (const text of texts) {
        for (const language of ['en', 'de', 'vi']) {
          expect(lexical.terms(text, language)).toEqual(analyser().terms(text, language));
        }
      }
    }),
    { numRuns: Math.ceil(numRuns / 10) },
  );
});

test('numbers terms without losing any of them, each text once', () => {
  fc.assert(
    fc.property(fc.array(mixedText, { maxLength: 5 }), (texts) => {
      const known = analyser().vocabulary?.();
      const found = texts.map((text) => known?.numbers(text, 'en').slice());
      for (const [index, numbers] of found.entries()) {
        expect([...(numbers ?? [])].map((number) => known?.terms[number])).toEqual(
          lexical.terms(texts[index] as string, 'en'),
        );
      }
      expect(new Set(known?.terms.map((term) => term.text)).size).toBe(known?.terms.length);
    }),
    { numRuns: Math.ceil(numRuns / 10) },
  );
});

test('starts another vocabulary where one has grown large, with the same terms', () => {
  const large = analyser();
  const first = large.vocabulary?.();
  const made = Array.from({ length: 160_000 }, (_, index) => `q${index.toString(36)}z`).join(' ');
  first?.numbers(made, 'und');
  expect(large.vocabulary?.()).not.toBe(first);
  expect(first?.terms[0]).toEqual({ text: lexical.terms(made, 'und')[0]?.text, isNumber: false });
  expect(large.terms('running 1,000', 'en')).toEqual(lexical.terms('running 1,000', 'en'));
});

test('every term is words or digits in lower case, and numbers are marked', () => {
  fc.assert(
    fc.property(mixedText, (text) => {
      for (const term of lexical.terms(text, 'en')) {
        expect(term.text).not.toBe('');
        expect(term.text).toMatch(/^(?:[\p{L}\p{M}\p{N}]+|[\p{L}\p{M}](?:#|\+\+)|\p{N}+\.\p{N}+)$/u);
        expect(term.isNumber).toBe(/^\p{Nd}+(?:\.\p{Nd}+)?$/u.test(term.text));
      }
    }),
    { numRuns },
  );
});

test.each([
  'a',
  '1',
  '1,234',
  "a-'",
  'a_B1',
  '_',
  'c++',
  '\u0301\u0316',
  '漢字',
  '한',
  'ภาษาไทย',
  'မြန်မာ',
  '’',
  '½',
  'ﷺ',
])('takes a megabyte of nothing but %s', (unit) => {
  const text = unit.repeat(1_000_000 / unit.length);
  expect(longest(lexical.terms(text, 'en'))).toBeLessThanOrEqual(1024);
});

function longest(terms: readonly Term[]): number {
  return terms.reduce((length, term) => Math.max(length, term.text.length), 0);
}

/** The code units of a text. */
function unitsOf(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
}

function add(table: WordTable, word: string, ...terms: readonly number[]): void {
  table.add(unitsOf(word), 0, word.length, Uint32Array.from(terms));
}

const word = fc.oneof(fc.string({ maxLength: 3 }), fc.string({ unit: 'binary', maxLength: 41 }));

test('finds what a map finds, wherever the word stands in a text', () => {
  const words = fc.array(fc.record({ word, terms: fc.array(fc.nat(), { maxLength: 4 }) }), { maxLength: 60 });
  fc.assert(
    fc.property(words, fc.array(word, { maxLength: 10 }), (added, asked) => {
      const table = new WordTable();
      const model = new Map<string, readonly number[]>();
      for (const { word, terms } of added) {
        if (model.has(word) || word.length > 40) continue;
        add(table, word, ...terms);
        model.set(word, terms);
      }
      expect(table.size).toBe(model.size);
      for (const word of [...asked, ...added.map((entry) => entry.word)]) {
        const target = new Uint32Array(8);
        const count = table.read(unitsOf(`<${word}>`), 1, 1 + word.length, target, 2);
        expect(count).toBe(model.get(word)?.length ?? -1);
        expect([...target.subarray(2, 2 + Math.max(0, count))]).toEqual(model.get(word) ?? []);
      }
    }),
  );
});

test('grows to any number of words, and remembers no long ones', () => {
  const table = new WordTable();
  for (let index = 0; index < 20_000; index++) add(table, `w${index}`, index, index + 1);
  add(table, 'x'.repeat(41), 1);
  const target = new Uint32Array(2);
  const wrong = Array.from({ length: 20_000 }, (_, index) => index).filter(
    (index) =>
      table.read(unitsOf(`w${index}`), 0, `w${index}`.length, target, 0) !== 2 || target[1] !== index + 1,
  );
  expect(wrong).toEqual([]);
  expect(table.size).toBe(20_000);
});
