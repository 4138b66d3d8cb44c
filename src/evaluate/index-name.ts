import type { Config } from '../settings/config.ts';
import { shortHash } from './evaluation-cache.ts';

/** Settings of the embedder that change how fast it is, or who pays, but not its vectors. */
const passingEmbedderSettings: ReadonlySet<string> = new Set([
  'threads',
  'cacheMaxBytes',
  'apiKey',
  'batchSize',
  'concurrency',
  'pauseMs',
  'timeoutMs',
]);

/** Name of the collection that holds a set under the settings that its index depends on. */
export function indexName({ chunker, embedder, engine }: Config): string {
  const kept = Object.entries(embedder).filter(([name]) => !passingEmbedderSettings.has(name));
  const { kind, url, database, name } = engine;
  const place = kind === 'embedded' ? [] : [[kind, url, database, name]];
  return `index-${shortHash([chunker, kept, ...place])}`;
}
