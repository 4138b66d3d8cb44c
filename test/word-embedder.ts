import type { PartialConfig } from '../src/settings/config.ts';
import { quickAnswers } from './corpus.ts';
import { respond } from './json-peer.ts';
import { type OpenAiPeer, startOpenAiPeer } from './openai-peer.ts';

/** An embedder for what is not about vectors. */
export interface WordEmbedder {
  /** Settings by which Footnote embeds with it, and quotes without a model that reads. */
  readonly settings: Pick<PartialConfig, 'embedder' | 'retrieval' | 'answer'>;
  /** The same embedder for a command line, some passages a request. */
  readonly environment: Readonly<Record<string, string>>;
  readonly peer: OpenAiPeer;
  /** From so many further requests on none is answered; returns what has them all answered again. */
  holdAfter(requests: number): () => void;
}

/** More requests than any test makes. */
const mostRequests = 10_000;

/**
 * Starts an embedder that counts words, on a real socket: to load the model for a few short texts would take most of
 * the time of a test. Whoever starts it closes its peer.
 */
export async function startWordEmbedder(): Promise<WordEmbedder> {
  const dimension = 64;
  const peer = await startOpenAiPeer({ dimension });
  const embedder = { kind: 'openai', baseUrl: peer.baseUrl, model: 'words-by-hash', dimension } as const;
  return {
    peer,
    environment: {
      FOOTNOTE_EMBEDDER_KIND: embedder.kind,
      FOOTNOTE_EMBEDDER_BASE_URL: embedder.baseUrl,
      FOOTNOTE_EMBEDDER_MODEL: embedder.model,
      FOOTNOTE_EMBEDDER_DIMENSION: String(dimension),
      FOOTNOTE_EMBEDDER_BATCH_SIZE: '8',
    },
    holdAfter(requests) {
      let isHeld = true;
      const hold: typeof respond = (...answer) => void (isHeld || respond(...answer));
      peer.meet(...Array.from({ length: mostRequests }, (_, at) => (at < requests ? respond : hold)));
      return () => {
        isHeld = false;
      };
    },
    settings: {
      embedder,
      // Hashes of words are farther apart than what a model makes of them, and texts are to be found however alike.
      retrieval: { minCosine: 0, duplicateSimilarity: 0 },
      answer: quickAnswers,
    },
  };
}
