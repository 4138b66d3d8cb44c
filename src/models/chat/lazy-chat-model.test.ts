import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const source = resolve(import.meta.dirname, '../..');
const texts = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(join(source, file), 'utf8') }));

const filesWith = (pattern: RegExp) => texts.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

test('the SDK is loaded by the first question to a model, and by nothing else', () => {
  // An entry of its own, for whoever uses that SDK already.
  const own = join('integrations', 'ai-sdk.ts');
  expect(filesWith(/from '@ai-sdk\//)).toEqual([own, join('models', 'chat', 'chat-model.ts')]);
  expect(filesWith(/from '[^']*integrations\/ai-sdk\.ts'/)).toEqual([]);
  expect(filesWith(/import\(\s*'[^']*chat-model\.ts'/)).toEqual([
    join('models', 'chat', 'lazy-chat-model.ts'),
  ]);
  expect(filesWith(/^(?:import|export) (?!type )[^;]*from '[^']*\/chat-model\.ts'/m)).toEqual([]);
});
