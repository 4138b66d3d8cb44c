import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { scriptedModel } from './openai-generator.test-support.ts';

const model = scriptedModel();
const { cache } = createRequire(import.meta.url);
const hasVocabulary = () => Object.keys(cache).some((file) => file.includes('gpt-tokenizer'));

test('what is warmed up has loaded its vocabulary, and has sent nothing', async () => {
  const generator = model.open({ model: 'gpt-4o' });
  expect(hasVocabulary()).toBe(false);
  await generator.warmUp?.();
  expect(hasVocabulary()).toBe(true);
  expect(model.peer.requests).toEqual([]);
});
