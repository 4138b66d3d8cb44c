import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { TextPlace } from '../../contracts/document.ts';

/** Places as columns of differences, each from the row before: those on pages, of rows of sheets, of recordings. */
interface PackedPlaces {
  readonly columns: readonly (readonly number[])[];
  readonly cells: readonly (readonly number[])[];
  /** Of each sheet and range of columns among the cells: `["Sheet 1", "B:D"]`. */
  readonly ranges: readonly (readonly [sheet: string, columns: string])[];
  readonly times: readonly (readonly number[])[];
  readonly others: readonly TextPlace[];
}

/** Rows of numbers as columns, in which a row has what is new since the last. */
class Columns {
  readonly columns: number[][];
  #last: number[];

  constructor(width: number) {
    this.columns = Array.from({ length: width }, () => []);
    this.#last = this.columns.map(() => 0);
  }

  /** What is long, the second number, says nothing of what comes next. */
  add(row: readonly number[]): void {
    for (const [index, value] of row.entries())
      this.columns[index]?.push(value - (this.#last[index] as number));
    this.#last = row.with(1, 0);
  }

  static *rows(columns: readonly (readonly number[])[]): Generator<readonly number[]> {
    let last = columns.map(() => 0);
    for (let index = 0; index < (columns[0]?.length ?? 0); index++) {
      const row = columns.map((column, at) => (column[index] as number) + (last[at] as number));
      yield row;
      last = row.with(1, 0);
    }
  }
}

/** Cells of one row: `B2`, `B2:D2`. */
const rowOfCells = /^([A-Z]+)(\d{1,7})(?::([A-Z]+)\2)?$/;

/** Base64 of about five bytes a place, with a checksum before it; null where there are none. */
export function packPlaces(places: readonly TextPlace[] = []): string | null {
  if (places.length === 0) return null;
  const [boxes, cells, times] = [new Columns(7), new Columns(4), new Columns(4)];
  const ranges = new Map<string, { readonly index: number; readonly range: [string, string] }>();
  const others: TextPlace[] = [];
  for (const place of places) {
    const length = place.end - place.start;
    const [, from = '', row, to] = ('cells' in place && rowOfCells.exec(place.cells)) || [];
    if ('box' in place) boxes.add([place.start, length, place.page, ...place.box]);
    else if ('cells' in place && row !== undefined) {
      const range: [string, string] = [place.sheet, to === undefined ? from : `${from}:${to}`];
      const key = JSON.stringify(range);
      const { index } = ranges.get(key) ?? { index: ranges.size };
      ranges.set(key, { index, range });
      cells.add([place.start, length, index, Number(row)]);
    } else if ('time' in place)
      times.add([place.start, length, place.time[0], place.time[1] - place.time[0]]);
    else others.push(place);
  }
  const whole: PackedPlaces = {
    columns: boxes.columns,
    cells: cells.columns,
    ranges: [...ranges.values()].map(({ range }) => range),
    times: times.columns,
    others,
  };
  const packed = deflateRawSync(JSON.stringify(whole));
  return `${crc32(packed).toString(16)}:${packed.toString('base64')}`;
}

/** Ordered by `start`; none of what is damaged. */
export function unpackPlaces(stored: string | null): readonly TextPlace[] {
  const [checksum = '', data = ''] = stored?.split(':') ?? [];
  const packed = Buffer.from(data, 'base64');
  if (data === '' || crc32(packed).toString(16) !== checksum) return [];
  const unpacked = JSON.parse(inflateRawSync(packed).toString()) as Partial<PackedPlaces>;
  const { columns = [], cells = [], ranges = [], times = [], others = [] } = unpacked;
  const places: TextPlace[] = [...others];
  for (const [start = 0, length = 0, page = 1, left = 0, top = 0, width = 0, height = 0] of Columns.rows(
    columns,
  ))
    places.push({ start, end: start + length, page, box: [left, top, width, height] });
  for (const [start = 0, length = 0, index = 0, row = 1] of Columns.rows(cells)) {
    const [sheet = '', letters = ''] = ranges[index] ?? [];
    places.push({ start, end: start + length, sheet, cells: letters.replaceAll(/[A-Z]+/g, `$&${row}`) });
  }
  for (const [start = 0, length = 0, from = 0, lasts = 0] of Columns.rows(times))
    places.push({ start, end: start + length, time: [from, from + lasts] });
  return places.toSorted((a, b) => a.start - b.start);
}
