import { expect, test } from 'vitest';
import { providerError, quotable } from './model-refusal.ts';
import type { ModelEndpoint } from './model-request.ts';

test.each([
  ['OpenAI', { error: { message: 'No such model.', code: 'model_not_found' } }, 'No such model.'],
  ['vLLM', { object: 'error', message: 'No such model.', code: 404 }, 'No such model.'],
  ['LM Studio', { error: 'No models loaded.' }, 'No models loaded.'],
  ['Google', [{ error: { code: 400, message: 'API key not valid.' } }], 'API key not valid.'],
  ['Mistral', { detail: 'Unauthorized' }, 'Unauthorized'],
  [
    'a proxy',
    '<!doctype html><html><head><title>405 Not Allowed</title></head></html>',
    'the page “405 Not Allowed”',
  ],
  ['a server without words', '', ''],
  ['nobody', { status: 'bad' }, '{"status":"bad"}'],
  ['nothing', null, 'null'],
])('what %s says is told from its form', (_, body, message) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  expect(providerError(text)).toMatchObject({ message, isTooLong: false });
});

test.each([
  ['OpenAI', { error: { message: 'Please be brief.', code: 'context_length_exceeded' } }],
  [
    'vLLM',
    { message: "This model's maximum context length is 4096 tokens. However, you requested 5500 tokens." },
  ],
  ['llama.cpp', { error: { code: 400, message: 'It does not fit.', type: 'exceed_context_size_error' } }],
  [
    'LM Studio',
    { error: 'The model is loaded with context length of only 4096 tokens, which is not enough.' },
  ],
  ['Groq', { error: { message: 'Request too large for model `llama-3.1`', code: 'rate_limit_exceeded' } }],
  ['Google', [{ error: { message: 'The input token count (1200000) exceeds the maximum number.' } }]],
])('%s says that a request is too long', (_, body) => {
  expect(providerError(JSON.stringify(body)).isTooLong).toBe(true);
});

test('a key that a server echoes is not quoted, in whatever form it is written', () => {
  const apiKey = 'sk-live-9Qw8+/ab7Zt3';
  const endpoint: ModelEndpoint = {
    baseUrl: new URL('https://models.example/v1'),
    section: 'generator',
    model: 'm',
    apiKey,
    timeoutMs: 1000,
  };
  const forms = [
    apiKey,
    encodeURIComponent(apiKey),
    ...[apiKey, `Bearer ${apiKey}`, `user:${apiKey}`].flatMap((text) =>
      (['base64', 'base64url', 'hex'] as const).map((encoding) => Buffer.from(text).toString(encoding)),
    ),
  ];
  for (const form of forms)
    expect(quotable(`No such key: "${form}", see the console.`, endpoint)).toBe(
      'No such key: *** see the console',
    );
  // Behind what belongs to the same word, where the letters of base64 begin elsewhere.
  for (const coding of ['base64', 'base64url', 'hex'] as const)
    expect(quotable(`No such key: id-${Buffer.from(apiKey).toString(coding)}`, endpoint)).toBe(
      'No such key: ***',
    );
  expect(quotable('x'.repeat(1_000_000), endpoint)).toHaveLength(301);
  const other = Buffer.from('nothing that anyone should hide').toString('base64');
  expect(quotable(`The request ${other} is unknown.`, endpoint)).toBe(`The request ${other} is unknown`);
});
