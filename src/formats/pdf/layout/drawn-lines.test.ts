import { expect, test } from 'vitest';
import { leftColumn, readPage, readWritten, textLines } from '../read-pdf.test-support.ts';

/** What the places of a document point at, with the left and the upper edge of each box. */
async function pointedAt(...args: Parameters<typeof readPage>) {
  const { text, places = [] } = await readPage(...args);
  return places.map((place) =>
    'box' in place ? [text.slice(place.start, place.end), place.box[0], place.box[1]] : [],
  );
}

test('each drawn line has its box, broken words and hyphens or not', async () => {
  const lines = ['The master of the har-', 'bour (a well-known man,', 'they say) slept.'];
  expect(await pointedAt(textLines(lines, 60, 700))).toEqual([
    ['The master of the har', 60, 84],
    ['bour (a well-known man,', 60, 96],
    ['they say) slept.', 60, 108],
  ]);
});

test('columns have the boxes of their own lines', async () => {
  const right = leftColumn.map((line) => line.toUpperCase());
  const places = await pointedAt([...textLines(leftColumn, 60, 700), ...textLines(right, 330, 700)]);
  expect(places.map(([text, left]) => [text, left])).toEqual([
    ...leftColumn.map((text) => [text, 60]),
    ...right.map((text) => [text, 330]),
  ]);
});

const cells = (y: number, ...placed: readonly (readonly [x: number, text: string])[]) =>
  placed.map(([x, text]) => ({ text, x, y }));

test('a row of a table has one box, whichever of its cells wrap', async () => {
  const { text, places = [] } = await readPage([
    ...cells(700, [60, 'No.'], [120, 'Catch'], [240, 'Boat'], [330, 'Landed'], [420, 'Boxes']),
    ...cells(685, [60, '1'], [120, 'Haddock'], [240, 'Alba'], [330, '4 May'], [420, '17']),
    { text: '(line-caught)', x: 120, y: 674, size: 8 },
    ...cells(657, [60, '2'], [120, 'Whiting'], [240, 'Skua'], [330, '5 May'], [420, '17']),
    { text: '(second haul)', x: 120, y: 646, size: 8 },
  ]);
  const rows = places.map((place) =>
    'box' in place ? [text.slice(place.start, place.end), ...place.box] : [],
  );
  expect(rows.map(([row, left, top, , height]) => [row, left, top, height])).toEqual([
    ['| No. | Catch | Boat | Landed | Boxes |', 60, 84, 10],
    ['| 1 | Haddock (line-caught) | Alba | 4 May | 17 |', 60, 99, 21],
    ['| 2 | Whiting (second haul) | Skua | 5 May | 17 |', 60, 127, 21],
  ]);
});

test('what is turned has its box as the page shows it, and each page its own', async () => {
  const { places = [] } = await readWritten({
    pages: [
      { texts: [{ text: 'Turned words here.', x: 300, y: 400, degrees: 90 }] },
      { texts: [{ text: 'Words on the second page.', x: 60, y: 700 }] },
    ],
  });
  expect(places).toMatchObject([{ page: 1 }, { page: 2, box: [60, 84, expect.any(Number), 10] }]);
  const [left, top, width, height] = places[0] && 'box' in places[0] ? places[0].box : [];
  // Letters that go up the page: the box ends where they begin, and is higher than wide.
  expect([left, (top ?? 0) + (height ?? 0), width]).toEqual([292, 392, 10]);
  expect(height).toBeGreaterThan(60);
});
