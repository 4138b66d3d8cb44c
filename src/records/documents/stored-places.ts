import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { TextPlace } from '../../contracts/text-place.ts';

/** Places on pages as columns of differences, each from the row before; all others as they are. */
interface PackedPlaces {
  readonly columns: readonly (readonly number[])[];
  readonly others: readonly TextPlace[];
}

/** Base64 of about five bytes a place, with a checksum before it; null where there are none. */
export function packPlaces(places: readonly TextPlace[] = []): string | null {
  if (places.length === 0) return null;
  const columns: number[][] = [[], [], [], [], [], [], []];
  const others: TextPlace[] = [];
  let last = [0, 0, 0, 0, 0, 0, 0];
  for (const place of places) {
    if (!('box' in place)) {
      others.push(place);
      continue;
    }
    const row = [place.start, place.end - place.start, place.page, ...place.box];
    for (const [index, value] of row.entries()) columns[index]?.push(value - (last[index] as number));
    // What is long says nothing of what comes next.
    last = row.with(1, 0);
  }
  const packed = deflateRawSync(JSON.stringify({ columns, others } satisfies PackedPlaces));
  return `${crc32(packed).toString(16)}:${packed.toString('base64')}`;
}

/** Ordered by `start`; none of what is damaged. */
export function unpackPlaces(stored: string | null): readonly TextPlace[] {
  const [checksum = '', data = ''] = stored?.split(':') ?? [];
  const packed = Buffer.from(data, 'base64');
  if (data === '' || crc32(packed).toString(16) !== checksum) return [];
  const { columns, others } = JSON.parse(inflateRawSync(packed).toString()) as PackedPlaces;
  const places: TextPlace[] = [...others];
  let last = [0, 0, 0, 0, 0, 0, 0];
  for (let index = 0; index < (columns[0]?.length ?? 0); index++) {
    const row = columns.map((column, at) => (column[index] as number) + (last[at] as number));
    const [start = 0, length = 0, page = 1, left = 0, top = 0, width = 0, height = 0] = row;
    places.push({ start, end: start + length, page, box: [left, top, width, height] });
    last = row.with(1, 0);
  }
  return others.length > 0 ? places.toSorted((a, b) => a.start - b.start) : places;
}
