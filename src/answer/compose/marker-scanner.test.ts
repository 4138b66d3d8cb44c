import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Chunk, chunkId } from '../../contracts/chunk.ts';
import type { Hit } from '../../retrieve/hit.ts';
import type { CitedPassage } from './cite.ts';
import {
  citationMarkers,
  type MarkerFormat,
  MarkerScanner,
  numberMarkers,
  type TextPiece,
  titleMarkers,
} from './markers.ts';

function passage(number: number, title: string, ...headingPath: string[]): CitedPassage {
  const place = { documentId: title, start: 0, end: 1, content: 'a', title, headingPath };
  const chunk: Chunk = {
    ...place,
    id: chunkId(title, 1, number),
    version: 1,
    ordinal: number,
    tokens: 1,
    language: 'en',
    metadata: {},
  };
  const hit = { ...place, path: `${title}.md`, chunkId: chunk.id, page: null, score: 0 } as unknown as Hit;
  return { passage: { number, chunk, score: 0 }, hit };
}

const given = [
  passage(1, 'Annual Report 2023', 'Outlook'),
  passage(2, 'Annual Report 2023', 'Risks'),
  passage(3, 'Handbook'),
  passage(4, 'Rules (new)', 'Old [1]'),
];

const formats = {
  number: numberMarkers(given),
  citation: citationMarkers(given),
  title: titleMarkers(given),
} as const;

function scan(format: MarkerFormat, parts: readonly string[]): TextPiece[] {
  const scanner = new MarkerScanner(format);
  const pieces = parts.flatMap((part) => [...scanner.push(part)]);
  return [...pieces, ...scanner.end()];
}

/** Text pieces beside each other as one, so that only what was said counts. */
function joined(pieces: readonly TextPiece[]): (string | readonly number[])[] {
  const said: (string | readonly number[])[] = [];
  for (const piece of pieces) {
    const before = said.at(-1);
    if (piece.type === 'marker') said.push(piece.passages);
    else if (typeof before === 'string') said[said.length - 1] = before + piece.text;
    else said.push(piece.text);
  }
  return said;
}

