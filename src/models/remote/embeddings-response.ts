import { z } from 'zod';
import { FootnoteError } from '../../errors.ts';
import { schemaProblem } from '../../values/value-problem.ts';
import { unitVector } from '../unit-vector.ts';

/** The vectors of one request, in the order of its texts, of unit length. */
export interface EmbeddingsResponse {
  readonly vectors: readonly Float32Array[];
  /** Tokens that the provider counted; undefined where it says nothing. */
  readonly billedTokens: number | undefined;
}

const tokens = z.int().min(0).nullish();

/**
 * `CreateEmbeddingResponse` of OpenAI's API, as far as it is needed. Servers that follow it leave out more than it
 * allows: without any `index` the answers stand in the order of the texts.
 */
const responseShape = z.object({
  data: z.array(
    z.object({
      index: z.int().min(0).nullish(),
      embedding: z.union([z.array(z.number()), z.base64()]),
    }),
  ),
  usage: z.object({ prompt_tokens: tokens, total_tokens: tokens }).nullish(),
});

/**
 * Checks an answer to a request with `count` texts and brings it into order.
 * Errors: `model_answer_invalid` where it is no list of one embedding for each text; `vector_invalid` where one is
 * not `dimension` long, or is not finite or zero, then with the place of its text as `details.position`.
 */
export function readEmbeddingsResponse(
  body: unknown,
  { model, count, dimension }: { model: string; count: number; dimension: number },
): EmbeddingsResponse {
  const invalid = (problem: string) => new FootnoteError('model_answer_invalid', { model, problem });
  const result = responseShape.safeParse(body);
  if (!result.success) throw invalid(schemaProblem(result.error));
  const { data, usage } = result.data;
  if (data.length !== count) throw invalid(`${data.length} embeddings for ${count} texts`);
  const vectors: (Float32Array | undefined)[] = Array.from({ length: count });
  for (const [position, { index: written, embedding }] of data.entries()) {
    const index = written ?? position;
    if (index >= count || vectors[index]) throw invalid(`index ${index} is out of range or repeated`);
    vectors[index] = unitVector(
      numbersOf(embedding),
      dimension,
      `text ${index + 1} of ${count} from ${model}`,
      index,
    );
  }
  return {
    vectors: vectors as Float32Array[],
    billedTokens: usage?.prompt_tokens ?? usage?.total_tokens ?? undefined,
  };
}

/** Numbers as they are, or as base64 of little-endian float32. */
function numbersOf(embedding: readonly number[] | string): ArrayLike<number> {
  if (typeof embedding !== 'string') return embedding;
  const bytes = Buffer.from(embedding, 'base64');
  return Float32Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.readFloatLE(index * 4));
}
