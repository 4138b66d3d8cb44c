import { StringLookup } from '../text/string-lookup.ts';
import type { TextSegment } from '../text/text-segment.ts';
import { CodeChunks } from './code-chunks.ts';
import type { Comparison } from './metadata-column.ts';

/** The field `documentId` of a text segment. Its codes are the places of document versions. */
class DocumentColumn {
  readonly #segment: TextSegment;
  readonly #lookup: StringLookup;
  readonly #chunks: CodeChunks;

  constructor(segment: TextSegment) {
    this.#segment = segment;
    this.#lookup = new StringLookup(segment.documentIds);
    this.#chunks = new CodeChunks(segment.versionPlaces, segment.documentIds.size);
  }

  /** Sets `matches[chunk]` to 1 for each chunk of a document whose id compares as asked. */
  mark(comparison: Comparison, matches: Uint8Array): void {
    for (const version of this.#versions(comparison))
      this.#chunks.mark({ from: version, to: version + 1 }, matches);
  }

  *#versions(comparison: Comparison): Generator<number> {
    const { documentIds } = this.#segment;
    if (comparison.op === 'in') {
      for (const id of comparison.value) yield* this.#lookup.placesOf(id as string);
    } else if (comparison.op === 'eq') {
      yield* this.#lookup.placesOf(comparison.value as string);
    } else {
      for (let version = 0; version < documentIds.size; version++) {
        const id = documentIds.at(version);
        if (comparison.op === 'gte' ? id >= comparison.value : id <= comparison.value) yield version;
      }
    }
  }
}

const columns = new WeakMap<TextSegment, DocumentColumn>();

/** The column of a segment, made when it is first asked for and kept as long as the segment is in memory. */
export function documentColumn(segment: TextSegment): DocumentColumn {
  let column = columns.get(segment);
  if (column === undefined) columns.set(segment, (column = new DocumentColumn(segment)));
  return column;
}
