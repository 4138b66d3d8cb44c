import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sentences, snippet } from './sentences.ts';

const read = (text: string, language = 'en') =>
  sentences(text, language).map(({ start, end }) => text.slice(start, end));
const kinds = (text: string) => sentences(text, 'en').map(({ kind }) => kind);

describe('prose', () => {
  test.each([
    [
      'Dr. Smith met Mr. J. R. R. Tolkien. They spoke.',
      ['Dr. Smith met Mr. J. R. R. Tolkien.', 'They spoke.'],
    ],
    ['It costs 3.5 million. See Fig. 2 and No. 5.', ['It costs 3.5 million.', 'See Fig. 2 and No. 5.']],
    ['The U.S. Army left the U.S. It was late.', ['The U.S. Army left the U.S.', 'It was late.']],
    ['Use fruit, e.g. Apples. Then stop.', ['Use fruit, e.g. Apples.', 'Then stop.']],
    [
      'Lindenstr. 4 and Av. 9 are near ul. Lenina 5, ул. Ленина 7 and 12 Oak Rd. 5 of us went.',
      ['Lindenstr. 4 and Av. 9 are near ul. Lenina 5, ул. Ленина 7 and 12 Oak Rd. 5 of us went.'],
    ],
    ['It stands in Park Ave. The house is red.', ['It stands in Park Ave.', 'The house is red.']],
    ['It holds vitamin C. The rest is water.', ['It holds vitamin C.', 'The rest is water.']],
    ['He said “Go.” Then he left.', ['He said “Go.”', 'Then he left.']],
    ['Is it? Yes! Good.', ['Is it?', 'Yes!', 'Good.']],
    [
      'It matches `!(...)`, `a?b` or `+(...)`. Then it ends.',
      ['It matches `!(...)`, `a?b` or `+(...)`.', 'Then it ends.'],
    ],
    ['He came.[1] She went.[2][13] They met.', ['He came.[1]', 'She went.[2][13]', 'They met.']],
    ['He came.¹ She went.[^2] They met.†', ['He came.¹', 'She went.[^2]', 'They met.†']],
    ['He came.<br>She went.<br />\nThey met.', ['He came.', 'She went.', 'They met.']],
    ['Keep it below 25 °C. Tablets last.', ['Keep it below 25 °C.', 'Tablets last.']],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test('code that ends on its line is no block, whatever it is marked with', () => {
    const text = '```npm start``` starts it. It runs.\n\nThis stops it.';
    expect(read(text)).toEqual(['```npm start``` starts it.', 'It runs.', 'This stops it.']);
  });

  test('emphasis that closes at the end of a sentence stays with it', () => {
    expect(read('It is *not fast.* It is **right.**')).toEqual(['It is *not fast.*', 'It is **right.**']);
    expect(read('Now run `footnote ask.` Then read.')).toEqual(['Now run `footnote ask.`', 'Then read.']);
  });

  test('a lead-in in bold belongs to the sentence that it leads in', () => {
    expect(read('1. **Load.** A file is read. It is kept.')).toEqual([
      '**Load.** A file is read.',
      'It is kept.',
    ]);
    expect(read('**Load.**')).toEqual(['**Load.**']);
  });

  test('other languages have their own abbreviations and ordinals', () => {
    expect(read('Am 3. Oktober kam Dr. Braun. Er blieb.', 'de')).toEqual([
      'Am 3. Oktober kam Dr. Braun.',
      'Er blieb.',
    ]);
    expect(
      read('Das ist z. B. Wasser, d. h. nass, i. d. R. Meerwasser. Es kostet 5 Mio. Euro.', 'de'),
    ).toEqual(['Das ist z. B. Wasser, d. h. nass, i. d. R. Meerwasser.', 'Es kostet 5 Mio. Euro.']);
    expect(read('Er kostet 5 Mio. Das ist viel. Größer ist z. B. um die Ecke einer.', 'de')).toEqual([
      'Er kostet 5 Mio.',
      'Das ist viel.',
      'Größer ist z. B. um die Ecke einer.',
    ]);
    expect(read('Take fruit, e. g. Apples, as J. R. R. Tolkien did. It is good.')).toEqual([
      'Take fruit, e. g. Apples, as J. R. R. Tolkien did.',
      'It is good.',
    ]);
    expect(read('Il dott. Rossi sta al n. 5. Vedi pag. 3.', 'it')).toEqual([
      'Il dott. Rossi sta al n. 5.',
      'Vedi pag. 3.',
    ]);
    expect(read('O Sr. Silva mora na Av. Paulista 9. Dorme.', 'pt')).toHaveLength(2);
    expect(read('Mevr. Smit eet bijv. Edammer. Zie blz. 3.', 'nl')).toHaveLength(2);
    expect(read('他来了。她走了！', 'zh')).toEqual(['他来了。', '她走了！']);
    expect(read('「E3」が出ます。「H05」も出ます。（終わり）', 'ja')).toEqual([
      '「E3」が出ます。',
      '「H05」も出ます。',
      '（終わり）',
    ]);
    expect(read('Où est M. Dupont ? Il dort.', 'fr')).toEqual(['Où est M. Dupont ?', 'Il dort.']);
  });

  test('a line break inside a wrapped paragraph ends nothing', () => {
    expect(read('A sentence that is wrapped by its\nauthor over two lines. Next.')).toEqual([
      'A sentence that is wrapped by its\nauthor over two lines.',
      'Next.',
    ]);
    const wrapped =
      'The bridge over the bay was built by\nJoseph Strauss, who had never built one\nof such length.';
    expect(read(wrapped)).toEqual([wrapped]);
    for (const marked of ['[lazy line], as', '(with a tap) as', '"open" as', '**red** as']) {
      const sentence = `The water of the pump is then led as a\n${marked} said.`;
      expect(read(sentence)).toEqual([sentence]);
    }
  });

  test('a line that a letter or a number in brackets counts ends the one before it', () => {
    const lines = ['Do this', '(a) drain it', '(ii) boil it', '(2) dry it for an hour or so'];
    expect(read(lines.join('\n'))).toEqual(lines);
  });

  test('a label in bold begins anew', () => {
    const text =
      '**Due:** End of week 5 (see the schedule of the course)\n**Submit to:** The portal\n__Late__: 10 %';
    expect(read(text)).toEqual(text.split('\n'));
  });

  test('a term and its definition are one sentence', () => {
    const entry = '**Stator**\n: The part of a motor that stands still.';
    expect(read(`${entry} It is heavy.\n\n**Torque**\n: A turning force`)).toEqual([
      entry,
      'It is heavy.',
      '**Torque**\n: A turning force',
    ]);
  });

  test('a line with room for the next word stands alone, and so does a line too long to be wrapped', () => {
    expect(read('Get started\nNew here? Read on.')).toEqual(['Get started', 'New here?', 'Read on.']);
    const long = `${'Learn how to build with it '.repeat(6)}today`;
    expect(read(`${long}\nTutorials`)).toEqual([long, 'Tutorials']);
  });
});

describe('Markdown', () => {
  test('headings, items, rows and lines of code stand for themselves', () => {
    const text = [
      '# Title. With a stop',
      'Prose here.',
      '- First item',
      '- Second item. It has two.',
      '  1. Nested and',
      '     carried on',
      '',
      '| Name | Size |',
      '|------|-----:|',
      '| A. B | 3 |',
      '',
      '```sh',
      'footnote ingest x',
      '# not a heading',
      '```',
      '> quoted words',
    ].join('\n');
    expect(read(text)).toEqual([
      '# Title. With a stop',
      'Prose here.',
      'First item',
      'Second item.',
      'It has two.',
      'Nested and\n     carried on',
      '| Name | Size |',
      '| A. B | 3 |',
      'footnote ingest x',
      '# not a heading',
      'quoted words',
    ]);
    expect(kinds(text)).toEqual([
      'heading',
      'prose',
      'list-item',
      'list-item',
      'list-item',
      'list-item',
      'table-header',
      'table-row',
      'code',
      'code',
      'prose',
    ]);
  });

  test.each([
    ['zh', '1、关闭电源\n2、打开前盖', ['关闭电源', '打开前盖']],
    ['ja', '１．電源を切る\n２．蓋を開ける', ['電源を切る', '蓋を開ける']],
    ['fa', '۱. دستگاه را خاموش کنید\n۲. درپوش را باز کنید', ['دستگاه را خاموش کنید', 'درپوش را باز کنید']],
  ])('items are numbered as their language does: %s', (language, list, items) => {
    expect(sentences(list, language).map(({ start, end }) => list.slice(start, end))).toEqual(items);
    expect(sentences('1、2、3', language)).toMatchObject([{ kind: 'prose' }]);
  });

  test('a line that is underlined is a heading', () => {
    expect(kinds('Results\n=======\nWe found it.')).toEqual(['heading', 'prose']);
  });

  test.each([
    ['SEE ALSO\n       the pump', ['heading', 'prose']],
    ['描述\n       水泵', ['heading', 'prose']],
    ['SEE ALSO\nthe pump', ['prose']],
    ['purge\n       removes it', ['prose']],
  ])('capitals over an indented text are a heading: %j', (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });

  test('code within an item is told by its fences, however far in they stand', () => {
    expect(read('1. So:\n\n    ```sh\n    a b\n    ```\n\n2. Or:')).toEqual(['So:', 'a b', 'Or:']);
  });

  test('an unclosed fence runs to the end, a table without a delimiter row has no header', () => {
    expect(kinds('```\na\nb')).toEqual(['code', 'code']);
    expect(kinds('| a | b |\n| c | d |')).toEqual(['table-row', 'table-row']);
  });

  test('a table may be without its outer bars, and words with a bar are none', () => {
    const table = 'It is so.\na | b\n:-- | --:\nc | d\ne |\n\nf | g';
    expect(read(table)).toEqual(['It is so.', 'a | b', 'c | d', 'e |', 'f | g']);
    expect(kinds(table)).toEqual(['prose', 'table-header', 'table-row', 'table-row', 'prose']);
  });
});

const letters = (value: string) => value.replace(/[^\p{L}]/gu, '');

const fragment = fc.constantFrom(
  'Dr. ',
  'A. ',
  'word ',
  'Word. ',
  '\n',
  '\n\n',
  '- ',
  '1. ',
  '# ',
  '| a |',
  '|--|',
  '```\n',
  '> ',
  '他。',
  '“',
  '.” ',
  '\t',
  '🙂',
  '\ud83d',
  '\r\n',
);

test('spans are in order, apart, trimmed and never empty, and lose no word', () => {
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 60 }), (parts) => {
      const text = parts.join('');
      const spans = sentences(text, 'en');
      let last = 0;
      let words = '';
      for (const { start, end } of spans) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        const sentence = text.slice(start, end);
        expect(sentence).toBe(sentence.trim());
        words += sentence;
        last = end;
      }
      expect(letters(words)).toBe(letters(text));
    }),
  );
});