describe('what is a citation', () => {
  test.each([
    ['number', 'In 1931 [1].', ['In 1931 ', [1], '.']],
    ['number', 'In 1931 [1, 3][2] and', ['In 1931 ', [1, 3], [2], ' and']],
    ['number', 'So [1, page 3] or [2, pp. 4–6].', ['So ', [1], ' or ', [2], '.']],
    [
      'number',
      'So (see [1], [2]) or (cf. source 3), [siehe auch Źródło 1], (see below).',
      ['So ', [1, 2], ' or ', [3], ', ', [1], ', (see below).'],
    ],
    ['number', 'So [handbook.md] or [Annual Report 2023.md, page 4].', ['So ', [3], ' or ', [1], '.']],
    ['number', 'So (Source: Handbook, page 4) or [source: Risks].', ['So ', [3], ' or ', [2], '.']],
    [
      'number',
      'So (handbook.md), no [Handbook] (Handbook) [other.md].',
      ['So ', [3], ', no [Handbook] (Handbook) [other.md].'],
    ],
    ['number', 'So [page 3], [1, page x] or [pages].', ['So [page 3], [1, page x] or [pages].']],
    ['number', '$\\sqrt[3]{8} = 2$ [3]', ['$\\sqrt[3]{8} = 2$ ', [3]]],
    ['number', 'An array[i] and [sic] and [1a].', ['An array[i] and [sic] and [1a].']],
    ['number', 'ends in [', ['ends in [']],
    ['number', '[[2]] [[1], [2]]', [[2], ' [', [1], ', ', [2], ']']],
    ['number', 'So [[1]](#a.md), [2](http://b/_c_).', ['So ', [1], ', ', [2], '.']],
    ['number', 'So [1](2019), [2](a b).', ['So ', [1], '(2019), ', [2], '(a b).']],
    ['number', 'Both [1-3] and [1–2, 3].', ['Both ', [1, 2, 3], ' and ', [1, 2, 3], '.']],
    ['number', 'So [^1], [Document 2] and [source 1, 3].', ['So ', [1], ', ', [2], ' and ', [1, 3], '.']],
    ['number', '[Document 7] [docs] [Source] [^a]', ['[Document 7] [docs] [Source] [^a]']],
    ['number', 'So \\[1\\], \\[ x^2 \\] and [^2^].', ['So ', [1], ', \\[ x^2 \\] and ', [2], '.']],
    ['number', 'So<sup>[1]</sup>.<sup>2</sup> m<sup>2</sup>', ['So', [1], '.', [2], ' m<sup>2</sup>']],
    [
      'number',
      '<sup>[1][3]</sup><sup>(2)</sup> <cite>2</cite> <cite>A</cite>',
      [[1, 3], [2], ' ', [2], ' <cite>A</cite>'],
    ],
    ['number', 'a `<sup>[1]</sup>` \\[x', ['a `<sup>[1]</sup>` \\[x']],
    ['number', 'So [ID:1], [doc_2] and [Doc-3].', ['So ', [1], ', ', [2], ' and ', [3], '.']],
    ['number', 'So (Source 1), (documents 2 and 3).', ['So ', [1], ', ', [2, 3], '.']],
    [
      'number',
      'In (1), (so), (Source 9), (source) f(id 2x)',
      ['In (1), (so), (Source 9), (source) f(id 2x)'],
    ],
    ['number', 'So (Source: [1]), (Sources : [1], [2]).', ['So ', [1], ', ', [1, 2], '.']],
    ['number', '(Source: Document 1) (Ref. [2]; [3]) ([1])', [[1], ' ', [2, 3], ' (', [1], ')']],
    ['number', '如此（来源：3）（来源：[1]）（见文档2）（2019）', ['如此', [3], [1], [2], '（2019）']],
    ['number', '[cite_start]So[cite: 1]. `[cite_start]` [cite_s]', ['So', [1], '. `[cite_start]` [cite_s]']],
    ['title', '[cite_start]So [Handbook].', ['So ', [3], '.']],
    ['title', 'So (Source 1), (Handbook).', ['So (Source 1), (Handbook).']],
    ['number', 'So [cite: 1, 3]. See [citing 2].', ['So ', [1, 3], '. See [citing 2].']],
    ['number', 'So [1, Section 2.1], [2, § 3, p. 4].', ['So ', [1], ', ', [2], '.']],
    ['number', 'So [3: Handbook, p. 2, § 3] [1, p. 2, § 3]', ['So ', [3], ' ', [1]]],
    ['number', 'So [^1^ and 3], <sup>[1], [3]</sup>', ['So ', [1, 3], ', ', [1, 3]]],
    ['number', 'So [3: Handbook], [Source 3 - Handbook, p. 2].', ['So ', [3], ', ', [3], '.']],
    ['number', 'So [1, Handbook] or [3: Rules].', ['So [1, Handbook] or [3: Rules].']],
    ['number', 'So (Document 1, the walls) [ID 2, red].', ['So ', [1], ' [ID 2, red].']],
    ['title', 'So \\[Handbook\\].', ['So ', [3], '.']],
    ['number', 'Digits [0-9], [2-1] or [1-].', ['Digits [0-9], [2-1] or [1-].']],
    ['number', '建于1931年【1】。另见［2、3］和[1，2]', ['建于1931年', [1], '。另见', [2, 3], '和', [1, 2]]],
    [
      'number',
      'So [Citation 1 and 2], [1 & 3], [1, 2, and 3]',
      ['So ', [1, 2], ', ', [1, 3], ', ', [1, 2, 3]],
    ],
    ['number', 'So [Documents 1, 2] or [Source: 3]', ['So ', [1, 2], ' or ', [3]]],
    ['number', 'So [Quellen 1 und 2], [Источник 3]', ['So ', [1, 2], ', ', [3]]],
    ['number', 'كذا [١، ٢] و[المصدر ٣]', ['كذا ', [1, 2], ' و', [3]]],
    ['number', '于1931【1†source】【2和3】', ['于1931', [1], [2, 3]]],
    ['number', '[1 and a half] [1 andy 2] [#1] [9†source]', ['[1 and a half] [1 andy 2] [#1] ', [9]]],
    [
      'number',
      '[Figure 1] [Step 2] [1:0] [1.] [1 2]【1:0†a】',
      ['[Figure 1] [Step 2] [1:0] [1.] [1 2]', [1]],
    ],
    ['citation', 'So [1], [Citations 1 and 9] and [9].', ['So ', [1], ', ', [1, 9], ' and [9].']],
    ['citation', 'So 【Citation 2】.', ['So ', [2], '.']],
    ['number', 'Take `args[1]` [1] or ``a`[2]`` [2]', ['Take `args[1]` ', [1], ' or ``a`[2]`` ', [2]]],
    ['number', '```js\na[1] = `b[2]`;\n``` [1]\na [2]', ['```js\na[1] = `b[2]`;\n``` ', [1], '\na ', [2]]],
    [
      'number',
      '````\n```\n[1]\n    ````\n```` [2]. `[3]` [3]',
      ['````\n```\n[1]\n    ````\n```` ', [2], '. `[3]` ', [3]],
    ],
    ['number', '```\n[1]\n```js\n[2]\n```\n[3]', ['```\n[1]\n```js\n[2]\n```\n', [3]]],
    ['number', '1. So:\n   ~~~\n   a[3]\n   ~~~\n   [3]', ['1. So:\n   ~~~\n   a[3]\n   ~~~\n   ', [3]]],
    ['number', 'The ` key [1].\nAnd ~[2] [3]', ['The ` key [1].\nAnd ~', [2], ' ', [3]]],
    ['number', '```a[1]``` is [2]', ['```a[1]``` is ', [2]]],
    ['citation', 'So [Citation 2]. [citation 1, Citation 3]', ['So ', [2], '. ', [1, 3]]],
    ['citation', 'See [Cit] and [Citation needed]', ['See [Cit] and [Citation needed]']],
    ['title', 'So [Handbook].', ['So ', [3], '.']],
    ['title', 'So [annual report 2023 > risks].', ['So ', [2], '.']],
    ['title', 'So [Annual Report > Missing].', ['So ', [1], '.']],
    ['title', 'So [Anual Reprt 2023].', ['So ', [1], '.']],
    ['title', 'So [2] in [1931].', ['So ', [2], ' in ', [], '.']],
    ['title', 'So [Weather].', ['So ', [], '.']],
    ['title', 'So [Rep].', ['So ', [], '.']],
    ['title', '- [ ] So []<sup></sup>', ['- [ ] So []<sup></sup>']],
    ['title', 'So [the Handbook, 2nd edition].', ['So ', [3], '.']],
    ['title', 'So [Handbook [draft]], [the [Handbook]', ['So ', [3], ', [the ', [3]]],
    ['number', 'So (Source: Rules (new)) [4: Old [1]].', ['So ', [4], ' ', [4], '.']],
  ] as const)('%s: %s', (format, text, expected) => {
    for (const parts of [[text], text.split('')])
      expect(joined(scan(formats[format], parts))).toEqual(expected);
  });
});

