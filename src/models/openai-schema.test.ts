import { expect, test } from 'vitest';
import { startOpenAiPeer } from '../../test/openai-peer.ts';
import { publishedSchemas } from '../../test/published-schema.ts';
import { openaiEmbedder } from './remote/openai-embedder.ts';

const published = publishedSchemas('openai-chat-embeddings-models.json');

test.skipIf(!published.exists)(
  "what is sent, and what the tests' server answers, is what OpenAI publishes (skipped without ../shared/schemas)",
  async () => {
    const peer = await startOpenAiPeer({ dimension: 8 });
    const options = { baseUrl: peer.baseUrl, model: 'text-embedding-3-small', dimension: 8, apiKey: 'key' };
    const plain = openaiEmbedder(options);
    await plain.embedDocuments(['one', '', 'two words', 'long '.repeat(10_000)]);
    await plain.embedQuery('three');
    await openaiEmbedder({ ...options, encoding: 'base64' }).embedQuery('four');
    await peer.close();

    const request = published.schema('CreateEmbeddingRequest');
    const answer = published.schema('CreateEmbeddingResponse');
    expect(request.safeParse({ model: 'm', input: 'x', encoding_format: 'text' }).success).toBe(false);
    expect(answer.safeParse({ object: 'list', model: 'm', data: [{ index: 0 }] }).success).toBe(false);
    for (const { body } of peer.requests) request.parse(body);
    // The published answer has no base64, though the request can ask for it.
    for (const sent of peer.answers.slice(0, -1)) answer.parse(sent);
    expect(peer.answers).toHaveLength(3);
  },
);
