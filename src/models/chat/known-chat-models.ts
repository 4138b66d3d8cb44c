import type { GptEncoding } from '../gpt-tokenizer.ts';

/** What is published about a remote language model. */
export interface KnownChatModel {
  readonly encoding: GptEncoding;
  /** Most tokens of prompt and answer together. */
  readonly contextWindow: number;
  /**
   * It thinks before it answers: it takes no temperature, and calls the limit of thought and answer together
   * `max_completion_tokens`.
   */
  readonly isReasoning?: boolean;
}

/** From the vendor's documentation, by how names begin; the first that fits counts. */
const families: readonly (readonly [RegExp, KnownChatModel])[] = [
  [/^gpt-5(?:\.\d+)?-chat/, { encoding: 'o200k_base', contextWindow: 128_000 }],
  [/^gpt-5/, { encoding: 'o200k_base', contextWindow: 400_000, isReasoning: true }],
  [/^o[134](?:-|$)/, { encoding: 'o200k_base', contextWindow: 200_000, isReasoning: true }],
  [/^gpt-4\.1/, { encoding: 'o200k_base', contextWindow: 1_047_576 }],
  [/^(?:chat)?gpt-4o/, { encoding: 'o200k_base', contextWindow: 128_000 }],
  [/^gpt-4-turbo/, { encoding: 'cl100k_base', contextWindow: 128_000 }],
  [/^gpt-4/, { encoding: 'cl100k_base', contextWindow: 8_192 }],
  [/^gpt-(?:3\.5|35)-turbo/, { encoding: 'cl100k_base', contextWindow: 16_385 }],
  [/^gpt-oss/, { encoding: 'o200k_base', contextWindow: 131_072 }],
];

/** Looks a model up by its name as a provider spells it: `openai/gpt-4o-mini`, `gpt-oss:20b`. */
export function knownChatModel(name: string): KnownChatModel | undefined {
  const bare = name.replace(/^.*\//, '').toLowerCase();
  return families.find(([pattern]) => pattern.test(bare))?.[1];
}