/** Markers, parts of some, and what stands between, parted by bars. */
const pieces =
  String.raw`[1]|【1】|[1-3]|[|]|(|)|[Citation 2]|(Source 1)|(Source: [1]; Document 2)|（见文档2）|(Sou|
[1, 2 and ^3]|[1, page 3]|\[1\]|\|<sup>|</sup>|[3: Handbook]|[2, § 3, p. 4]|[^1^ and 2]|<sup>[1], [3]</sup>|\sqrt|
[Quelle ٣†x]|[Handbook]|[Annual Report 2023 > Risks]| a|. |9|~~~|👩‍🚒|Cit|(#a.md)|[4: Old [1]]`.split(
    /\|\n?/,
  );
const words = fc.array(fc.constantFrom(...pieces, '\n', '`', '```\n'), { maxLength: 25 });

/** What pieces were made from: a text, in which targets of links stand behind markers. */
function written(pieces: readonly TextPiece[], text: string): string {
  let whole = '';
  for (const piece of pieces) {
    whole += piece.type === 'marker' ? piece.raw : piece.text;
    if (piece.type === 'marker')
      whole += /^\([^\s()]*[#/.:][^\s()]*\)/.exec(text.slice(whole.length))?.[0] ?? '';
  }
  return whole;
}

test.each(Object.entries(formats))('%s: it makes no difference how a text is cut', (_, format) => {
  fc.assert(
    fc.property(words, fc.array(fc.nat(200), { maxLength: 10 }), (parts, cuts) => {
      const text = parts.join('');
      const places = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length].toSorted(
        (a, b) => a - b,
      );
      const cut = places.slice(1).map((place, index) => text.slice(places[index], place));
      const whole = joined(scan(format, [text]));
      expect(joined(scan(format, cut))).toEqual(whole);
      expect(joined(scan(format, text.split('')))).toEqual(whole);
      expect(text).toBe(written(scan(format, cut), text));
    }),
    { examples: [[['[1]', '<sup>', '</sup>'], []]] },
  );
});

test('words between brackets go on as soon as they begin as no marker does', () => {
  const scanner = new MarkerScanner(formats.number);
  const pieces = ['See [doc', 'tor', ' (so', 'me, [1 of', '\nthem'].map((part) => joined(scanner.push(part)));
  expect(pieces).toEqual([['See '], ['[doctor'], [' '], ['(some, '], ['[1 of\nthem']]);
});

test.each(Object.entries(formats))('%s: nothing is held back longer than a marker can be', (_, format) => {
  const scanner = new MarkerScanner(format);
  const text = `[${'Citation 1 '.repeat(100)}`;
  const said = [...scanner.push(text)]
    .map((piece) => (piece.type === 'text' ? piece.text : piece.raw))
    .join('');
  expect(said).toBe(text);
});
