import { expect, test } from 'vitest';
import { serverEngine } from '../engines/server-engine.ts';
import type { PartialConfig } from '../settings/config.ts';
import { completeConfig } from '../settings/resolve-config.ts';
import { analyser } from '../text/analyser/analyser.ts';
import { openAdapters } from './adapters.ts';

test.each<[PartialConfig['chunker'], string]>([
  [
    { name: 'recursive', overlapCharacters: 400 },
    'chunker.overlapCharacters: it must be at most half of maxCharacters',
  ],
  [
    { name: 'sentences', maxSentences: 3, overlapSentences: 3 },
    'chunker.overlapSentences: it must be less than maxSentences',
  ],
  [{ name: 'tokens', overlapTokens: 4096 }, 'chunker.overlapTokens: it must be at most 4095, not 4096'],
])('what only one chunker refuses is told as any other setting is: %j', async (chunker, problem) => {
  await expect(openAdapters(completeConfig({ chunker }))).rejects.toMatchObject({
    code: 'config_invalid',
    details: { source: 'The settings', problem },
  });
});

test.each<[PartialConfig, string]>([
  [{ engine: { kind: 'postgresql', url: 'postgresql://localhost/papers' } }, '127.0.0.1:5432/papers/public'],
  [{ engine: { kind: 'qdrant' } }, '127.0.0.1:6333/footnote'],
  [
    { engine: { kind: 'qdrant', url: 'https://Search.example.org:443/q/' }, preset: 'textbook' },
    'search.example.org:443/q/textbook_chunks',
  ],
  [
    { engine: { kind: 'neo4j', url: 'bolt://10.0.0.7', database: 'papers', name: 'Part' } },
    '10.0.0.7:7687/papers/Part',
  ],
  [{ engine: { kind: 'chroma', url: 'http://[::1]:8100', name: 'papers' } }, '127.0.0.1:8100/papers'],
])(
  'where an engine is can be told before it is opened, and it says the same itself: %j',
  async (given, place) => {
    const named = serverEngine(completeConfig(given), analyser());
    const engine = await named?.open();
    expect([named?.place, engine?.place]).toEqual([place, place]);
    await engine?.close();
  },
);
