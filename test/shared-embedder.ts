import { afterAll } from 'vitest';
import type { Embedder } from '../src/contracts/embedder.ts';
import { onnxEmbedder } from '../src/models/local/onnx-embedder.ts';

/**
 * The shipped model for the tests of a file, to be given to each Footnote that they open: loaded by every one of them
 * it would take longer than most of the tests. Closing a Footnote leaves it open for the next.
 */
export function sharedEmbedder(): () => Promise<Embedder> {
  let opened: Promise<Embedder> | undefined;
  afterAll(async () => (await opened)?.close());
  return async () => ({ ...(await (opened ??= onnxEmbedder({ threads: 1 }))), close: async () => {} });
}
