import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import OpenAI from 'openai';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openTestStore, startTestServer } from './serve-fixture.ts';

const store = await openTestStore();
const server = await startTestServer(store);
afterAll(async () => {
  await server.server.close();
  await store.close();
});

const { key } = await store.footnote.createKey({ name: 'a program', role: 'read', collections: ['default'] });
const { key: elsewhere } = await store.footnote.createKey({
  name: 'another',
  role: 'read',
  collections: ['elsewhere'],
});
const question = 'How long do parcels to Norway take?';
const messages = [{ role: 'user' as const, content: question }];

const openai = (apiKey: string) => new OpenAI({ baseURL: `${server.address}/v1`, apiKey, maxRetries: 0 });

test('a key is the API key of programs made for OpenAI’s API', async () => {
  const completion = await openai(key).chat.completions.create({ model: 'footnote/default', messages });
  expect(completion.choices[0]?.message.content).toContain('nine days');
  const refused = openai('fn_none').chat.completions.create({ model: 'footnote/default', messages });
  await expect(refused).rejects.toMatchObject({ status: 401, type: 'authentication_error' });
});

test('collections of others are no models, neither in the list nor when they are asked', async () => {
  const client = openai(elsewhere);
  expect((await client.models.list()).data.map(({ id }) => id)).toEqual(['all-MiniLM-L6-v2']);
  const asked = client.chat.completions.create({ model: 'footnote/default', messages });
  await expect(asked).rejects.toMatchObject({ status: 404, code: 'model_not_found' });
});

async function mcpClient(bearer: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { authorization: `Bearer ${bearer}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', server.address), { requestInit }));
  onTestFinished(() => client.close());
  return client;
}

test('assistants send a key as a header, and see what it allows', async () => {
  const client = await mcpClient(key);
  const answer = await client.callTool({ name: 'ask', arguments: { question } });
  expect(answer.structuredContent).toMatchObject({ abstained: false });
  const other = await mcpClient(elsewhere);
  const refused = await other.callTool({ name: 'ask', arguments: { question, collections: ['default'] } });
  expect([refused.isError, JSON.stringify(refused.content)]).toEqual([
    true,
    expect.stringContaining('no collection'),
  ]);
  expect((await other.listResources()).resources).toEqual([]);
  await expect(mcpClient('fn_none')).rejects.toThrow();
});
