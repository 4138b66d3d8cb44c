import type { GenerateUsage, ModelUse } from '../contracts/generator.ts';

/** What is known of the model behind an answer; null where none is named. */
export function modelUse(
  name: string | undefined,
  finishReason: ModelUse['finishReason'],
  { promptTokens = null, completionTokens = null }: Partial<GenerateUsage> = {},
): ModelUse | null {
  return name === undefined ? null : { name, finishReason, promptTokens, completionTokens };
}
