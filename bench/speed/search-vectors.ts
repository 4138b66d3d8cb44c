import type { Embedder } from '../../src/contracts/embedder.ts';
import { onnxEmbedder } from '../../src/models/onnx-embedder.ts';
import { seededRandom } from '../../src/seeded-random.ts';
import { seedOfText } from './seed-of-text.ts';

/** What is added to the vector of a question, at least and at most, against its own length: cosines of .71 to .24. */
const noiseLengths = { least: 1, most: 4 };

/**
 * The shipped model for questions. Passages, which would take it hours, get a vector made up from their text, near that
 * of one of the questions, so that each of these is about something: vectors drawn anywhere are as far from every
 * question as those of another subject.
 */
export async function madeUpEmbedder(questions: readonly string[]): Promise<Embedder> {
  const model = await onnxEmbedder();
  // Only what writes passages needs them; a process that is measured at opening does not wait for them.
  let asked: Promise<readonly Float32Array[]> | undefined;
  const centres = () => {
    asked ??= Promise.all(questions.map((question) => model.embedQuery(question)));
    return asked;
  };
  return {
    id: model.id,
    dimension: model.dimension,
    languages: model.languages,
    tokenizer: model.tokenizer,
    async embedDocuments(texts) {
      const near = await centres();
      return texts.map((text) => ({ vectors: [vectorNear(near, text)], tokens: text.length }));
    },
    embedQuery: (text, options) => model.embedQuery(text, options),
    close: () => model.close(),
  };
}

function vectorNear(centres: readonly Float32Array[], text: string): Float32Array {
  const random = seededRandom(seedOfText(text));
  const centre = centres[Math.floor(random() * centres.length)] as Float32Array;
  const { least, most } = noiseLengths;
  const scale = (least + (most - least) * random()) * Math.sqrt(12 / centre.length);
  const noisy = centre.map((value) => value + scale * (random() - 0.5));
  const length = Math.hypot(...noisy);
  return noisy.map((value) => value / length);
}
