import type { PartialConfig } from '../src/settings/config.ts';
import { quickAnswers } from './corpus.ts';
import { type OpenAiPeer, startOpenAiPeer } from './openai-peer.ts';

/** An embedder for what is not about vectors. */
export interface WordEmbedder {
  /** Settings by which Footnote embeds with it, and quotes without a model that reads. */
  readonly settings: Pick<PartialConfig, 'embedder' | 'retrieval' | 'answer'>;
  readonly peer: OpenAiPeer;
}

/**
 * Starts an embedder that counts words, on a real socket: to load the model for a few short texts would take most of
 * the time of a test. Whoever starts it closes its peer.
 */
export async function startWordEmbedder(): Promise<WordEmbedder> {
  const dimension = 64;
  const peer = await startOpenAiPeer({ dimension });
  return {
    peer,
    settings: {
      embedder: { kind: 'openai', baseUrl: peer.baseUrl, model: 'words-by-hash', dimension },
      // Hashes of words are farther apart than what a model makes of them, and texts are to be found however alike.
      retrieval: { minCosine: 0, duplicateSimilarity: 0 },
      answer: quickAnswers,
    },
  };
}
