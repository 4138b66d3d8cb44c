import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DocumentBuilder } from './document-builder.ts';

test('blocks are slices of the text, a blank line between two', () => {
  const builder = new DocumentBuilder();
  builder.startPage(1);
  builder.heading(1, 'Prices\n2026');
  builder.paragraph('All prices\r\nin euros.');
  builder.startPage(2);
  builder.table(
    [
      ['item', 'price'],
      ['nut | bolt', '1'],
      ['', ' '],
    ],
    1,
  );
  builder.list([
    { text: 'one', depth: 0 },
    { text: 'two', depth: 1, marker: '1.' },
  ]);
  builder.code('\n  x = 1\n', 'py');
  const { text, blocks, title } = builder.finish('prices.docx');
  expect(title).toBe('Prices 2026');
  expect(blocks.map((block) => [block.kind, block.page, text.slice(block.start, block.end)])).toEqual([
    ['heading', 1, 'Prices 2026'],
    ['paragraph', 1, 'All prices\nin euros.'],
    ['table', 2, '| item | price |\n| nut \\| bolt | 1 |'],
    ['list', 2, '- one\n  1. two'],
    ['code', 2, '  x = 1'],
  ]);
  const table = blocks[2];
  expect(table?.kind === 'table' && text.slice(table.start, table.headerEnd)).toBe('| item | price |');
});

test('nothing but white space is no document', () => {
  const builder = new DocumentBuilder();
  builder.paragraph(' \u200b\n');
  expect(() => builder.finish('empty.docx')).toThrow(/empty.docx contains no text/);
});

test('whatever comes in, blocks stand in order, apart, and cover every character that is not blank', () => {
  const piece = fc.tuple(
    fc.constantFrom('heading', 'paragraph', 'code', 'table', 'list'),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const builder = new DocumentBuilder();
      builder.paragraph('first');
      for (const [kind, words] of pieces) {
        if (kind === 'heading') builder.heading(2, words);
        else if (kind === 'paragraph') builder.paragraph(words);
        else if (kind === 'code') builder.code(words);
        else if (kind === 'table') builder.table([[words, words], [words]], 1);
        else builder.list([{ text: words, depth: 0 }]);
      }
      const { text, blocks } = builder.finish('x');
      let end = 0;
      for (const block of blocks) {
        expect(text.slice(end, block.start).trim()).toBe('');
        expect(block.end).toBeGreaterThan(block.start);
        if (block.kind === 'table') expect(block.headerEnd).toBeLessThanOrEqual(block.end);
        end = block.end;
      }
      expect(end).toBe(text.length);
    }),
  );
});

test.each([
  ['Tide tables', 'Tide tables'],
  ['2023 in review', '2023 in review'],
  ['10 ways to tie a knot', '10 ways to tie a knot'],
  ['1 Introduction', undefined],
  ['1.1. Scope', undefined],
  ['Table of Contents', undefined],
])('the heading %j gives the title %j', (heading, title) => {
  const builder = new DocumentBuilder();
  builder.heading(1, heading);
  expect(builder.finish('a.docx').title).toBe(title);
});

test('a figure whose description is its caption says it once', () => {
  const builder = new DocumentBuilder();
  for (const words of ['A rose', 'A rose\n', 'A tulip']) builder.figure(words);
  expect(builder.finish('a.odt').text).toBe('A rose\n\nA tulip');
});

test('properties stand behind the opening heading, and what is known of places moves with the text', () => {
  const builder = new DocumentBuilder();
  builder.startPage(1);
  builder.heading(1, 'Crane');
  builder.paragraph('Serviced twice.');
  const place = { start: 7, end: 22, page: 1, box: [0, 0, 1, 1] as const };
  const heading = { start: 0, end: 5, page: 1, box: [0, 0, 1, 1] as const };
  const { text, blocks, places } = builder.finish('a', {
    properties: [{ name: 'Author', value: 'Ada' }],
    places: [heading, place],
  });
  expect(text).toBe('Crane\n\n- Author: Ada\n\nServiced twice.');
  expect(blocks.map(({ kind, start, end, page }) => [kind, text.slice(start, end), page])).toEqual([
    ['heading', 'Crane', 1],
    ['list', '- Author: Ada', 1],
    ['paragraph', 'Serviced twice.', 1],
  ]);
  expect(places?.map(({ start, end }) => text.slice(start, end))).toEqual(['Crane', 'Serviced twice.']);
});

test('a panel heads what is in it and nothing behind', () => {
  const builder = new DocumentBuilder();
  builder.heading(2, 'Install');
  builder.openPanel('Linux');
  builder.heading(2, 'By hand');
  builder.paragraph('Use apt.');
  builder.closePanel();
  builder.paragraph('Reboot.');
  const { text, blocks } = builder.finish('a');
  expect(
    blocks.flatMap((block) => (block.kind === 'heading' ? [[block.level, block.title, block.until]] : [])),
  ).toEqual([
    [2, 'Install', undefined],
    [3, 'Linux', text.indexOf('\n\nReboot')],
    [4, 'By hand', undefined],
  ]);
});

test('a caption is of no picture where its own is not in the file', () => {
  const builder = new DocumentBuilder();
  builder.picture('media/mill.png');
  builder.paragraph('Figure 1: The mill.');
  builder.picture(undefined);
  builder.paragraph('Figure 2: The weir.');
  builder.picture(undefined, 'A boat on the pond');
  builder.paragraph('Figure 3: The pond.');
  expect(builder.finish('mill.docx').blocks).toMatchObject([
    { kind: 'figure', picture: 'media/mill.png' },
    ...Array.from({ length: 3 }, () => expect.not.objectContaining({ picture: expect.anything() })),
  ]);
});
