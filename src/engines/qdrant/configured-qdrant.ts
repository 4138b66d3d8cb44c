import type { Engine } from '../../contracts/engine.ts';
import type { ServerEngineContext } from '../server-engine.ts';
import { qdrantEngine } from './qdrant-engine.ts';
import { textbookPayload } from './textbook-payload.ts';

/** Where a Qdrant listens by default, on this machine. */
const defaultUrl = 'http://127.0.0.1:6333';

/**
 * The engine that the settings describe. Under the preset `textbook` the Qdrant collection is `textbook_chunks`, unless
 * it is named, and its points carry what a textbook chatbot looks for.
 */
export function configuredQdrant({ config: { engine, preset }, analyser }: ServerEngineContext): Engine {
  const isTextbook = preset === 'textbook';
  return qdrantEngine({
    url: engine.url || defaultUrl,
    apiKey: engine.apiKey,
    collection: engine.name || (isTextbook ? 'textbook_chunks' : undefined),
    analyser,
    timeoutMs: engine.timeoutMs,
    payload: isTextbook ? (chunk) => textbookPayload(chunk) : undefined,
  });
}