test('a single line of a million characters is read', () => {
  const text = 'Dr. A met him. '.repeat(80_000);
  expect(sentences(text, 'en')).toHaveLength(80_000);
});

test('where a link leads that is written elsewhere belongs to no sentence, a footnote is one', () => {
  const text =
    'See [this] and [that][2].\n[this]: https://a.example/b "A title"\n\n[2]: <c d>\n[^1]: A note.\n';
  expect(read(text)).toEqual(['See [this] and [that][2].', '[^1]: A note.']);
});

test('a line that begins with a dash goes on with the one above', () => {
  expect(read('* [`walk`](https://a.example)\n  — walks the tree\n')).toEqual([
    '[`walk`](https://a.example)\n  — walks the tree',
  ]);
});

describe('what programs for notes and sites write into Markdown', () => {
  test.each([
    ['> [!warning]- Do not ship it\n> It is wet.', ['Do not ship it', 'It is wet.']],
    ['> [!NOTE]\n> It is wet.', ['It is wet.']],
    ['It rained.\n\n%%\nThe margin is thin.\n%%\n\nIt stopped.', ['It rained.', 'It stopped.']],
    ['%%\nIt stopped.', ['It stopped.']],
    ['Owner:: [[Ben]]\nBudget:: 40 EUR', ['Owner:: [[Ben]]', 'Budget:: 40 EUR']],
    ['- It rains. \n  id:: 64a1b2c3-1111\n  collapsed:: true\n\t- Why?\n-', ['It rains.', 'Why?']],
    ['- Book it\n  :LOGBOOK:\n  CLOCK: [2026-05-02 Sat]\n  :END:', ['Book it']],
    ['- {{query (todo TODO)}}\n- ![[sketch.png|400]]\n- It rains.', ['It rains.']],
    ['{{% notice %}}\nIt rains.\n{{% /notice %}}\n{% endif %}', ['It rains.']],
    ['!!! note "A title"\n    It rains.\n--8<-- "more.md"\n{: .wide }', ['It rains.']],
    ['=== "Linux"\n\n    It runs.', ['Linux', 'It runs.']],
    ['- ## Suppliers\n\t- Volta', ['## Suppliers', 'Volta']],
  ])('%j', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test.each([
    'Use std::sort and a::b here.',
    'It is 100 %% sure.',
    'Write {{name}} into the form.',
    '[!] is a mark.',
    '=== is not ==',
  ])('is not to be found in %j', (text) => {
    expect(read(text)).toEqual([text]);
  });
});

test('the marks around an admonition belong to no sentence', () => {
  expect(read('::: tip Size\nUse a big one. It\nlasts.\n:::\n\nNext\n:::note\nwords here.\n')).toEqual([
    'Use a big one.',
    'It\nlasts.',
    'Next',
    'words here.',
  ]);
});

test.each([
  [
    'Rain fell.\n\n<!-- added: v1\nchanged: v2. It was slow. -->\n\nIt stopped.',
    ['Rain fell.', 'It stopped.'],
  ],
  ['<!--introduced-->\n\n# Rain', ['# Rain']],
  ['Rain fell.\n<!-- begins and never ends.\nIt stopped.', ['Rain fell.']],
  ['<!-- note --> Rain fell.', ['<!-- note --> Rain fell.']],
  ['```\n<!-- shown -->\n```', ['<!-- shown -->']],
  ['Rain fell.\n\n  {/* Ask Ann.\n  It was slow. */}\n\nIt stopped.', ['Rain fell.', 'It stopped.']],
])('a comment is no sentence, and ends one: %j', (text, expected) => {
  expect(read(text)).toEqual(expected);
});

test('a sentence of a quoted paragraph runs over its lines', () => {
  const text =
    '> The pump writes the level of the water in all tanks\n> twice. This makes\n> noise.\n> Nobody hears it.';
  expect(read(text)).toEqual([
    'The pump writes the level of the water in all tanks\n> twice.',
    'This makes\n> noise.',
    'Nobody hears it.',
  ]);
});

test('a line that begins with a box is an item of its own, the box with it', () => {
  const form =
    'Survey\n☒ Mould found\n☐ Rot found in the\nroof\n\n> [x] Signed\n\n- [ ] Keys returned\n- [link](x.md) to it';
  expect(read(form)).toEqual([
    'Survey',
    '☒ Mould found',
    '☐ Rot found in the\nroof',
    '[x] Signed',
    '[ ] Keys returned',
    '[link](x.md) to it',
  ]);
  expect(kinds(form)).toEqual(['prose', ...Array.from({ length: 5 }, () => 'list-item')]);
});

const filler = (length: number) => 'word '.repeat(length).slice(0, length - 1);

test('B7: a text of 200 characters is its own snippet', () => {
  const text = `${filler(199)}.`;
  expect(text).toHaveLength(199);
  expect(snippet(text, 'en')).toBe(text);
});

test('B7: a longer one ends with a sentence where one ends past 70 %', () => {
  const first = `First${filler(145)}.`;
  expect(snippet(`${first} Second ${filler(100)}.`, 'en')).toBe(first);
});

test('B7: and with a word where none does', () => {
  const early = `First${filler(100)}.`;
  const cut = snippet(`${early} Second ${filler(200)}.`, 'en');
  expect(cut.startsWith(`${early} Second word`)).toBe(true);
  expect(cut.length).toBeGreaterThan(190);
  expect(cut).toMatch(/word$/);
});

test('a snippet is the beginning of its text, whole characters within its room', () => {
  const text = fc.array(fc.constantFrom('word', ' ', '. ', 'End.', '\n', '🦞', 'é', 'x'.repeat(60)), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(text, fc.integer({ min: 10, max: 200 }), (parts, most) => {
      const whole = parts.join('');
      const cut = snippet(whole, 'en', most);
      expect(whole.startsWith(cut)).toBe(true);
      expect(cut.length).toBeLessThanOrEqual(most);
      expect(cut.isWellFormed()).toBe(true);
      expect(cut === '').toBe(whole === '');
    }),
  );
});

test('lines that each say first what they are about are apart, also where one is as wide as any', () => {
  const card = 'Phone (cell): 555\nAddress (work): Main Street 4, Berlin, Germany\nBirthday: 4 March';
  expect(read(card)).toEqual(card.split('\n'));
});

test('a line that names something is no end of one that was broken', () => {
  const note = 'We met the people who will rent the hall and\nAnna: she has the keys.';
  expect(read(note)).toEqual([note]);
});
