import { expect, test } from 'vitest';
import type { PartialConfig } from '../settings/config.ts';
import { completeConfig } from '../settings/resolve-config.ts';
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
