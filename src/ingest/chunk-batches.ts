/** A run of the chunks of one document within a batch: ordinals `[from, to)`. */
export interface ChunkRun<Document> {
  readonly document: Document;
  readonly from: number;
  readonly to: number;
}

/**
 * Groups the chunks of documents, in order, into batches of at most `maxChunks`: parts of one long document, or many
 * short ones. The batch is the unit that a crash can cost, so it is small; it is also the unit of the transaction, so
 * it is not tiny.
 * @param rangeOf the ordinals `[from, to)` of a document's chunks that are to be batched
 */
export async function* chunkBatches<Document>(
  documents: Iterable<Document> | AsyncIterable<Document>,
  rangeOf: (document: Document) => Omit<ChunkRun<Document>, 'document'>,
  maxChunks: number,
): AsyncGenerator<readonly ChunkRun<Document>[]> {
  let runs: ChunkRun<Document>[] = [];
  let room = maxChunks;
  for await (const document of documents) {
    const range = rangeOf(document);
    for (let { from } = range; from < range.to; ) {
      const to = Math.min(range.to, from + room);
      runs.push({ document, from, to });
      room -= to - from;
      from = to;
      if (room > 0) continue;
      yield runs;
      runs = [];
      room = maxChunks;
    }
  }
  if (runs.length > 0) yield runs;
}
