import { fnv1aOfText } from '../../src/engines/embedded/fnv1a.ts';
import { onnxEmbedder } from '../../src/models/local/onnx-embedder.ts';
import { seededRandom } from '../../src/values/seeded-random.ts';
import { factsIn, factsOf } from './answer-corpus.ts';
import { unit, withNoise } from './unit-vectors.ts';

/** Length of what places and the order of sentences add to a passage's vector, against that of its facts. */
const noiseLength = 0.5;

/** A vector for each text. */
export type TextVectors = (text: string) => Promise<Float32Array>;

/**
 * Vectors as the shipped model gives them: of questions its own; of passages, which would take it half an hour, the
 * mean of those of the facts that they state, with some noise for what else they say.
 */
export async function answerVectors(seed: number): Promise<TextVectors> {
  const model = await onnxEmbedder();
  const facts = factsOf(seed).flatMap((ofNoun) => ofNoun.map(({ text }) => text));
  const embedded = await model.embedDocuments(facts);
  const known = new Map(facts.map((fact, at) => [fact, embedded[at]?.vectors[0] as Float32Array]));
  const names = new Set(facts);
  const asked = new Map<string, Float32Array>();
  return async (text) => {
    const stated = factsIn(text, names).map((fact) => known.get(fact) as Float32Array);
    if (stated.length > 0) return mixed(stated, seededRandom(fnv1aOfText(text)));
    const vector = asked.get(text) ?? (await model.embedQuery(text));
    asked.set(text, vector);
    return vector;
  };
}

function mixed(vectors: readonly Float32Array[], random: () => number): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors)
    for (let axis = 0; axis < sum.length; axis++)
      sum[axis] = (sum[axis] as number) + (vector[axis] as number);
  return withNoise(unit(sum), noiseLength, random);
}
