import { expect, test } from 'vitest';
import { readWritten } from './read-pdf.test-support.ts';
import { type PlacedText } from './write-pdf.test-support.ts';

/** A label and figures that end in line; the row at 680 has a currency sign in a column before each. */
function row(y: number, label: string, ...cells: string[]): PlacedText[] {
  return [
    { text: label, x: 60, y },
    ...cells.flatMap((text, index) => [
      ...(y === 680 ? [{ text: '$', x: 300 + 100 * index, y }] : []),
      { text, x: 360 + 100 * index - 5 * text.length, y },
    ]),
  ];
}

test('a table without rules has its rows, its header, and signs joined to their figures', async () => {
  const { blocks, raw, text } = await readWritten({
    pages: [
      {
        texts: [
          { text: 'The figures of the last two years are these.', x: 60, y: 730 },
          ...row(695, 'In millions', '2018', '2017'),
          ...row(680, 'Net sales', '32,765', '31,657'),
          ...row(665, 'Cost of sales', '(16,682)', '(16,055)'),
          { text: 'Net income attributable to the', x: 60, y: 650 },
          ...row(638, 'holders of shares', '16,083', '15,602'),
          {
            text: 'What follows is no part of the table, and it is long enough to fill the width of the page.',
            x: 60,
            y: 600,
          },
        ],
      },
    ],
  });
  expect(blocks).toEqual([
    '1 paragraph: The figures of the last two years are these.',
    '1 table: | In millions | 2018 | 2017 |\n| Net sales | $32,765 | $31,657 |\n| Cost of sales | (16,682) | (16,055) |\n' +
      '| Net income attributable to the holders of shares | 16,083 | 15,602 |',
    '1 paragraph: What follows is no part of the table, and it is long enough to fill the width of the page.',
  ]);
  const table = raw[1];
  expect(table?.kind === 'table' && text.slice(table.start, table.headerEnd)).toBe(
    '| In millions | 2018 | 2017 |',
  );
});
