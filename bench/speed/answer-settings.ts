import type { PartialConfig } from '../../src/settings/config.ts';

/** Words of a passage of the corpus; with this chunker each becomes a chunk. */
const chunker = { maxTokens: 400, minTokens: 16 } as const;

/** The settings of the measured collection: its passages are embedded, and its questions answered, by one server. */
export function answerSettings(store: string, baseUrl: string, model?: string): PartialConfig {
  return {
    store,
    chunker,
    embedder: {
      kind: 'openai',
      baseUrl,
      model: 'made-up',
      dimension: 384,
      maxTokens: 512,
      batchSize: 200,
      cacheMaxBytes: 0,
    },
    ...(model !== undefined && { generator: { kind: 'openai', baseUrl, model } }),
  };
}
