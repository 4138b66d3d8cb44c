import type { Metadata } from '../../../contracts/chunk.ts';
import { ownValue } from '../../../values/own-value.ts';
import { packSections, SectionReader } from '../segments/sections.ts';
import { SegmentBody } from '../segments/segment-body.ts';
import { StringTable } from '../text/string-table.ts';
import { MetadataColumn } from './metadata-column.ts';

/** The columns of a segment by field name. Every field that a chunk carries has one, declared or not. */
export type MetadataColumns = ReadonlyMap<string, MetadataColumn>;

/** Builds the columns of the chunks whose metadata are given, in order. */
export function buildColumns(metadata: readonly Metadata[]): MetadataColumns {
  const names = new Set<string>();
  for (const entry of metadata) for (const name of Object.keys(entry)) names.add(name);
  return new Map(
    [...names]
      .toSorted()
      .map((name) => [name, MetadataColumn.of(metadata.map((entry) => ownValue(entry, name)))]),
  );
}

/** The columns of several segments as those of one, see {@link MetadataColumn.merge}. */
export function mergeColumns(
  sources: readonly MetadataColumns[],
  remaps: readonly Uint32Array[],
  chunks: number,
): MetadataColumns {
  const names = new Set(sources.flatMap((columns) => [...columns.keys()]));
  const merged = [...names].toSorted().map((name) => {
    const fields = sources.map(
      (columns, index) => columns.get(name) ?? MetadataColumn.empty((remaps[index] as Uint32Array).length),
    );
    return [name, MetadataColumn.merge(fields, remaps, chunks)] as const;
  });
  return new Map(merged.filter((entry): entry is [string, MetadataColumn] => entry[1] !== undefined));
}

/** Columns as one section of a segment. */
export function packColumns(columns: MetadataColumns): Uint8Array {
  const names = StringTable.of([...columns.keys()]);
  return packSections([...names.sections(), ...[...columns.values()].flatMap((column) => column.sections())]);
}

/** Reads what {@link packColumns} made, in place. */
export function readColumns(bytes: Uint8Array): MetadataColumns {
  const reader = new SectionReader(new SegmentBody(bytes));
  const names = StringTable.read(reader);
  const columns = new Map<string, MetadataColumn>();
  for (let index = 0; index < names.size; index++) columns.set(names.at(index), MetadataColumn.read(reader));
  return columns;
}
