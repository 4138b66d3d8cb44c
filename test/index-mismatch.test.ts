import { expect, test } from 'vitest';
import { createChunker } from '../src/ingest/chunk/create-chunker.ts';
import { requireSameStamp } from '../src/records/indexes/index-stamp.ts';
import { defaults } from '../src/settings/default-config.ts';

const tokenizer = { id: 'small-model@12345678', count: (text: string) => text.length };
const stamp = {
  embedder: 'small-model@12345678#w254-48',
  chunker: 'structure-2:512:100:50:false:false:small-model@12345678',
  analyser: 'lexical-2',
  dimension: 3,
  engine: 'embedded',
  place: '',
  fields: {},
};

/** What the refusal of an index says that was built with one stamp, where the settings now ask for another. */
function refusal(stored: Partial<typeof stamp>, configured: Partial<typeof stamp>): string {
  try {
    const [one, other] = [
      { ...stamp, ...stored },
      { ...stamp, ...configured },
    ];
    requireSameStamp('papers', one, other, ['embedder', 'chunker', 'analyser', 'fields']);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

/** Settings that the chunkers of these names read. */
const chunkerSettings = {
  structure: ['maxTokens', 'minTokens', 'overlapTokens', 'overlapBlocks', 'splitBlocks'],
  recursive: ['maxCharacters', 'overlapCharacters'],
  tokens: ['maxTokens', 'overlapTokens'],
  sentences: ['maxSentences', 'maxTokens', 'overlapSentences'],
  page: ['maxTokens'],
} as const;

for (const name of Object.keys(chunkerSettings) as (keyof typeof chunkerSettings)[]) {
  test.each(chunkerSettings[name])(`another chunker.%s of "${name}" is named with both values`, (setting) => {
    const settings = { ...defaults.chunker, name };
    const value = settings[setting];
    const other = typeof value === 'number' ? value + 1 : !value;
    const changed = { ...settings, [setting]: other };
    const [stored, configured] = [settings, changed].map((each) => ({
      chunker: createChunker(each, tokenizer).id,
    }));
    expect(refusal(stored ?? {}, configured ?? {})).toContain(
      `built with chunker.${setting} ${value}, but this process was started with chunker.${setting} ${other}.`,
    );
  });
}

test.each([
  [
    'another chunker',
    { chunker: 'sentences-1:8:512:1:small-model@12345678' },
    'chunker.name "structure", but this process was started with chunker.name "sentences".',
  ],
  [
    'a chunker that cuts in another way since',
    { chunker: 'structure-1:512:100:50:small-model@12345678' },
    'version 2 of the chunker "structure", but this process was started with version 1 of the chunker "structure".',
  ],
  [
    'another tokenizer',
    { chunker: 'structure-2:512:100:50:false:false:cl100k_base' },
    'tokens counted by small-model@12345678, but this process was started with tokens counted by cl100k_base.',
  ],
  [
    'another model',
    { embedder: 'large-model@87654321#w510-64' },
    'the embedding model small-model, but this process was started with the embedding model large-model.',
  ],
  [
    'a model of the same name with other weights',
    { embedder: 'small-model@87654321#w254-48' },
    'small-model@12345678#w254-48, but this process was started with the embedding model small-model@87654321#w254-48.',
  ],
  [
    'another analysis of words',
    { analyser: 'lexical-3' },
    'the word analysis lexical-2, but this process was started with the word analysis lexical-3.',
  ],
])('%s is named, and how to mend it', (_, configured, words) => {
  const message = refusal({}, configured);
  expect(message).toContain(words);
  expect(message).toContain('footnote reindex --collection papers');
});
