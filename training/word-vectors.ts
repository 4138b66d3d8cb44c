/**
 * Makes `models/word-vectors`: a small vector for each English word that the shipped embedding model has a token of its
 * own for, so that words can be compared without running the model. A word's vector is the model's vector of that word
 * alone, less the mean of all, projected on the principal components and rounded to eight bits.
 *
 *     node training/word-vectors.ts
 *
 * Source: Tulkens, van Dongen, "Model2Vec: Fast State-of-the-Art Static Embeddings", 2024.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createEmbedder } from '../src/models/create-models.ts';
import { defaults } from '../src/settings/default-config.ts';

const dimension = 64;
const model = 'all-MiniLM-L6-v2';
const models = fileURLToPath(new URL('../models/', import.meta.url));

const { vocab } = (
  JSON.parse(await readFile(`${models}${model}/tokenizer.json`, 'utf8')) as {
    model: { vocab: Record<string, number> };
  }
).model;
const words = Object.keys(vocab).filter((word) => /^(?:[a-z]{2,}|\d{1,4})$/.test(word));
const embedder = await createEmbedder(defaults.embedder, '/nonexistent');
const vectors: Float64Array[] = [];
for (let start = 0; start < words.length; start += 512) {
  const found = await embedder.embedDocuments(words.slice(start, start + 512));
  for (const { vectors: windows } of found) vectors.push(Float64Array.from(windows[0] as Float32Array));
}
await embedder.close();

const size = embedder.dimension;
const mean = new Float64Array(size);
for (const vector of vectors)
  for (let place = 0; place < size; place += 1)
    mean[place] = at(mean, place) + at(vector, place) / vectors.length;
for (const vector of vectors)
  for (let place = 0; place < size; place += 1) vector[place] = at(vector, place) - at(mean, place);

const components = principalComponents(vectors, dimension);
const bytes = new Int8Array(words.length * dimension);
for (const [row, vector] of vectors.entries()) {
  const projected = components.map((component) => inner(component, vector));
  const most = Math.max(...projected.map(Math.abs)) || 1;
  for (const [place, value] of projected.entries())
    bytes[row * dimension + place] = Math.round((value / most) * 127);
}
await mkdir(`${models}word-vectors`, { recursive: true });
await writeFile(`${models}word-vectors/words.txt`, `${words.join('\n')}\n`);
await writeFile(`${models}word-vectors/vectors.bin`, bytes);
process.stderr.write(`${words.length} words, ${bytes.length} bytes\n`);

/** Orthonormal directions of the greatest variance, by subspace iteration from fixed starting points. */
function principalComponents(rows: readonly Float64Array[], count: number): Float64Array[] {
  const covariance = Array.from({ length: size }, () => new Float64Array(size));
  for (const row of rows)
    for (let one = 0; one < size; one += 1) {
      const line = covariance[one] as Float64Array;
      const value = at(row, one);
      for (let other = 0; other < size; other += 1) line[other] = at(line, other) + value * at(row, other);
    }
  let basis: Float64Array[] = Array.from({ length: count }, (_, place) =>
    Float64Array.from({ length: size }, (__, other) => Math.sin((place + 1) * (other + 1))),
  );
  for (let round = 0; round < 40; round += 1) {
    basis = orthonormal(
      basis.map((direction) => Float64Array.from(covariance, (line) => inner(line, direction))),
    );
  }
  return basis;
}

function orthonormal(directions: readonly Float64Array[]): Float64Array[] {
  const kept: Float64Array[] = [];
  for (const direction of directions) {
    const rest = Float64Array.from(direction);
    for (const one of kept) {
      const shared = inner(one, rest);
      for (let place = 0; place < size; place += 1) rest[place] = at(rest, place) - shared * at(one, place);
    }
    const length = Math.sqrt(inner(rest, rest)) || 1;
    kept.push(rest.map((value) => value / length));
  }
  return kept;
}

function inner(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let place = 0; place < one.length; place += 1) sum += at(one, place) * at(other, place);
  return sum;
}

function at(vector: Float64Array, place: number): number {
  return vector[place] as number;
}
