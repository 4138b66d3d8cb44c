import { type Config, configSchema } from './config.ts';
import { deepFreeze } from './deep-freeze.ts';

/** The values in force where nothing else is said. */
export const defaults: Config = deepFreeze(
  configSchema.parse({
    ingest: {},
    metadata: {},
    chunker: {},
    embedder: {},
    retrieval: {},
    reranker: {},
    generator: {},
    verifier: {},
    answer: {},
    question: {},
    log: {},
    server: {},
  }),
);
