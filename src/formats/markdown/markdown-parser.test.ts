import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { headingAnchors } from '../document/document-builder.ts';
import { mdxParser } from '../mdx-parser.ts';
import { markdownSections, toBlocks, topLevelNodes } from './markdown-blocks.ts';
import { markdownParser } from './markdown-parser.ts';

const parse = (source: string | Uint8Array) =>
  markdownParser.parse({
    path: 'notes/a.md',
    bytes: typeof source === 'string' ? new TextEncoder().encode(source) : source,
  });

const pieces = [
  '# One\n\n## Two words\n\nText.',
  '- item\n\n  more',
  '```',
  '~~~~',
  '```js\ncode\n```',
  '  ```',
  '<!--',
  '-->',
  '<script>',
  '</script>',
  '<div>\nin\n</div>',
  '<div>\n<h1>In</h1>\n</div>',
  '$$',
  '> quote',
  '    indented',
  '- ```',
  '[^1]: note',
  '| a |\n|---|',
  '# a\n'.repeat(300),
  'word '.repeat(1500),
  `- ${'long '.repeat(1200)}`,
  'line\n'.repeat(1200),
  'Under\n---\nlined\n===\n'.repeat(80),
];

const piece = fc.constantFrom(...pieces);

const longDocument = fc
  .array(piece, { minLength: 10, maxLength: 60 })
  .map((pieces) => pieces.join('\n\n'))
  .filter((text) => text.length > 20_000);

test('parses a long document in sections as it would parse it at once', () => {
  fc.assert(
    fc.property(longDocument, (text) => {
      const sections = [...markdownSections(text, 0)];
      const anchor = headingAnchors();
      expect(sections.flatMap(({ blocks }) => blocks)).toEqual(
        topLevelNodes(text).flatMap((node) => toBlocks(node, text, anchor)),
      );
    }),
    { numRuns: 10 },
  );
});

test('what is indented below a hint or a tab is what it is there, and no code', async () => {
  const source = `!!! note "Limits"
    A request may take 45 seconds.

    - first
    - second

    ??? tip
        Inner words.

        \`\`\`sh
        run --now
        \`\`\`

=== "Linux"

    | a | b |
    |---|---|
    | 1 | 2 |

Plain.

    code stays code
`;
  const { text, blocks } = await parse(source);
  expect(blocks.map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
    ['heading', '## Limits'],
    ['paragraph', 'A request may take 45 seconds.'],
    ['list', '- first\n    - second'],
    ['paragraph', '??? tip\n        Inner words.'],
    ['code', '```sh\n        run --now\n        ```'],
    ['heading', '## Linux'],
    ['table', '| a | b |\n    |---|---|\n    | 1 | 2 |'],
    ['paragraph', 'Plain.'],
    ['code', '    code stays code'],
  ]);
  expect(blocks).toContainEqual(
    expect.objectContaining({ kind: 'table', headerEnd: text.indexOf('|---|---|') + 9 }),
  );
});

test.each([
  ['Limits { #limits data-toc-label="L" }', { title: 'Limits', anchor: 'limits' }],
  ['Limits {: .wide }', { title: 'Limits', anchor: 'limits' }],
  ['Set {a=1} and {.x = 1}', { title: 'Set {a=1} and {.x = 1}', anchor: 'set-a1-and-x--1' }],
])('attributes behind a heading are no words of it: %s', (words, named) => {
  expect(headingAnchors()(words)).toEqual(named);
});

test('a long document with headings is parsed in more than one section', () => {
  const text = `# Heading\n\n${'word '.repeat(1000)}\n\n`.repeat(20);
  expect([...markdownSections(text, 0)].length).toBeGreaterThan(3);
});

test('every character after the front matter that is not blank lies in a block, and blocks are in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(piece, fc.string({ unit: 'grapheme' })), { maxLength: 12 }),
      async (pieces) => {
        const { text, blocks } = await parse(`---\ntitle: T\n---\nText.\n\n${pieces.join('\n\n')}`);
        let position = text.indexOf('---\n', 4) + 4;
        for (const { start, end } of blocks) {
          expect(text.slice(position, start).trim()).toBe('');
          expect(end).toBeGreaterThan(start);
          position = end;
        }
        expect(text.slice(position).trim()).toBe('');
      },
    ),
    { numRuns: 150 },
  );
});

test('definitions above an underlined heading are none of its words', async () => {
  const { text, blocks, title } = await parse(
    '[a]: https://x.example\n[b]: /b\nUse of [pumps][a]\n===\n\nText.',
  );
  expect(title).toBe('Use of pumps');
  expect(blocks.map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
    ['paragraph', '[a]: https://x.example'],
    ['paragraph', '[b]: /b'],
    ['heading', 'Use of pumps\n==='],
    ['paragraph', 'Text.'],
  ]);
});

test('a line of white space that Markdown takes for characters is no block', async () => {
  const { text, blocks } = await parse('\u3000\n\nText.\n\n\u00a0\n\nMore.\n\n    \u2003\n\n\u00a0');
  expect(blocks.map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
    ['paragraph', 'Text.'],
    ['paragraph', 'More.'],
  ]);
});

