import type { Filter } from '../../contracts/filter.ts';
import type { MetadataColumns } from './metadata-columns.ts';

/** For each of `chunks` chunks, 1 where the filter holds and 0 where it does not. The filter has been checked. */
export function filterMatches(filter: Filter, columns: MetadataColumns, chunks: number): Uint8Array {
  if ('and' in filter)
    return combine(filter.and, columns, new Uint8Array(chunks).fill(1), (all, one) => all & one);
  if ('or' in filter) return combine(filter.or, columns, new Uint8Array(chunks), (any, one) => any | one);
  const matches = new Uint8Array(chunks);
  const column = columns.get(filter.field);
  if (column === undefined) return matches;
  const ranges =
    filter.op === 'in'
      ? filter.value.map((value) => column.range('eq', value))
      : [column.range(filter.op, filter.value)];
  column.mark(ranges, matches);
  return matches;
}

function combine(
  parts: readonly Filter[],
  columns: MetadataColumns,
  result: Uint8Array,
  join: (left: number, right: number) => number,
): Uint8Array {
  for (const part of parts) {
    const matches = filterMatches(part, columns, result.length);
    for (let chunk = 0; chunk < result.length; chunk++)
      result[chunk] = join(result[chunk] as number, matches[chunk] as number);
  }
  return result;
}
