import { expect, test } from 'vitest';
import { textParser } from './text-parser.ts';

const parse = (text: string, path = 'a.txt') =>
  textParser.parse({ path, bytes: new TextEncoder().encode(text) });

test.each([
  ['one\n\ntwo', [undefined, undefined]],
  ['one\n\ntwo\n\fthree\n\n\f\f\nfour\n', [1, 1, 2, 4]],
  ['\fHeading\n=======\n\nwords', [2, 2]],
])('form feeds in %j part pages', async (text, pages) => {
  const { blocks } = await parse(text);
  expect(blocks.map(({ page }) => page)).toEqual(pages);
});

test.each([
  [
    'stands alone',
    '1 Scope\n\nwords\n\n2 Terms\n\nwords',
    ['heading1', 'paragraph', 'heading1', 'paragraph'],
  ],
  ['stands in a list', '1 Rope\n\n2 Tar\n\nwords', ['paragraph', 'paragraph', 'paragraph']],
  [
    'stands below that of its chapter',
    '1 Scope\n\n1.1 Ships\n\nwords',
    ['heading1', 'heading2', 'paragraph'],
  ],
  [
    'stands below an underlined one',
    'Rules\n=====\n\n1 Scope\n\nwords',
    ['heading1', 'heading1', 'paragraph'],
  ],
])('a numbered line that %s', async (_, text, expected) => {
  const { blocks } = await parse(text);
  expect(blocks.map((block) => (block.kind === 'heading' ? `heading${block.level}` : block.kind))).toEqual(
    expected,
  );
});

test.each([
  ['a line between two rules', '--------------\nPumps\n--------------\n\nwords', 'Pumps', 2],
  ['a line over waves', ' Pumps\n ~~~~~\n words', 'Pumps', 3],
  ['the head of a table between rules', '-----\nPumps\n-----\nA 1\n\nwords', undefined, undefined],
  ['names of columns', 'Pump     Litres\n---------------\nA        1', undefined, undefined],
  ['two rules', '-----\n=====\n\nwords', undefined, undefined],
  ['two unlike rules', '=====\nPumps\n-----\n\nwords', undefined, undefined],
])('%s', async (_, text, title, level) => {
  const { blocks, title: name } = await parse(text);
  expect(name).toBe(title);
  expect(blocks[0]).toMatchObject(title ? { kind: 'heading', title, level } : { kind: 'paragraph' });
});

test.each([
  [
    'a.tex',
    "\\title{The \\emph{caf\\'e}\\\\\n  at night}\n\n",
    '\\section{Price \\& taste}',
    'The café at night',
    'Price & taste',
  ],
  ['a.rst', '', '``pump\\_name`` module\n======================', 'pump_name module', 'pump_name module'],
  ['a.org', '', '* The [[file:a.org][old]] harbour', 'The old harbour', 'The old harbour'],
])(
  'the title and the headings of %s are as a reader sees them',
  async (path, head, heading, title, words) => {
    const parsed = await parse(`${head}${heading}\n\nWords.`, path);
    expect(parsed.title).toBe(title);
    expect(parsed.blocks.find(({ kind }) => kind === 'heading')).toMatchObject({ title: words });
  },
);

test('a formula of reStructuredText is an equation', async () => {
  const { text, blocks } = await parse('Depth is\n\n.. math::\n\n   d = 3\n\nand no more.\n', 'a.rst');
  expect(blocks.map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
    ['paragraph', 'Depth is'],
    ['equation', '.. math::\n\n   d = 3'],
    ['paragraph', 'and no more.'],
  ]);
});

test('what is underlined in code between backticks is no heading', async () => {
  const { blocks } = await parse(
    'Rules\n~~~~~\n\n```` a\nFoo\n===\n\n```\nBar\n---\n````\n\nTar\n~~~\n\n```\nRope\n----\n',
  );
  expect(blocks.flatMap((block) => (block.kind === 'heading' ? block.title : []))).toEqual(['Rules', 'Tar']);
});

test.each([
  [
    'a.org',
    'Bought at [[https://e.example/x][the market]] in 2020; `x[[1]]`.',
    'Bought at the market in 2020; `x[[1]]`.',
  ],
  [
    'a.adoc',
    'From link:https://e.example[the shop], see <<rims,the rims>> and https://e.example[it].',
    'From the shop, see the rims and it.',
  ],
  [
    'a.rst',
    'From `the smith <https://e.example>`_, see :ref:`the guide <g>` and ``a `b <c>`_``.',
    'From the smith, see the guide and ``a `b <c>`_``.',
  ],
  ['a.tex', 'From \\href{https://e.example}{the mill} in 2018.', 'From the mill in 2018.'],
])('a link in %s is its words, and what is behind it keeps its place', async (path, line, shown) => {
  const { text, blocks } = await parse(`${line}\n\nThen rain.`, path);
  expect(blocks.map(({ start, end }) => text.slice(start, end))).toEqual([shown, 'Then rain.']);
});

test('a tab of reStructuredText heads what is indented below it, and nothing behind', async () => {
  const source =
    'Setup\n=====\n\n.. tab-set::\n\n   .. tab-item:: Linux\n\n      See `the shop <https://e.example>`_.\n\n   .. tab-item:: Windows\n\n      Use winget.\n\nReboot.\n';
  const { text, blocks } = await parse(source, 'a.rst');
  const panels = blocks.flatMap((block) =>
    block.kind === 'heading' && block.until !== undefined
      ? [`${block.level} ${block.title}: ${text.slice(block.end, block.until).trim()}`]
      : [],
  );
  expect(panels).toEqual(['2 Linux: See the shop.', '2 Windows: Use winget.']);
});

test('a file that is all comments says nothing', async () => {
  await expect(parse('# ferry plan\n# to be done\n', 'plan.org')).rejects.toMatchObject({
    code: 'file_empty',
  });
});
