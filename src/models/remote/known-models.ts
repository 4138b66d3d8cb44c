import { ownValue } from '../../values/own-value.ts';
import type { GptEncoding } from '../tokenizers.ts';

/** What is published about a remote embedding model. */
interface KnownEmbeddingModel {
  readonly dimension: number;
  /** Whether it gives shorter vectors on request. */
  readonly isShortenable?: boolean;
  /** Most tokens it reads of one text. */
  readonly maxTokens: number;
  /** Its tokenizer; undefined where that is not one of OpenAI's. */
  readonly encoding?: GptEncoding;
  readonly languages: readonly string[] | 'any';
  /** What it was trained to see before a question. */
  readonly queryPrefix?: string;
  /** What it was trained to see before a passage. */
  readonly documentPrefix?: string;
}

const openai = { maxTokens: 8191, encoding: 'cl100k_base', languages: 'any' } as const;
const e5 = { maxTokens: 512, queryPrefix: 'query: ', documentPrefix: 'passage: ' } as const;

/** From the vendors' documentation and model cards; names without owner and tag. */
const models: Readonly<Record<string, KnownEmbeddingModel>> = {
  'text-embedding-3-small': { ...openai, dimension: 1536, isShortenable: true },
  'text-embedding-3-large': { ...openai, dimension: 3072, isShortenable: true },
  'text-embedding-ada-002': { ...openai, dimension: 1536 },
  'mistral-embed': { dimension: 1024, maxTokens: 8192, languages: 'any' },
  'bge-m3': { dimension: 1024, maxTokens: 8192, languages: 'any' },
  'all-minilm': { dimension: 384, maxTokens: 256, languages: ['en'] },
  'all-minilm-l6-v2': { dimension: 384, maxTokens: 256, languages: ['en'] },
  'nomic-embed-text': {
    dimension: 768,
    maxTokens: 2048,
    languages: ['en'],
    queryPrefix: 'search_query: ',
    documentPrefix: 'search_document: ',
  },
  'mxbai-embed-large': {
    dimension: 1024,
    maxTokens: 512,
    languages: ['en'],
    queryPrefix: 'Represent this sentence for searching relevant passages: ',
  },
  'multilingual-e5-small': { ...e5, dimension: 384, languages: 'any' },
  'multilingual-e5-base': { ...e5, dimension: 768, languages: 'any' },
  'multilingual-e5-large': { ...e5, dimension: 1024, languages: 'any' },
  'e5-small-v2': { ...e5, dimension: 384, languages: ['en'] },
  'e5-base-v2': { ...e5, dimension: 768, languages: ['en'] },
  'e5-large-v2': { ...e5, dimension: 1024, languages: ['en'] },
};

/** Looks a model up by its name as a provider spells it: `intfloat/multilingual-e5-base`, `bge-m3:latest`. */
export function knownEmbeddingModel(name: string): KnownEmbeddingModel | undefined {
  const bare = name.replace(/^.*\//, '').replace(/:.*$/, '').toLowerCase();
  return ownValue(models, bare);
}

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
