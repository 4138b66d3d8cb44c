import type { Embedder } from '../../src/contracts/embedder.ts';
import { fnv1aOfText } from '../../src/engines/embedded/fnv1a.ts';
import { onnxEmbedder } from '../../src/models/local/onnx-embedder.ts';
import { seededRandom } from '../../src/values/seeded-random.ts';
import { withNoise } from './unit-vectors.ts';

/** Noise that parts a subject from the question about it, against the length of either: a cosine of .64. */
const subjectNoise = 1.2;

/** Noise that parts a passage from its subject, at least and at most: cosines of .93 to .64. */
const passageNoise = { least: 0.4, most: 1.2 };

/**
 * The shipped model for questions. Passages, which would take it hours, get a vector made up from their text, near that
 * of a subject, and subjects lie near the questions: the ten best of a question then have cosines of some .57, those of
 * a passage of .8, as in a collection that the questions are about. Vectors drawn anywhere would be as far from every
 * question as those of another subject.
 */
export async function madeUpEmbedder(questions: readonly string[]): Promise<Embedder> {
  const model = await onnxEmbedder();
  // Only what writes passages needs them; a process that is measured at opening does not wait for them.
  let subjectVectors: Promise<readonly Float32Array[]> | undefined;
  const subjects = () => {
    subjectVectors ??= Promise.all(questions.map((question) => subjectOf(question, model)));
    return subjectVectors;
  };
  return {
    id: model.id,
    dimension: model.dimension,
    languages: model.languages,
    tokenizer: model.tokenizer,
    async embedDocuments(texts) {
      const near = await subjects();
      return texts.map((text) => ({ vectors: [passageVector(near, text)], tokens: text.length }));
    },
    embedQuery: (text, options) => model.embedQuery(text, options),
    close: () => model.close(),
  };
}

async function subjectOf(question: string, model: Embedder): Promise<Float32Array> {
  return withNoise(await model.embedQuery(question), subjectNoise, seededRandom(fnv1aOfText(question)));
}

function passageVector(subjects: readonly Float32Array[], text: string): Float32Array {
  const random = seededRandom(fnv1aOfText(text));
  const subject = subjects[Math.floor(random() * subjects.length)] as Float32Array;
  const { least, most } = passageNoise;
  return withNoise(subject, least + (most - least) * random(), random);
}
