import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeCleanText, decodeText } from './decode-text.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

function utf16(text: string, order: 'le' | 'be'): Uint8Array {
  const bytes = Buffer.from(text, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
}

test.each([
  ['UTF-8', utf8('naïve 東京 😀'), 'naïve 東京 😀', 'utf-8'],
  ['UTF-8 with a mark', utf8('\ufeffabc'), 'abc', 'utf-8'],
  ['nothing', new Uint8Array(), '', 'utf-8'],
  ['UTF-16 with a mark', utf16('\ufeffnaïve 東京', 'le'), 'naïve 東京', 'utf-16le'],
  ['big-endian UTF-16 with a mark', utf16('\ufeffnaïve', 'be'), 'naïve', 'utf-16be'],
  ['UTF-16 without a mark', utf16('plain words', 'le'), 'plain words', 'utf-16le'],
  ['big-endian UTF-16 without a mark', utf16('plain words', 'be'), 'plain words', 'utf-16be'],
  ['Cyrillic UTF-16 without a mark', utf16('простые слова', 'le'), 'простые слова', 'utf-16le'],
  [
    'Chinese UTF-16 without a mark',
    utf16('水泵每六个月清洗一次，并更换滤芯。\n清洗之前请先断开电源。', 'le'),
    '水泵每六个月清洗一次，并更换滤芯。\n清洗之前请先断开电源。',
    'utf-16le',
  ],
  [
    'big-endian Japanese UTF-16 without a mark',
    utf16('ポンプは六か月ごとに洗浄し、フィルターを交換してください。\n', 'be'),
    'ポンプは六か月ごとに洗浄し、フィルターを交換してください。\n',
    'utf-16be',
  ],
  [
    'Korean UTF-16 without a mark',
    utf16('펌프는 여섯 달마다 청소하고 필터를 교체하십시오.', 'le'),
    '펌프는 여섯 달마다 청소하고 필터를 교체하십시오.',
    'utf-16le',
  ],
  ['big-endian Greek UTF-16 without a mark', utf16('απλά λόγια', 'be'), 'απλά λόγια', 'utf-16be'],
])('%s', (_, bytes, text, encoding) => {
  expect(decodeText(bytes)).toEqual({ text, encoding, warnings: [] });
});

test('a NUL in a text does not make it UTF-16', () => {
  expect(decodeText(utf8('a few words\0 and more')).encoding).toBe('utf-8');
});

test.each([
  ['5 \xa4 for the b\xbduf \xe0 la mode', '5 € for the bœuf à la mode', 'iso-8859-15'],
  ['a \x93c\xbdur\x94', 'a “c½ur”', 'windows-1252'],
  ['1\xbd caf\xe9s, \xbd a tart', '1½ cafés, ½ a tart', 'windows-1252'],
])('%j is ISO 8859-15 where it has signs of that and none of windows-1252', (bytes, text, encoding) => {
  expect(decodeText(Buffer.from(bytes, 'latin1'))).toMatchObject({ text, encoding });
});

test('UTF-8 with a broken byte keeps the rest, with a warning', () => {
  const bytes = Uint8Array.of(...utf8('Müller größer'), 0xff, ...utf8(' schön'));
  const decoded = decodeText(bytes);
  expect(decoded.text).toBe('Müller größer\ufffd schön');
  expect(decoded.warnings).toEqual(['bytes that are not valid UTF-8 were replaced by U+FFFD: 1']);
});

/** Made with iconv; a few words of each. */
const legacy: readonly (readonly [encoding: string, base64: string, text: string])[] = [
  ['shift_jis', 'lryRTyyUTpfuLI9aj4oKjbKToZG+mFksMzAsk4yLng==', '名前,年齢,住所\n佐藤太郎,30,東京'],
  ['euc-jp', 'uOPH2qTPx62kx6SipOuho8y+wbCkz6TepMDMtaSkoaM=', '吾輩は猫である。名前はまだ無い。'],
  [
    'gb18030',
    'y/nT0LXE0NK4o7zSzaW2vMrHz+DLxrXELMO/uPayu9DStcS80s2luPfT0Lj3tcSyu9DSoaM=',
    '所有的幸福家庭都是相似的,每个不幸的家庭各有各的不幸。',
  ],
  [
    'big5',
    'qdKms6q6qa+61q5hrnizo6xPrNum/Kq6LLNvrE+kQK3TtPq41aTlpfOhQw==',
    '所有的幸福家庭都是相似的,這是一個測試文件。',
  ],
  [
    'euc-kr',
    'uPC15yDH4Lq5x9EgsKHBpMC6ILytt84gtOC+0rDtLCDAzLDNwLogvcPH6MDUtM+02S4=',
    '모든 행복한 가정은 서로 닮았고, 이것은 시험입니다.',
  ],
  [
    'windows-1251',
    'wvHlIPH34PHy6+ji++Ug8eXs/Ogg7+717uboIOTw8+Mg7eAg5PDz4+Au',
    'Все счастливые семьи похожи друг на друга.',
  ],
  [
    'koi8-r',
    '99PFINPewdPUzMnX2cUg08XN2Mkg0M/Iz9bJIMTS1ccgzsEgxNLVx8Eu',
    'Все счастливые семьи похожи друг на друга.',
  ],
  [
    'windows-1250',
    'V3N6eXN0a2llIHN6Y3rqnGxpd2Ugcm9kemlueSBzuSBkbyBzaWViaWUgcG9kb2JuZSwga2G/ZGEgbmllc3pjeuqcbGl3YSByb2R6aW5hLg==',
    'Wszystkie szczęśliwe rodziny są do siebie podobne, każda nieszczęśliwa rodzina.',
  ],
  [
    'windows-1253',
    'ouvr4SDd4+Px4fbhLiDB9fT8IPTvIN3j4/Hh9u8g8OXx6ePx3Pbl6SDw/vIg7eEg8/Xt5OXo5d/05S4=',
    'Άλλα έγγραφα. Αυτό το έγγραφο περιγράφει πώς να συνδεθείτε.',
  ],
  [
    'iso-8859-7',
    'tuvr4SDd4+Px4fbhLiDB9fT8IPTvIN3j4/Hh9u8g8OXx6ePx3Pbl6SDw/vIg7eEg8/Xt5OXo5d/05S4=',
    'Άλλα έγγραφα. Αυτό το έγγραφο περιγράφει πώς να συνδεθείτε.',
  ],
  [
    'windows-1252',
    'QWxsZSBnbPxja2xpY2hlbiBGYW1pbGllbiBnbGVpY2hlbiBlaW5hbmRlcjogR3L232Ugk3rkaGx0lCwgc2No9m4u',
    'Alle glücklichen Familien gleichen einander: Größe “zählt”, schön.',
  ],
  [
    'windows-1254',
    'QnUgYmVsZ2Ugc3VudWN1bnVuIG5hc/1sIHlhcP1sYW5k/XL9bGFjYfD9bv0gYef9a2xhci4g3mlmcmUgZGXwaf50aXJtZSBp/mxlbWkgZ/x2ZW5saWRpci4=',
    'Bu belge sunucunun nasıl yapılandırılacağını açıklar. Şifre değiştirme işlemi güvenlidir.',
  ],
  [
    'windows-874',
    'u9Hqwbnp07Xpzae306TH0sHK0M3StLfYocuh4LTXzbkgtdLBIHRoZSBtYW51YWw=',
    'ปั๊มน้ำต้องทำความสะอาดทุกหกเดือน ตาม the manual',
  ],
  [
    'windows-1257',
    'U2l1cmJsaW8g/nZha+tzIGtlaehpYW1vcyBrYXMg8GXwaXMgbetuZXNpdXMu',
    'Siurblio žvakės keičiamos kas šešis mėnesius.',
  ],
  [
    'windows-1250',
    'Q3Jwa3Ug6GlzdGl0ZSBzdmFraWggmmVzdCBtamVzZWNpLCBhIHN2amXmaWNlIG1pamVuamFqdGUg6GWa5mUu',
    'Crpku čistite svakih šest mjeseci, a svjećice mijenjajte češće.',
  ],
  ['windows-1251', 'zeDx7vEg9+jx8v/y/CDq7ubtsyD4s/Hy/CDss/H/9rPiLg==', 'Насос чистять кожні шість місяців.'],
  [
    'euc-kr',
    'vPa1tSDG38fBKOXA4qnRpim0wiC/qby4ILTeuLa02SDDu7zSx8+w7Swgx8rFzbimILGzw7zHz73KvcO/wCChpCCx1yDA/L+hIMD8v/jAuyCy9L3KvcO/wKGm',
    '수도 펌프(揚水機)는 여섯 달마다 청소하고, 필터를 교체하십시오 · 그 전에 전원을 끄십시오…',
  ],
  [
    'ibm866',
    'guGlIOHnoOHiq6ii66Ug4aWs7Kggr67lrqaoIKTg46MgraAgpODjo6Au',
    'Все счастливые семьи похожи друг на друга.',
  ],
  ['windows-1255', '6fkg7PD35fog4Pog5O754OHkIOvsIPnp+eQg5+Xj+entLg==', 'יש לנקות את המשאבה כל שישה חודשים.'],
];

test.each(legacy)('words in %s are read, with a warning', (encoding, base64, text) => {
  const decoded = decodeText(Buffer.from(base64, 'base64'));
  expect(decoded).toEqual({ text, encoding, warnings: [`not valid UTF-8: read as ${encoding}`] });
});

test('ISO-2022-JP is known by its escapes, though all its bytes are ASCII, and colours of a terminal are none', () => {
  const bytes = Buffer.from('GyRCTD5BMCRPJF4kQEw1JCQhIxsoQg==', 'base64');
  expect(decodeText(bytes)).toEqual({
    text: '名前はまだ無い。',
    encoding: 'iso-2022-jp',
    warnings: ['it contains Japanese escape sequences: read as iso-2022-jp'],
  });
  expect(decodeText(bytes, 'ISO-2022-JP').warnings).toEqual([]);
  expect(decodeCleanText(bytes).text).toBe('名前はまだ無い。');
  expect(decodeText(utf8('\x1b[31m$B is empty\x1b[0m\x1b(B')).encoding).toBe('utf-8');
});

test('a language whose own letters are few among English is told by them all the same', () => {
  const english = 'The pump is to be cleaned and the filter changed as it says in the manual of the pump. ';
  const hungarian = 'A szivattyút hathavonta tisztítsa, és cserélje ki a sz\xfbr\xf5t. ';
  const common = 'Húzza ki a hálózati kábelt, és zárja el a vizet a kézi szivattyú házán. ';
  const bytes = Buffer.from(`${english.repeat(3)}${hungarian}${common.repeat(8)}`.repeat(4), 'latin1');
  expect(decodeText(bytes)).toMatchObject({
    encoding: 'windows-1250',
    text: expect.stringContaining('szűrőt'),
  });
});

test('apostrophes and dashes alone are Western Europe, not half of East Asia', () => {
  const bytes = Buffer.from(
    'It\x92s a test, don\x92t worry. We\x92re \x96 they\x92ll see \x96 fine.',
    'latin1',
  );
  expect(decodeText(bytes).encoding).toBe('windows-1252');
});

test('a declared encoding decides where the bytes fit it, and never over valid UTF-8', () => {
  const bytes = Uint8Array.of(0xe1, 0xe2, 0xf7);
  expect(decodeText(bytes, 'windows-1253')).toEqual({ text: 'αβχ', encoding: 'windows-1253', warnings: [] });
  expect(decodeText(bytes, 'no-such').encoding).toBe('windows-1252');
  expect(decodeText(Uint8Array.of(0xff, ...utf8('a')), 'utf-8').encoding).toBe('windows-1252');
  expect(decodeText(utf8('naïve'), 'windows-1253').text).toBe('naïve');
});

test('never fails, and never changes what valid UTF-8 gives', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(typeof decodeText(bytes).text).toBe('string');
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const bytes = utf8(text);
      if (!bytes.includes(0)) expect(decodeText(bytes).text).toBe(new TextDecoder().decode(bytes));
    }),
  );
});
