import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dimension } from './engine-corpus.ts';
import type { EngineSystem, Ranked } from './engine-system.ts';

/** Every vector as float32 in memory, every product computed in a plain loop: what a search must not be slower than. */
export const bruteForceSystem: EngineSystem = {
  name: 'brute-force',
  async create(directory) {
    return {
      async write(batch) {
        const bytes = batch.map(
          ({ vector }) => new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength),
        );
        await appendFile(join(directory, 'vectors.f32'), Buffer.concat(bytes));
        await appendFile(join(directory, 'ids.txt'), batch.map(({ chunk }) => `${chunk.id}\n`).join(''));
      },
      async finish() {},
    };
  },
  async open(directory) {
    const bytes = await readFile(join(directory, 'vectors.f32'));
    const ids = (await readFile(join(directory, 'ids.txt'), 'utf8')).split('\n');
    const vectors = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
    return {
      vector: async (vector, limit) => scan(vectors, ids, vector, limit),
      async close() {},
    };
  },
};

function scan(
  vectors: Float32Array,
  ids: readonly string[],
  question: Float32Array,
  limit: number,
): readonly Ranked[] {
  const best: Ranked[] = [];
  for (let row = 0; row * dimension < vectors.length; row++) {
    let score = 0;
    const from = row * dimension;
    for (let at = 0; at < dimension; at++) score += (vectors[from + at] as number) * (question[at] as number);
    insertRanked(best, { id: ids[row] as string, score }, limit);
  }
  return best;
}

/** Keeps `best` the best `limit` in order, best first. */
export function insertRanked(best: Ranked[], candidate: Ranked, limit: number): void {
  if (best.length === limit && candidate.score <= (best[limit - 1] as Ranked).score) return;
  let at = best.length;
  while (at > 0 && (best[at - 1] as Ranked).score < candidate.score) at--;
  best.splice(at, 0, candidate);
  if (best.length > limit) best.pop();
}
