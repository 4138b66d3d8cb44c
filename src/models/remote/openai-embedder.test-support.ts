import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type OpenAiPeer, startOpenAiPeer, vectorOf } from '../../../test/openai-peer.ts';
import type { Embedder } from '../../contracts/embedder.ts';
import { type OpenAiEmbedderOptions, openaiEmbedder } from './openai-embedder.ts';

/** Numbers in a vector of the scripted provider. */
export const dimension = 64;

/**
 * A scripted provider of its own for each test of the file, or one that lasts, and embedders that ask it, closed with
 * it.
 */
export function scriptedEmbeddings({ lasts = false } = {}) {
  let peer: OpenAiPeer;
  const opened: Embedder[] = [];
  const [before, after] = lasts ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(async () => {
    peer = await startOpenAiPeer({ dimension });
  });
  after(async () => {
    for (const embedder of opened.splice(0)) await embedder.close();
    await peer.close();
  });
  return {
    get peer() {
      return peer;
    },
    open(options: Partial<OpenAiEmbedderOptions> = {}): Embedder {
      const embedder = openaiEmbedder({ baseUrl: peer.baseUrl, model: 'test-model', dimension, ...options });
      opened.push(embedder);
      return embedder;
    },
  };
}

/** Expects the vector that the scripted provider has for a text, at length 1. */
export function expectVector(actual: Float32Array | undefined, text: string): void {
  const values = vectorOf(text, dimension);
  const norm = Math.hypot(...values);
  const unit = Float32Array.from(values, (value) => value / norm);
  expect(Array.from(actual ?? [])).toEqual(Array.from(unit, (value) => expect.closeTo(value, 6)));
}

/** As many texts, each another. */
export const notes = (count: number) => Array.from({ length: count }, (_, index) => `note ${index}`);
