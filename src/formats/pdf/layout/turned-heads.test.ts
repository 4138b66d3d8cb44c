import { expect, test } from 'vitest';
import { readPage } from '../read-pdf.test-support.ts';
import type { PlacedText } from '../write-pdf.test-support.ts';

const turned = (text: string, x: number, y: number): PlacedText => ({ text, x, y, degrees: 90 });

const rows = ['Rope', 'Chain', 'Wire'].flatMap((label, row): PlacedText[] => [
  { text: label, x: 60, y: 640 - 16 * row },
  ...['yes', 'no', 'yes'].map((text, column) => ({ text, x: 160 + 40 * column, y: 640 - 16 * row })),
]);

test('heads that are turned by a quarter head the columns below them, in two lines too', async () => {
  const { blocks } = await readPage([
    ...rows,
    turned('Salt', 164, 658),
    turned('water', 175, 658),
    turned('Fresh water', 206, 658),
    turned('Air', 246, 658),
  ]);
  expect(blocks).toEqual([
    '1 table: |  | Salt water | Fresh water | Air |\n| Rope | yes | no | yes |\n| Chain | yes | no | yes |\n| Wire | yes | no | yes |',
  ]);
});

test('one turned text, or several that stand over no cells, is no head', async () => {
  const { blocks } = await readPage([
    ...rows,
    turned('Form 12', 580, 300),
    turned('Printed here', 420, 658),
    turned('in May', 460, 658),
  ]);
  expect(blocks[0]).toMatch(/^1 table: \| Rope \| yes/);
  expect(blocks.slice(1).join(' ')).toMatch(/Printed here .*in May.*Form 12|Form 12.*Printed here.*in May/);
});
