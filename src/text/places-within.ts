import type { TextPlace } from '../contracts/document.ts';

/** A part of a text, in UTF-16 code units. */
interface Part {
  readonly start: number;
  readonly end: number;
}

/** The places of a text that a part of it touches. `text` is asked for where only some cells of a row may be. */
export async function placesWithin(
  places: readonly TextPlace[],
  part: Part,
  text: () => Promise<string>,
): Promise<readonly TextPlace[]> {
  const touched = places.filter((place) => place.end > part.start && place.start < part.end);
  const isWhole = (place: Part): boolean => part.start <= place.start && part.end >= place.end;
  if (!touched.some((place) => 'cells' in place && !isWhole(place))) return touched;
  const whole = await text();
  return touched.map((place) => (isWhole(place) ? place : cellsWithin(place, part, whole)));
}

/** Of a row of cells, written between bars, those that the part touches; any other place as it is. */
function cellsWithin(place: TextPlace, part: Part, text: string): TextPlace {
  const [, from, row, to] = ('cells' in place && /^([A-Z]+)(\d+):([A-Z]+)\2$/.exec(place.cells)) || [];
  if (from === undefined || to === undefined) return place;
  const cells = [...text.slice(place.start, place.end).matchAll(/(?<=\| )(?:[^|\\]|\\.)*(?= \|)/g)];
  const first = columnOf(from);
  // Blank columns are not in the text: then it is not known which cell is which.
  if (cells.length !== columnOf(to) - first + 1) return place;
  const touched = cells.flatMap(({ 0: words, index }, column) => {
    const start = place.start + index;
    const end = start + words.length;
    return words !== '' && end > part.start && start < part.end
      ? [{ column: first + column, start, end }]
      : [];
  });
  const [left] = touched;
  const right = touched.at(-1);
  if (!left || !right) return place;
  const cell = ({ column }: { readonly column: number }): string => `${columnLetters(column)}${row}`;
  const cellsTouched = left === right ? cell(left) : `${cell(left)}:${cell(right)}`;
  return { ...place, start: left.start, end: right.end, cells: cellsTouched };
}

/** The 1-based column of its letters. */
function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}

/** The letters of a 1-based column: `AB` of 28. */
export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}
