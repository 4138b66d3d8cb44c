import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerWhole, type ChatPeer, startChatPeer } from '../../../test/chat-peer.ts';
import { answerWith, refuseWith } from '../../../test/json-peer.ts';
import { steppedClock } from '../../../test/stepped-clock.ts';
import { openaiLanguageModel } from './openai-language-model.ts';

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
    join('models', 'chat', 'openai-language-model.ts'),
  ]);
  expect(filesWith(/^(?:import|export) (?!type )[^;]*from '[^']*\/chat-model\.ts'/m)).toEqual([]);
});

let peer: ChatPeer;

beforeEach(async () => {
  peer = await startChatPeer();
});

afterEach(() => peer.close());

const messages = [{ role: 'user', content: 'And how high is it?' }] as const;
const open = () =>
  openaiLanguageModel('generator', { baseUrl: peer.baseUrl, model: 'chat', clock: steppedClock() });

test('a reply comes whole, without thoughts and blanks around it', async () => {
  peer.says(['<think>the dam</think>', '\n\nHow high is', ' the dam?', '\n']);
  expect(await open().complete(messages, { maxTokens: 60 })).toBe('How high is the dam?');
  expect(peer.requests.map(({ body }) => body)).toEqual([{ model: 'chat', messages, max_tokens: 60 }]);
});

test('a fault that may pass is met with two more attempts', async () => {
  peer.meet(refuseWith(503, {}), refuseWith(503, {}));
  expect(await open().complete(messages)).toBe('Yes.');
  peer.meet(refuseWith(503, {}), refuseWith(503, {}), refuseWith(503, {}));
  await expect(open().complete(messages)).rejects.toMatchObject({ code: 'model_unavailable' });
});

test('text in parts is put together', async () => {
  const content = [
    { type: 'thinking', thinking: [] },
    { type: 'text', text: 'How ' },
    { type: 'text', text: 'high?' },
  ];
  peer.meet(answerWith(() => ({ choices: [{ message: { content }, finish_reason: 'stop' }] })));
  expect(await open().complete(messages)).toBe('How high?');
});

test('a reply whose fields are of other types is read all the same', async () => {
  const message = { role: 'model', content: 'How high?', tool_calls: [{ function: { arguments: {} } }] };
  const odd = { id: 7, created: '1', choices: [{ message, finish_reason: 'STOP' }], usage: '' };
  peer.meet(answerWith(() => odd));
  expect(await open().complete(messages)).toBe('How high?');
});

test.each([
  { choices: [] },
  { choices: [{ message: { content: null } }] },
  { choices: [{ message: { content: ' ' } }] },
  { error: 'odd' },
  [],
])('the reply %j is refused', async (body) => {
  peer.meet(answerWith(() => JSON.stringify(body)));
  await expect(open().complete(messages)).rejects.toMatchObject({ code: 'model_answer_invalid' });
});

test('a refusal is final', async () => {
  peer.meet(refuseWith(400, { error: { message: 'no such model' } }), answerWhole);
  await expect(open().complete(messages)).rejects.toMatchObject({ code: 'model_rejected' });
  expect(peer.requests).toHaveLength(1);
});

test('closing ends what is pending', async () => {
  peer.meet(() => {});
  const model = open();
  const reply = expect(model.complete(messages)).rejects.toMatchObject({ code: 'aborted' });
  await model.close?.();
  await reply;
});
