import type { OwnAdapters } from '../src/app/adapters.ts';
import type { Embedder } from '../src/contracts/embedder.ts';
import type { Parser } from '../src/contracts/parser.ts';
import { markdownParser } from '../src/formats/markdown/markdown-parser.ts';
import { textParser } from '../src/formats/text-parser.ts';
import { onnxEmbedder } from '../src/models/local/onnx-embedder.ts';

/** Of this process, whose test files all embed with it; it ends with the process. */
let opened: Promise<Embedder> | undefined;

/**
 * The shipped model, to be given to each Footnote that tests open: loaded by every one of them it would take longer
 * than most of the tests. Closing a Footnote leaves it open for the next.
 */
export async function sharedEmbedder(): Promise<Embedder> {
  return { ...(await (opened ??= onnxEmbedder({ threads: 1 }))), close: async () => {} };
}

/**
 * Those of Markdown and text, in this process, for tests that are not about the processes that parse: to start one
 * takes as long as all else of a small ingest.
 */
export const quickParsers: readonly Parser[] = [markdownParser, textParser];

/** {@link quickParsers} with the shared model. */
export async function quickAdapters(): Promise<OwnAdapters> {
  return { embedder: await sharedEmbedder(), parsers: quickParsers };
}
