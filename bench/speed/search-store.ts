import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../src/app/store.ts';
import { chunkId } from '../../src/contracts/chunk.ts';
import type { Embedder } from '../../src/contracts/embedder.ts';
import { embeddedEngine } from '../../src/engines/embedded/embedded-engine.ts';
import { indexFields } from '../../src/ingest/chunk-metadata.ts';
import { embeddingText } from '../../src/ingest/embed.ts';
import { openFootnote } from '../../src/pipeline.ts';
import type { Config } from '../../src/settings/config.ts';
import { analyser } from '../../src/text/analyser/analyser.ts';
import type { Corpus, CorpusChunk } from './engine-corpus.ts';

/** Files to a folder. */
const filesPerFolder = 1000;

/** Writes the corpus as Markdown files, each chunk a section; returns their folder. */
export async function writeCorpus(directory: string, corpus: Corpus): Promise<string> {
  const folder = join(directory, 'files');
  let lines: string[] = [];
  let inFolder = folder;
  let files = 0;
  for (let index = 0; index < corpus.size; index++) {
    const { chunk } = corpus.at(index);
    if (chunk.ordinal === 0) lines = [`# ${chunk.title}`];
    lines.push(`## ${chunk.headingPath.join(' ')} ${chunk.ordinal}`, chunk.content);
    const isLast = index + 1 === corpus.size || corpus.at(index + 1).chunk.documentId !== chunk.documentId;
    if (!isLast) continue;
    if (files % filesPerFolder === 0) {
      inFolder = join(folder, String(files / filesPerFolder));
      await mkdir(inFolder, { recursive: true });
    }
    files++;
    await writeFile(join(inFolder, `${chunk.documentId}.md`), `${lines.join('\n\n')}\n`);
  }
  return folder;
}

/**
 * Ingests a folder through the pipeline with these settings and this embedder, which is closed then; returns its
 * chunks.
 */
export async function ingestWith(embedder: Embedder, config: Config, folder: string): Promise<number> {
  const footnote = await openFootnote(config, { embedder });
  try {
    const { chunks, failures } = await footnote.ingest([folder]);
    if (failures.length > 0) throw new Error(`${failures[0]?.path}: ${failures[0]?.message}`);
    return chunks;
  } finally {
    await footnote.close();
  }
}

/**
 * What a collection holds, as peers are given it: batch by batch, a row for each window of a chunk. The id of a row is
 * that of its chunk and the number of the window behind `#`.
 */
export async function* storedRows(
  { store, collection }: Pick<Config, 'store' | 'collection'>,
  embedder: Embedder,
): AsyncGenerator<readonly CorpusChunk[]> {
  const { records, ...place } = await openStore(store);
  const engine = embeddedEngine({ ...place, analyser: analyser() });
  try {
    const stored = await records.indexes.find(collection);
    if (stored === undefined) throw new Error(`${store} holds no collection ${collection}.`);
    const index = await engine.open({ ...stored, fields: indexFields(stored.fields) });
    for (const { documentId, version, chunks } of await records.library.list(collection)) {
      const ids = Array.from({ length: chunks }, (_, ordinal) => chunkId(documentId, version, ordinal));
      const held = await index.get(ids);
      const embedded = await embedder.embedDocuments(held.map(embeddingText));
      yield held.flatMap((chunk, at) =>
        (embedded[at]?.vectors ?? []).map((vector, window) => {
          return { chunk: { ...chunk, id: `${chunk.id}#${window}` }, vector };
        }),
      );
    }
  } finally {
    await engine.close();
    await records.close();
  }
}