test.each([
  ['a line without end', 'word '.repeat(200_000), /^over 524288 characters without a heading from line 1 on/],
  ['quotes in quotes', `${'>'.repeat(100_000)} deep`, /^nesting is too deep from line 1 on/],
  [
    'lists in lists',
    Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth * 2)}- a`).join('\n'),
    /^nesting/,
  ],
])('%s is read as plain paragraphs, with a warning', async (_, source, warning) => {
  const { blocks, warnings } = await parse(source);
  expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph']);
  expect(warnings).toEqual([expect.stringMatching(warning)]);
});

test.each(['[', '*a ', 'a**b_c', '`'.repeat(7), '|a', '$', '<a ', '![](', '&a;', 'a@b.', '_', '\\', '~'])(
  'takes half a megabyte of nothing but %s',
  async (unit) => {
    const { blocks } = await parse(unit.repeat(500_000 / unit.length));
    expect(blocks).toHaveLength(1);
  },
);

test.each(['#', ' '])('takes a heading of four hundred thousand times %j', async (unit) => {
  expect((await parse(`# a ${unit.repeat(400_000)}{`)).blocks).toHaveLength(1);
});

test('takes a hint of twenty thousand paragraphs', async () => {
  expect((await parse(`!!! note\n${'    a\n\n'.repeat(20_000)}`)).blocks).toHaveLength(20_000);
});

test.each([
  ['file_binary', 'a PDF', new TextEncoder().encode('%PDF-1.4\n'), 'notes/a.md is not text (a PDF)'],
  ['file_empty', 'nothing', new Uint8Array(), 'notes/a.md contains no text'],
  ['file_empty', 'white space', new TextEncoder().encode(' \n\ufeff\n'), 'notes/a.md contains no text'],
  [
    'file_empty',
    'front matter for programs only',
    new TextEncoder().encode('---\nlayout: page\n---\n'),
    'notes/a.md contains no text',
  ],
  [
    'file_empty',
    'tags and days only',
    new TextEncoder().encode('---\ntags: [a]\ncreated: 2024-05-01\n---\n'),
    'notes/a.md contains no text',
  ],
])('%s for %s', async (code, _, bytes, message) => {
  await expect(parse(bytes)).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
});

test.each([
  ['a title alone', 'title: No ferries on Sunday', 'No ferries on Sunday'],
  [
    'a title and fields',
    'title: Ana Ruiz\nrole: cook\nphone: 555-0112\nlayout: card',
    'Ana Ruiz:\n\n- role: cook\n- phone: 555-0112',
  ],
  ['fields alone', 'role: cook', '- role: cook'],
])('a note that is all in its head is read: %s', async (_, head, text) => {
  expect((await parse(`---\n${head}\n---\n`)).text).toBe(text);
});

test.each([
  ['title: Harbour: the plan', { title: 'Harbour: the plan' }, ['line 3: "title" is .* quotation marks']],
  ['tags: [a, b]\nfor:\n- @anna\n- "Bo"', { tags: ['a', 'b'], for: ['@anna', 'Bo'] }, ['line 5: "for" ']],
  [
    "name: 'It's fine'\n# note\n\ntask: [Draft] plan",
    { name: "It's fine", task: '[Draft] plan' },
    ['3', '6'],
  ],
  ['tags:\n\t- a\n\t- b', { tags: ['a', 'b'] }, ['line 4: "tags" .* indent it with spaces']],
  ['kind: a\nkind: b', { kind: 'b' }, ['line 4: "kind" appears twice']],
  ['list: [a,\n  @b]\nkind:x', {}, ['line 4: "list" .* left out', 'line 5: "kind" .* left out']],
  ['date: {{date}}', {}, ['"date" is neither a value nor a list of values']],
])(
  'E1: front matter of %j is read as far as it goes, with a warning for each line',
  async (head, fields, told) => {
    const { text, blocks, metadata, warnings } = await parse(`---\ndraft: true\n${head}\n---\n\nText.`);
    expect(metadata).toEqual({ draft: true, ...fields });
    expect(warnings).toEqual(told.map((part) => expect.stringMatching(new RegExp(`^front matter.*${part}`))));
    expect(text.slice(blocks.at(-1)?.start)).toBe('Text.');
  },
);

test('front matter that would multiply or nests without end is text, told of ten times at most', async () => {
  const hostile = `${multiplyingAliases()}nest: ${'['.repeat(5000)}\n${'a: @b\n'.repeat(20)}`;
  const { metadata, warnings } = await parse(`---\na: &a [x,x,x,x,x,x,x,x,x]\n${hostile}---\n\nText.`);
  expect(metadata).toMatchObject({ h: expect.stringMatching(/^&h \[\*g/), nest: '['.repeat(5000), a: '@b' });
  for (const reason of [
    'its aliases expand to too much, or refer to nothing',
    'brackets or items are nested too deeply',
  ])
    expect(warnings).toContainEqual(expect.stringContaining(`is malformed (${reason}) and was read as`));
  expect(warnings).toHaveLength(11);
  expect(warnings.at(-1)).toMatch(/^front matter: and \d+ more like these$/);
});

test.each([
  ['author: Ann Lee', ['Ann Lee']],
  ['authors: Ann Lee', ['Ann Lee']],
  ['authors: [Ann Lee, { name: Bo Ray, url: https://example.org }]\nauthor: Ann', ['Ann Lee', 'Bo Ray']],
  ['author:\n  name: Ann Lee', ['Ann Lee']],
  ['author: 7', undefined],
])('whoever wrote it is a list of names: %j', async (head, authors) => {
  const { metadata, warnings } = await parse(`---\n${head}\n---\n\nText.`);
  expect(metadata.authors).toEqual(authors);
  expect(warnings).toEqual([]);
});

function multiplyingAliases(): string {
  const names = 'a b c d e f g h'.split(' ');
  return names
    .slice(1)
    .map(
      (name, index) =>
        `${name}: &${name} [${Array.from({ length: 9 }, () => `*${names[index]}`).join(',')}]\n`,
    )
    .join('');
}

test.each(['Just a sentence.', '* an item', '[1, 2', '\n> quoted: text', 'Note: read\n\nall that follows.'])(
  'rules around %j are no front matter',
  async (lines) => {
    const { metadata, text, blocks } = await parse(`---\n${lines}\n\n---\n\nText.`);
    expect(metadata).toEqual({});
    expect(text.slice(blocks[0]?.start, blocks[0]?.end)).toBe('---');
  },
);

test('an empty file head is front matter without fields', async () => {
  const { blocks, metadata } = await parse('---\n# only a comment\ntitle:\n---\nText.');
  expect(metadata).toEqual({});
  expect(blocks).toHaveLength(1);
});

test('raw HTML that begins with pre is code, other raw HTML is not', async () => {
  const { blocks } = await parse('<pre>\nlet a = 1;\n\nlet b = 2;\n</pre>\nText.\n\n<div>\nText.\n</div>\n');
  expect(blocks.map(({ kind }) => kind)).toEqual(['code', 'paragraph', 'paragraph']);
});

test('invalid UTF-8 is read, with a warning', async () => {
  const { text, warnings } = await parse(Uint8Array.of(0x63, 0x61, 0x66, 0xe9));
  expect(text).toBe('café');
  expect(warnings).toEqual(['not valid UTF-8: read as windows-1252']);
});

test('stops when it is told to', async () => {
  const controller = new AbortController();
  const bytes = new TextEncoder().encode(`# Heading\n\n${'word '.repeat(1000)}\n\n`.repeat(50));
  const parsing = markdownParser.parse({ path: 'a.md', bytes }, { signal: controller.signal });
  controller.abort();
  await expect(parsing).rejects.toMatchObject({ code: 'aborted' });
});

test('front matter in TOML is read like that in YAML', async () => {
  const head = [
    '+++',
    '# of Hugo',
    'title = "A: pump"',
    "authors = ['Ann', 'Bob']",
    'tags = [',
    '  "oil", # dark',
    '  "water",',
    ']',
    'weight = 3',
    'draft = false',
    'date = 2024-03-01',
    '[contract]',
    'price = "880 EUR"',
    'ends = 2026-03-31',
    '[[params]]',
    'colour = "red"',
    '+++',
  ].join('\n');
  const { text, blocks, title, metadata, warnings } = await parse(`${head}\n\nWords.\n`);
  expect(title).toBe('A: pump');
  expect(metadata).toEqual({
    title: 'A: pump',
    authors: ['Ann', 'Bob'],
    tags: ['oil', 'water'],
    weight: 3,
    draft: false,
    date: '2024-03-01',
    'contract.price': '880 EUR',
    'contract.ends': '2026-03-31',
  });
  expect(blocks.map(({ start, end }) => text.slice(start, end))).toEqual([
    'A: pump:',
    '- authors: Ann, Bob\n- tags: oil, water\n- date: 2024-03-01\n- contract price: 880 EUR\n- contract ends: 2026-03-31',
    'Words.',
  ]);
  expect(warnings).toEqual([
    'front matter: "params" is neither a value nor a list of values and was left out',
  ]);
});

test('fields of mappings, and mappings in lists, are fields too', async () => {
  const head = 'insurer:\n  name: Gard\n  until: 2027\ncrew:\n  - name: Ana\n    role: cook\n  - Bo';
  const { text, metadata, warnings } = await parse(`---\n${head}\n---\nWords.\n`);
  expect(text).toBe(
    '- insurer name: Gard\n- insurer until: 2027\n- crew: name: Ana, role: cook, Bo\n\nWords.\n',
  );
  expect(metadata).toEqual({
    'insurer.name': 'Gard',
    'insurer.until': 2027,
    crew: ['name: Ana, role: cook', 'Bo'],
  });
  expect(warnings).toEqual([]);
});

test.each([
  ['# Installation\n\nx\n\n# Summary\n\nx', undefined],
  ['# Installation\n\nx\n\n## Steps\n\nx', 'Installation'],
  ['## Valves\n\nx\n\n# License\n\nx', 'Valves'],
  ['# Pump\n\n# Usage\n\nx', 'Pump'],
  ['## Pump\n\nLifts.\n\n## Usage\n\nx', 'Pump'],
  ['Words.\n\n## Valves\n\nx', undefined],
])('the heading that names the document of %j is %j', async (source, title) => {
  expect((await parse(source)).title).toBe(title);
});

test('badges behind the words of a heading are none of them', async () => {
  const { title } = await parse(
    '# pump [![Build](b.svg)](https://ci) [![npm][n]][p] \n\nx\n\n[n]: n.svg\n[p]: https://p\n',
  );
  expect(title).toBe('pump');
});

test('a heading has the words of pictures and links that are defined elsewhere', async () => {
  const { blocks } = await parse(
    '# [![pump][logo]][site] of [iron][site]\n\nWords.\n\n[logo]: a.png\n[site]: b\n',
  );
  expect(blocks[0]).toMatchObject({ kind: 'heading', title: 'pump of iron' });
});

test('headings among the elements of raw HTML are headings where they fill lines, also those that are pictures', async () => {
  const source =
    '<p align="center">\n  <img src="a.svg">\n  <h1 align="center">Pump</h1>\n  <p>Lifts water.</p>\n</p>\n\n' +
    '<h2><a href="/"><img alt="The Valve" src="b.svg"></a></h2>\n<br>\n\n<!--\n<h2>Draft</h2>\n-->\n\n<script>\n<h2>a</h2>\n</script>\n';
  const { text, title, blocks } = await parse(source);
  expect(title).toBe('Pump');
  expect(blocks.map((block) => [block.kind, block.kind === 'heading' ? block.title : ''])).toEqual([
    ['heading', 'Pump'],
    ['paragraph', ''],
    ['heading', 'The Valve'],
  ]);
  expect(text).toBe('# Pump\nLifts water.\n\n## The Valve\n');
});

test('headings written as elements of HTML are headings', async () => {
  const { blocks } = await parse(
    '<h1 align="center">\n  <img src="a.png" alt="logo"> The <b>Pump</b> &amp; co\n</h1>\n\nWords.\n\n<h2 id="use">Use</h2>\n\n<div><h2>No</h2> words</div>\n',
  );
  expect(blocks).toMatchObject([
    { kind: 'heading', level: 1, title: 'The Pump & co', anchor: 'the-pump--co' },
    { kind: 'paragraph' },
    { kind: 'heading', level: 2, title: 'Use', anchor: 'use' },
    { kind: 'heading', level: 2, title: 'No' },
    { kind: 'paragraph' },
  ]);
});

const shownIn = async (source: string) => {
  const { text, blocks } = await parse(source);
  return blocks.map(({ kind, start, end }) => [kind, text.slice(start, end)]);
};

test('raw HTML is what the page shows, at exact places', async () => {
  const source = `<div align="center">

Words with m<sup>2</sup>,&nbsp;<kbd>Ctrl</kbd> and <del>old</del> \`<b>&amp;</b>\`.

</div>

<table>
  <tr><th>Pump</th><th>Power</th></tr>
  <tr><td>South &amp; West</td><td><b>30 kW</b></td></tr>
</table>

| a | b |
|---|---|
| 1<br>2 | 3&#124;4 |

<details>
<summary>How is it cleaned?</summary>

- With <i>water</i>

</details>

<aside>
💡 Twice a year.

</aside>

Last.
`;
  expect(await shownIn(source)).toEqual([
    ['paragraph', 'Words with m², Ctrl and ~~old~~ `<b>&amp;</b>`.'],
    ['table', '| Pump | Power |\n| South & West | 30 kW |'],
    ['table', '| a | b |\n|---|---|\n| 1 2 | 3\\|4 |'],
    ['heading', '## How is it cleaned?'],
    ['list', '- With water'],
    ['paragraph', '💡 Twice a year.'],
    ['paragraph', 'Last.'],
  ]);
  const { text, blocks } = await parse(source);
  const headers = blocks.flatMap((block) =>
    block.kind === 'table' ? [text.slice(block.start, block.headerEnd)] : [],
  );
  expect(headers).toEqual(['| Pump | Power |', '| a | b |\n|---|---|']);
});

const tableAround = (content: string) =>
  `<table>\n<tr><th>a</th><th>b</th></tr><tr>\n<td>\n\n${content}\n\n</td>\n<td>2</td>\n</tr>\n</table>\n\nBehind.`;

test('a table of which the cells hold Markdown is one, and one that holds blocks arranges them', async () => {
  expect(await shownIn(tableAround('**1** kg'))).toEqual([
    ['table', '| a | b |\n| **1** kg | 2 |'],
    ['paragraph', 'Behind.'],
  ]);
  expect(await shownIn(tableAround('```sh\nrun\n```'))).toContainEqual(['code', '```sh\nrun\n```']);
});

test('what stands between marks that no page has stays as it is written', async () => {
  const source =
    '<rules>\n- Be brief. <your-name>\n</rules>\n\nRun `a <b>` in ~~~ or a List<String>, a Map<S>, \\<b>.';
  expect((await parse(source)).text).toBe(source);
});

test('pictures that are written into a file are no text of it', async () => {
  const bytes = 'QUJD+/Ab'.repeat(5000);
  const source = `A ![pump](data:image/png;base64,${bytes} "Pump") and ![][image1].\n\n[image1]: <data:image/png;base64,${bytes}>\n`;
  expect((await parse(source)).text).toBe('A ![pump](# "Pump") and ![][image1].\n\n[image1]: <#>\n');
});

test.each(['`<b>', '&amp;', '<table>\n\n', '<b>\n\n'])('five thousand of %j are read', async (piece) => {
  await expect(parse(`A ${piece.repeat(5000)}`)).resolves.toHaveProperty('blocks');
});

test('what a head says is a list in the text, under the title that stands nowhere else, without what is for a program', async () => {
  const head =
    '---\ntitle: Lena Voss\nrole: buyer\nphone: 555-0188\naliases: [LV, Madame V]\nlayout: person\nbuddy: "[[Bo|Bo Lind]]"\n---\n';
  const own = await parse(`${head}Joined in 2019.\n\n| a | b |\n|---|---|\n| 1 | 2 |`);
  expect(own.text).toBe(
    'Lena Voss:\n\n- role: buyer\n- phone: 555-0188\n- aliases: LV, Madame V\n- buddy: Bo Lind\n\nJoined in 2019.\n\n| a | b |\n|---|---|\n| 1 | 2 |',
  );
  expect(own.blocks.map(({ kind, start, end }) => [kind, own.text.slice(start, end).slice(0, 9)])).toEqual([
    ['paragraph', 'Lena Voss'],
    ['list', '- role: b'],
    ['paragraph', 'Joined in'],
    ['table', '| a | b |'],
  ]);
  const headed = await parse('---\nprice: 420 EUR\ndue: 2026-05-31\n---\n# Crane\n\nServiced twice.');
  expect(headed.text).toBe('# Crane\n\n- price: 420 EUR\n- due: 2026-05-31\n\nServiced twice.');
  expect(headed.blocks.map(({ kind }) => kind)).toEqual(['heading', 'list', 'paragraph']);
});

test('links between notes, embeds, callouts and other marks of note programs are words; the links stay data', async () => {
  const { text, metadata, blocks } = await parse(
    [
      '# The [[Spade|old spade]]',
      '',
      'Bought at [[Shop#Hours]] and [[Lidl]], see ![[plan.png|200]] and [[#Care]]. ==Keep it dry!== ^spade-care',
      '',
      '![[Garden.canvas]]',
      '',
      '> [!warning]- Sharp',
      '> Mind your [[Fingers|hands]].',
      '',
      '> [!tip]',
      '> Oil it. %%ask Ben%%',
      '',
      '`[[code]]` a == b, x==y, [[1]](n.md), array[[0]], y = x ^2',
      '',
      '| [[A\\|one]] | ==two== |',
      '|---|---|',
      '| 1 | [[B]] |',
    ].join('\n'),
  );
  expect(text).toBe(
    [
      '# The old spade',
      '',
      'Bought at Shop > Hours and Lidl, see plan.png and Care. Keep it dry!',
      '',
      '## Sharp',
      '> Mind your hands.',
      '',
      '> Tip',
      '>',
      '> Oil it. ',
      '',
      '`[[code]]` a == b, x==y, [[1]](n.md), array[[0]], y = x ^2',
      '',
      '| one | two |',
      '|---|---|',
      '| 1 | B |',
    ].join('\n'),
  );
  expect(metadata.links).toEqual(['Spade', 'Shop', 'Lidl', 'plan.png', 'Fingers', 'A', 'B']);
  expect(blocks[0]).toMatchObject({ title: 'The old spade' });
});

test('fields within a line are words', async () => {
  const { text } = await parse(
    'The crane [owner:: Bo Lind] is blue (colour:: navy), std::(x) and [a::b](c.md).',
  );
  expect(text).toBe('The crane owner: Bo Lind is blue navy, std::(x) and [a::b](c.md).');
});

test('comments, calls of the program that makes the page, and names of links are no words', async () => {
  const { text } = await parse(
    'Use <!-- ignore -->the [pump][p] and {% include x.md %}the [long\nvalve](v.md), [not] [one][x].\n\n<!-- lint -->\n\n{% raw %}\nKept.\n\n{{< note >}}\n\n[p]: pump.md',
  );
  expect(text).toBe('Use the pump and the [long valve](v.md), [not] [one][x].\n\nKept.\n\n[p]: pump.md');
});

/** Headings by the labels of the panels around them, and what ends a panel. */
async function panelsOf(source: string, path?: string): Promise<readonly string[]> {
  const parser =
    path === undefined ? parse(source) : mdxParser.parse({ path, bytes: new TextEncoder().encode(source) });
  const { text, blocks } = await parser;
  return blocks.flatMap((block) =>
    block.kind === 'heading' && block.until !== undefined
      ? [`${block.level} ${block.title}: ${text.slice(block.end, block.until).trim()}`]
      : [],
  );
}

test.each([
  ['MkDocs', '=== "Linux"\n\n    Use apt.\n\n=== "Windows"\n    Use winget.\n\nReboot.'],
  ['PyMdown', '/// tab | Linux\nUse apt.\n///\n\n/// tab | Windows\nUse winget.\n///\n\nReboot.'],
  [
    'containers',
    '::::tabs\n:::tab-item[Linux]\nUse apt.\n:::\n\n:::{tab-item} Windows\nUse winget.\n:::\n::::\n\nReboot.',
  ],
  [
    'GitBook',
    '{% tabs %}\n{% tab title="Linux" %}\nUse apt.\n{% endtab %}\n\n{% tab title="Windows" %}\nUse winget.\n{% endtab %}\n{% endtabs %}\n\nReboot.',
  ],
  [
    'Hugo',
    '{{< tabs >}}\n{{% tab name="Linux" %}}\nUse apt.\n{{% /tab %}}\n{{% tab name="Windows" %}}\nUse winget.\n{{% /tab %}}\n{{< /tabs >}}\n\nReboot.',
  ],
  [
    'Hugo in one line',
    '{{< tabs >}}\n{{< tab "Linux" >}}Use apt.{{< /tab >}}\n{{< tab "Windows" >}}Use winget.{{< /tab >}}\n{{< /tabs >}}\n\nReboot.',
  ],
  [
    'Docusaurus',
    '<Tabs>\n<TabItem value="l" label="Linux">\n\nUse apt.\n\n</TabItem>\n<TabItem value="w" label="Windows">\n\nUse winget.\n\n</TabItem>\n</Tabs>\n\nReboot.',
  ],
  [
    'Docusaurus without labels',
    '<Tabs>\n<TabItem value="Linux">\n\nUse apt.\n\n</TabItem>\n<TabItem value="w" label="Windows">\n\nUse winget.\n\n</TabItem>\n</Tabs>\n\nReboot.',
  ],
  [
    'details',
    '<details>\n<summary><b>Linux</b></summary>\n\nUse apt.\n\n</details>\n\n<details><summary>Windows</summary>\n\nUse winget.\n\n</details>\n\nReboot.',
  ],
])('labels of tabs and of what is folded are headings of their panels: %s', async (_, source) => {
  const panels = ['3 Linux: Use apt.', '3 Windows: Use winget.'];
  expect(await panelsOf(`# Install\n\n## Steps\n\n${source}`)).toEqual(panels);
  const { text } = await parse(`# Install\n\n## Steps\n\n${source}`);
  expect(text.replace(/\n+/g, '|').replace(/\| {4}/g, '|')).toBe(
    '# Install|## Steps|### Linux|Use apt.|### Windows|Use winget.|Reboot.',
  );
});

test.each([
  '<Tabs>\n<TabItem value="l" label="Linux">\n\nUse apt.\n\n</TabItem>\n<TabItem value="w" label="Windows">\n\nUse winget.\n\n</TabItem>\n</Tabs>\n\nReboot.',
  '<details>\n<summary>Linux</summary>\n\nUse apt.\n\n</details>\n\n<details>\n<summary>Windows</summary>\n\nUse winget.\n\n</details>\n\nReboot.',
])('the same in MDX: %s', async (source) => {
  expect(await panelsOf(source, 'a.mdx')).toEqual(['2 Linux: Use apt.', '2 Windows: Use winget.']);
});

test('the name of a way in a group of code is the heading of its code', async () => {
  const group =
    '# Add\n\n::: code-group\n\n```sh [npm]\nnpm add vault\n```\n\n```sh [yarn]\nyarn add vault\n```\n\n:::\n\nDone.';
  expect(await panelsOf(group)).toEqual([
    '2 npm: ```sh [npm]\nnpm add vault\n```',
    '2 yarn: ```sh [yarn]\nyarn add vault\n```',
  ]);
  expect((await parse('```py\nx = a [b]\n```\n\n```js [1]\ny\n```')).blocks.map(({ kind }) => kind)).toEqual([
    'code',
    'code',
  ]);
});

test('headings in a panel stand below its label; code has no labels', async () => {
  const source =
    '# A\n\n=== "B"\n\n    ## C\n\n    ```md\n    === "x"\n    ```\n\nD.\n\n```\n=== "y"\n```\n\n## E';
  const { blocks } = await parse(source);
  expect(
    blocks.flatMap((block) => (block.kind === 'heading' ? [`${block.level} ${block.title}`] : [])),
  ).toEqual(['1 A', '2 B', '3 C', '2 E']);
});

test('what Logseq and Obsidian note for themselves is not shown, references to blocks are their words', async () => {
  const id = '64f0aa11-9999-2222-3333-444455556666';
  const outline = [
    '- ## Heating',
    '  collapsed:: true',
    '\t- It starts at 4 °C.',
    `\t  id:: ${id}`,
    '\t- {{query (task TODO)}}',
    '\t- DONE Bleed',
    '\t  :LOGBOOK:',
    '\t  CLOCK: [2026-11-01 Sun 10:00:00]',
    '\t  :END:',
    `- Why: ((${id}))`,
    '- #+BEGIN_NOTE',
    '  Vents open.',
    '  #+END_NOTE',
    '- background-color:: red',
    '  Panes are thick.',
    '- {{attendees}}',
  ];
  expect((await parse(outline.join('\n'))).text.split('\n')).toEqual([
    '- ## Heating',
    '\t- It starts at 4 °C.',
    '\t- DONE Bleed',
    '- Why: It starts at 4 °C.',
    '- Vents open.',
    '- Panes are thick.',
    '- {{attendees}}',
  ]);
  const { text } = await parse(
    '%% ask Ben %%\nKept.\n\n%%\nhidden\n\nmore\n%%\n\nSo 5%% of 10%%.\n\n```\n%%\nid:: 1\n%%\n```\n\n```dataview\nLIST\n```',
  );
  expect(text.trim()).toBe('Kept.\n\nSo 5%% of 10%%.\n\n```\n%%\nid:: 1\n%%\n```');
});

test('directives of MyST are what stands in them: hints, tabs, captions, tables', async () => {
  const { text, blocks } = await parse(
    [
      '(gate)=',
      '# Gate',
      '',
      '```{note}',
      ':class: wide',
      'It draws 18 A.',
      '```',
      '',
      '::::{tab-set}',
      '```{tab-item} Manual',
      'Turn it 40 times, see {ref}`gate`.',
      '```',
      '::::',
      '',
      '% to be written',
      '```{figure} gate.png',
      ':name: gate',
      'In winter',
      '```',
      '',
      '```{list-table} Gates',
      ':header-rows: 1',
      '* - Gate',
      '  - Width',
      '* - West | East',
      '  - 3.5 m',
      '```',
      '',
      '```{code-block} python',
      ':linenos:',
      'print(1)',
      '```',
    ].join('\n'),
  );
  expect(text.trim()).toBe(
    '# Gate\n\nIt draws 18 A.\n\n## Manual\nTurn it 40 times, see `gate`.\n\nIn winter\n\nGates\n\n| Gate | Width |\n|---|---|\n| West \\| East | 3.5 m |\n\n```python\nprint(1)\n```',
  );
  expect(blocks.map(({ kind }) => kind)).toEqual([
    'heading',
    'paragraph',
    'heading',
    'paragraph',
    'paragraph',
    'paragraph',
    'table',
    'code',
  ]);
});

test('marks of Quarto, Roam and docsify are no words', async () => {
  const { text } = await parse(
    '::: {.callout-note title="Rain"}\nPlot 4 was [flooded]{.mark}.\n:::\n\n::: {.panel}\n![Plot](p.png){#fig-p width=60%}\n:::\n\n: Yields {#tbl-y}\n\n- {{[[TODO]]}} Ask\n- {{[[DONE]]}} ^^Sign^^\n\n!> No salt.',
  );
  expect(text.trim()).toBe(
    '## Rain\nPlot 4 was flooded.\n\n![Plot](p.png)\n\n: Yields\n\n- [ ] Ask\n- [x] Sign\n\nNo salt.',
  );
});

test('the title of a callout is the heading of what is quoted below it; one of one line is quoted', async () => {
  const source =
    '# Mast\n\n> [!info]+ Allergies of [[Tove]]\n> Penicillin\n>\n> and nuts\n\nAfter.\n\n> [!warning] Do not unplug it.\n';
  expect(await panelsOf(source)).toEqual(['2 Allergies of Tove: > Penicillin\n>\n> and nuts']);
  const { text, blocks } = await parse(source);
  expect(blocks.map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`)).toEqual([
    'heading: # Mast',
    'heading: ## Allergies of Tove',
    'quote: > Penicillin\n>\n> and nuts',
    'paragraph: After.',
    'quote: > Do not unplug it.\n>',
  ]);
});

test('heads in JSON, and lines of fields with two colons, are heads as others are', async () => {
  const fields = ['- operator: Blue Line', '- piers: Kaisa, Torv'];
  const json =
    '{\n  "title": "Ferries",\n  "operator": "Blue Line",\n  "piers": ["Kaisa", "Torv"]\n}\n\nFirst boat at 6:40.';
  const { text, title, metadata } = await parse(json);
  expect(text).toBe(`Ferries:\n\n${fields.join('\n')}\n\nFirst boat at 6:40.`);
  expect([title, metadata.piers]).toEqual(['Ferries', ['Kaisa', 'Torv']]);
  const page = await parse(
    'title:: Ferries\nalias:: Boats, Ships\nowner:: [[People/Ann|Ann]]\nicon:: x\n\n- First boat at 6:40.',
  );
  expect(page.text).toBe('Ferries:\n\n- alias: Boats, Ships\n- owner: Ann\n\n- First boat at 6:40.');
  expect(page).toMatchObject({ title: 'Ferries', metadata: { alias: ['Boats', 'Ships'], owner: 'Ann' } });
  for (const source of ['{\n  not JSON\n}\n\nx', 'status:: open\nThe boat leaves.'])
    expect((await parse(source)).text).toBe(source);
});

test('what a head says stands over the label of a tab that the text begins with', async () => {
  const { text } = await parse('---\nowner: Ann\n---\n=== "Linux"\n\n    Use apt.\n');
  expect(text).toBe('- owner: Ann\n\n## Linux\n\n    Use apt.\n');
});

test('a file that says only what its head, or its one heading, says', async () => {
  expect(await parse('---\ntitle: Ladder is at Osei’s\n---\n')).toMatchObject({
    text: 'Ladder is at Osei’s',
    blocks: [{ kind: 'paragraph' }],
  });
  expect((await parse('---\ntitle: Ladder\nowner: Osei\n---\n')).text).toBe('Ladder:\n\n- owner: Osei');
  expect((await parse('---\nowner: Osei\n---\n')).text).toBe('- owner: Osei');
  expect((await parse('# Key hangs behind the barometer\n')).blocks).toMatchObject([{ kind: 'paragraph' }]);
});

test('proposed changes, footnotes in their line, icons, attributes and captions are what the page shows', async () => {
  const { text } = await parse(
    '## Use { #use .wide }\n\n:material-bucket: Store it{>>why?<<} {--never--}{++ daily++}, {==soon==}.^[Said Otto.] See [more](m.md){ .md-button }.\n\n{{< figure src="a.jpg" caption="Our soup" >}}\n\nThe set {a.b} and `{.x}` stay.',
  );
  expect(text).toBe(
    '## Use\n\nStore it ~~never~~ daily, soon. (Said Otto.) See [more](m.md).\n\nOur soup\n\nThe set {a.b} and `{.x}` stay.',
  );
});

async function diagram(lines: string): Promise<readonly string[]> {
  return (await parse(`\`\`\`mermaid\n${lines}\n\`\`\``)).text.split('\n');
}

test('a diagram is the words that it shows', async () => {
  expect(
    await diagram(
      'flowchart TD\n  %% who\n  A[Boat leaves] -->|at 6| B{"Fog?"}; B -- yes --> C((Stay))\n  B --> D\n  D[/Sail on/]\n  E[Moor<br/>it]\n  subgraph Quay\n  end\n  style A fill:#f9f',
    ),
  ).toEqual([
    '- Boat leaves → Fog? (at 6)',
    '- Fog? → Stay (yes)',
    '- Fog? → Sail on',
    '- Quay',
    '- Moor it',
  ]);
  expect(
    await diagram(
      'sequenceDiagram\n  participant A as Ann\n  A->>+B: Is it<br/>open?\n  Note over A,B: By radio\n  B-->>-A: No',
    ),
  ).toEqual(['- Ann → B: Is it open?', '- By radio', '- B → Ann: No']);
  expect(await diagram('pie title Catch\n  "Cod" : 40\n  "Crab" : 2.5')).toEqual([
    '- Catch',
    '- Cod: 40',
    '- Crab: 2.5',
  ]);
  expect(
    await diagram(
      'flowchart LR\n  A & B[Bee] --> C\n  A o--o D@{ shape: rect, label: "Dee; dry" }\n  E e1@--> F\n  class A hot',
    ),
  ).toEqual(['- A → C', '- Bee → C', '- A → Dee; dry', '- E → F']);
  expect(await diagram('sequenceDiagram\n  loop Each hour\n  A-)B: Tick\n  end')).toEqual([
    '- Each hour',
    '- A → B: Tick',
  ]);
  expect((await diagram('gantt\n  x: y'))[0]).toBe('```mermaid');
});

test.each([
  `${'<tabs> '.repeat(100)}x`,
  `${':::  '.repeat(100)}x`,
  `::: note${' '.repeat(50_000)}{x`,
  `\`\`\`mermaid\ngraph TD\nA --${' '.repeat(50_000)}x\n\`\`\``,
  `\`\`\`mermaid\nsequenceDiagram\n${'A->>'.repeat(50_000)}x\n\`\`\``,
])('what begins many parts and ends none is read in time: %.30s', async (source) => {
  expect((await parse(source)).text).toContain('x');
});

test('a block of which many lines are references is not written out in each', async () => {
  const id = '12345678-1234-1234-1234-123456789012';
  const source = `- ${'long '.repeat(2000)}\n  id:: ${id}\n${`- ((${id}))\n`.repeat(2000)}`;
  expect((await parse(source)).text.length).toBeLessThan(20 * source.length);
});

test.each(['Pump\n====\n', '> Pump\n> Valve\n\n'])('thousands of %j are read', async (block) => {
  const { blocks } = await parse(block.repeat(3000));
  expect(blocks).toHaveLength(3000);
});
