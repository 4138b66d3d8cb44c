import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startOpenAiPeer } from '../../test/openai-peer.ts';
import { openaiEmbedder } from './openai-embedder.ts';

const file = resolve(import.meta.dirname, '../../../shared/schemas/openai-chat-embeddings-models.json');

/** One schema of OpenAI's description, with all that it refers to. */
function published(name: string): z.ZodType {
  const text = readFileSync(file, 'utf8').replaceAll('#/components/schemas/', '#/$defs/');
  const { components } = JSON.parse(text) as { components: { schemas: Record<string, unknown> } };
  const schema = { ...(components.schemas[name] as object), $defs: components.schemas };
  return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
}

test.skipIf(!existsSync(file))(
  "what is sent, and what the tests' server answers, is what OpenAI publishes (skipped without ../shared/schemas)",
  async () => {
    const peer = await startOpenAiPeer({ dimension: 8 });
    const options = { baseUrl: peer.baseUrl, model: 'text-embedding-3-small', dimension: 8, apiKey: 'key' };
    const plain = openaiEmbedder(options);
    await plain.embedDocuments(['one', '', 'two words', 'long '.repeat(10_000)]);
    await plain.embedQuery('three');
    await openaiEmbedder({ ...options, encoding: 'base64' }).embedQuery('four');
    await peer.close();

    const request = published('CreateEmbeddingRequest');
    const answer = published('CreateEmbeddingResponse');
    expect(request.safeParse({ model: 'm', input: 'x', encoding_format: 'text' }).success).toBe(false);
    expect(answer.safeParse({ object: 'list', model: 'm', data: [{ index: 0 }] }).success).toBe(false);
    for (const { body } of peer.requests) request.parse(body);
    // The published answer has no base64, though the request can ask for it.
    for (const sent of peer.answers.slice(0, -1)) answer.parse(sent);
    expect(peer.answers).toHaveLength(3);
  },
);
