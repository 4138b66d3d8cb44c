import type { DocumentVersion } from '../../contracts/document-records.ts';
import { readDatabase } from '../../sqlite/open-database.ts';
import { type ChunkRow, readableChunk, selectChunks } from './chunk-rows.ts';
import { Connection } from './connection.ts';
import { hasTables } from './schema.ts';

/**
 * The versions of documents of which a chunk cannot be read, or is not letter for letter what stands at its place in
 * the text that `textOf` gives; where that is undefined, the version was replaced meanwhile. Reads every chunk of a
 * store's file. Errors: those of {@link readDatabase} and of `textOf`.
 */
export async function damagedVersions(
  file: string,
  textOf: (version: DocumentVersion) => Promise<string | undefined>,
): Promise<readonly DocumentVersion[]> {
  return readDatabase(file, async (database) => {
    if (!hasTables(database)) return [];
    const connection = new Connection(database);
    const damaged: DocumentVersion[] = [];
    const versions = connection.rows<[number: number, documentId: string, version: number]>(
      'select number, document_id, version from engine_versions',
    );
    for (const [number, documentId, version] of versions) {
      const text = await textOf({ documentId, version });
      if (text === undefined) continue;
      const chunks = connection
        .rows<ChunkRow>(`${selectChunks} where chunk.version_number = ?`, number)
        .map(readableChunk);
      const isWhole = chunks.every((chunk) => chunk && text.slice(chunk.start, chunk.end) === chunk.content);
      if (!isWhole) damaged.push({ documentId, version });
    }
    return damaged;
  });
}
