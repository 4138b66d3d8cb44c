import { once } from 'node:events';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { embedMany, generateText, streamText } from 'ai';
import OpenAI, { APIError } from 'openai';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { answerStream } from '../src/answer/answer.ts';
import { FootnoteError } from '../src/errors.ts';
import type { AskOptions, Footnote } from '../src/footnote.ts';
import { publishedSchemas } from './published-schema.ts';
import { footnoteWith, openTestStore, startTestServer, type TestServer } from './serve-fixture.ts';

const store = await openTestStore();
const server = await startTestServer(store);
afterAll(async () => {
  await server.server.close();
  await store.close();
});

const clientOf = ({ address }: TestServer) =>
  new OpenAI({ baseURL: `${address}/v1`, apiKey: 'none needed', maxRetries: 0 });
const client = clientOf(server);
const published = publishedSchemas('openai-chat-embeddings-models.json');

const question = 'How long do parcels to Norway take?';
const quote = 'Parcels to Norway take nine days and need a customs form.';
const messages = [{ role: 'user', content: question }] as const;
const model = 'footnote/default';

/** A server in which one method does what the test says. */
async function serverWith(changed: Partial<Footnote>): Promise<TestServer> {
  const own = await startTestServer({
    config: store.config,
    footnote: footnoteWith(store.footnote, changed),
  });
  onTestFinished(() => own.server.close());
  return own;
}

/** Footnote that keeps what it is asked. */
function remembering() {
  const asked: { question: string; options: AskOptions }[] = [];
  const ask: Footnote['ask'] = (text, options = {}) => {
    asked.push({ question: text, options });
    return store.footnote.ask(text, options);
  };
  return { asked, ask };
}

async function allOf<Part>(parts: AsyncIterable<Part>): Promise<Part[]> {
  const all: Part[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

interface Annotation {
  readonly type: string;
  readonly url_citation: { start_index: number; end_index: number; url: string; title: string };
  readonly footnote: { number: number; documentId: string; start: number; end: number; quote: string };
}

async function expectAnnotated(text: string | null | undefined, annotations: unknown) {
  expect(annotations).toHaveLength(1);
  const [{ url_citation: link, footnote }] = annotations as [Annotation];
  expect(text?.slice(link.start_index, link.end_index)).toBe('[1]');
  const document = await store.footnote.getDocumentText(footnote.documentId);
  expect(document.text.slice(footnote.start, footnote.end)).toBe(quote);
  expect(link.title).toBe('Shipping');
  expect(link.url).toBe(
    `${server.address}/#/documents?collection=default&document=${footnote.documentId}&in=default&span=${footnote.start}-${footnote.end}`,
  );
}

describe('chat completions by the official client', () => {
  test('whole: the text, its citations as annotations, and how it ended', async () => {
    const completion = await client.chat.completions.create({ model, messages: [...messages] });
    expect(completion).toMatchObject({
      object: 'chat.completion',
      model,
      choices: [
        {
          index: 0,
          finish_reason: 'stop',
          message: { role: 'assistant', content: `${quote} [1]`, refusal: null },
        },
      ],
      usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
      footnote: { abstained: false, outcome: 'answered', complete: true },
    });
    const [choice] = completion.choices;
    await expectAnnotated(choice?.message.content, choice?.message.annotations);
  });

  test('streamed: the pieces are the same text, then its annotations, its end and, if asked for, the usage', async () => {
    const stream = await client.chat.completions.create({
      model: 'default',
      messages: [...messages],
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = await allOf(stream);
    const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta));
    expect(deltas[0]?.role).toBe('assistant');
    const text = deltas.map(({ content = '' }) => content).join('');
    expect(text).toBe(`${quote} [1]`);
    await expectAnnotated(
      text,
      deltas.flatMap((delta) => ('annotations' in delta ? delta.annotations : [])),
    );
    expect(
      chunks.flatMap(({ choices }) => choices.map((choice) => choice.finish_reason)).filter(Boolean),
    ).toEqual(['stop']);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 0 } });
    expect(chunks.slice(0, -1).map(({ usage }) => usage)).toEqual(chunks.slice(0, -1).map(() => null));
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
  });

  test('a stream is data alone, and its last event says so', async () => {
    const body = { model, messages, stream: true };
    const reply = await server.send('/v1/chat/completions', { body });
    expect(reply.headers['content-type']).toContain('text/event-stream');
    const lines = reply.body.split('\n').filter((line) => line !== '');
    expect(lines.filter((line) => !line.startsWith('data: '))).toEqual([]);
    expect(lines.at(-1)).toBe('data: [DONE]');
    expect(reply.body).not.toContain('"usage"');
  });

  test.each([
    ['by the name of the model', { model: `${model}:footnotes` }],
    ['by an option', { model, footnote: { footnotes: true } }],
  ])('footnotes stand under the text where they are wanted, %s', async (_, wanted) => {
    const completion = await client.chat.completions.create({ ...wanted, messages: [...messages] });
    const content = completion.choices[0]?.message.content ?? '';
    expect(content).toMatch(
      / \[1\]\n\n\[1\] \S*shipping\.md › Shipping › Abroad: “Parcels to Norway .*form\.”$/,
    );
    const stream = await client.chat.completions.create({ ...wanted, messages: [...messages], stream: true });
    const chunks = await allOf(stream);
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe(content);
  });

  test('the last message is the question, those before are its history, instructions are left out', async () => {
    const { asked, ask } = remembering();
    const own = await serverWith({ ask });
    const completion = await clientOf(own).chat.completions.create({
      model,
      temperature: 0.2,
      max_tokens: 20,
      messages: [
        { role: 'system', content: 'You are a pirate.' },
        { role: 'user', content: [{ type: 'text', text: 'How long do parcels to Norway take?' }] },
        { role: 'assistant', content: `${quote} [1]` },
        { role: 'user', content: 'Do they need a form?' },
      ],
      // @ts-expect-error -- what the client has no field for
      footnote: {
        topK: 3,
        documents: [],
        project: 'default',
        filter: { field: 'language', op: 'eq', value: 'en' },
      },
    });
    expect(asked).toMatchObject([
      {
        question: 'Do they need a form?',
        options: {
          collection: 'default',
          topK: 3,
          documents: [],
          project: 'default',
          filter: { field: 'language' },
          clientAddress: '127.0.0.1',
          history: [
            { role: 'user', content: question },
            { role: 'assistant', content: `${quote} [1]` },
          ],
        },
      },
    ]);
    // No document may be seen.
    expect(completion).toMatchObject({ footnote: { abstained: true } });
    expect(completion.choices[0]?.message.annotations).toEqual([]);
  });

  test('what a language model read and wrote is counted, and how it ended is told', async () => {
    const own = await serverWith({
      ask: (text, options) =>
        answerStream(async function* () {
          const answer = await store.footnote.ask(text, options);
          const used = {
            name: 'm',
            finishReason: 'length',
            promptTokens: 700,
            completionTokens: 30,
          } as const;
          yield { type: 'done', answer: { ...answer, model: used, complete: false } };
        }),
    });
    const completion = await clientOf(own).chat.completions.create({ model, messages: [...messages] });
    expect(completion).toMatchObject({
      choices: [{ finish_reason: 'length' }],
      usage: { prompt_tokens: 700, completion_tokens: 30, total_tokens: 730 },
      footnote: { complete: false },
    });
  });

  test('a client that stops reading stops the work', async () => {
    const begun = Promise.withResolvers<AbortSignal>();
    const own = await serverWith({
      ask: (_text, { signal } = {}) =>
        answerStream(async function* () {
          yield { type: 'token', text: 'Parcels' };
          begun.resolve(signal as AbortSignal);
          await once(signal as AbortSignal, 'abort');
          throw new FootnoteError('aborted', {});
        }),
    });
    const stream = await clientOf(own).chat.completions.create({
      model,
      messages: [...messages],
      stream: true,
    });
    for await (const { choices } of stream) if (choices[0]?.delta.content === 'Parcels') break;
    const signal = await begun.promise;
    await expect.poll(() => signal.aborted).toBe(true);
    expect(own.log).toEqual([]);
  });
});

/** Answers that break off behind some words. */
const failing =
  (words: readonly string[]): Footnote['ask'] =>
  () =>
    answerStream(async function* () {
      for (const text of words) yield { type: 'token', text };
      throw new FootnoteError('model_unavailable', { model: 'm', reason: 'it is away', remedy: 'Wait' });
    });

describe('failures', () => {
  test.each([
    [
      { model: 'gpt-4o' },
      404,
      'model_not_found',
      'model',
      /^404 There is no model "gpt-4o" here\. Use one of these: footnote\/default\.$/,
    ],
    [{ n: 2 }, 400, 'request_invalid', 'n', /leave it out/],
    [
      { tools: [{ type: 'function', function: { name: 'f' } }] },
      400,
      'request_invalid',
      'tools',
      /calls no tools/,
    ],
    [
      { response_format: { type: 'json_object' } },
      400,
      'request_invalid',
      'response_format',
      /follow no schema/,
    ],
    [{ messages: [] }, 400, 'request_invalid', 'messages', /must not be empty/],
    [{ messages: [{ role: 'user', content: '  ' }] }, 400, 'question_empty', null, /question is empty/],
    [
      { messages: [{ role: 'assistant', content: 'Hello' }] },
      400,
      'request_invalid',
      'messages.0.role',
      /must be the user/,
    ],
    [
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }] },
      400,
      'request_invalid',
      'messages.0.content.0',
      /only parts of type "text"/,
    ],
    [{ footnote: { topk: 3 } }, 400, 'request_invalid', 'topk', /no such field/],
    [
      { messages: [{ role: 'user', content: 'why '.repeat(2000) }] },
      413,
      'question_too_long',
      null,
      /limit is 4000/,
    ],
  ])('%j is refused as OpenAI refuses', async (changed, status, code, param, message) => {
    const body = {
      model,
      messages: [...messages],
      ...changed,
    } as OpenAI.ChatCompletionCreateParamsNonStreaming;
    const failure: unknown = await client.chat.completions.create(body).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(APIError);
    expect(failure).toMatchObject({ status, code, param, type: 'invalid_request_error' });
    expect((failure as Error).message).toMatch(message);
  });

  test.each(['tools', 'functions'])('no %s are none', async (name) => {
    const body = { model, messages: [...messages], [name]: [] };
    expect((await client.chat.completions.create(body)).choices).toHaveLength(1);
  });

  test('other programs’ pages and hosts are refused in the same shape', async () => {
    const reply = await server.send('/v1/models', { headers: { host: 'evil.example' } });
    expect([reply.status, reply.json()]).toMatchObject([
      403,
      { error: { type: 'permission_error', param: null, code: 'host_forbidden' } },
    ]);
  });

  test('before the first word a failure has its own status, behind it the stream ends with it', async () => {
    for (const words of [[], ['Parcels']]) {
      const own = await serverWith({ ask: failing(words) });
      const texts: string[] = [];
      const reading = async () => {
        const stream = await clientOf(own).chat.completions.create({
          model,
          messages: [...messages],
          stream: true,
        });
        for await (const { choices } of stream) texts.push(choices[0]?.delta.content ?? '');
      };
      const failure: unknown = await reading().catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(APIError);
      expect(failure).toMatchObject({ code: 'model_unavailable', type: 'server_error' });
      expect((failure as { status?: number }).status).toBe(words.length === 0 ? 503 : undefined);
      expect(texts.join('')).toBe(words.join(''));
    }
  });
});

test('models are the collections, and the model that embeds', async () => {
  const models = await allOf(client.models.list());
  expect(models.map(({ id }) => id)).toEqual([model, `${model}:footnotes`, 'all-MiniLM-L6-v2']);
  expect(await client.models.retrieve(model)).toMatchObject({
    id: model,
    object: 'model',
    owned_by: 'footnote',
  });
  await expect(client.models.retrieve('gpt-4o')).rejects.toMatchObject({
    status: 404,
    code: 'model_not_found',
  });
});

describe('embeddings', () => {
  const texts = ['Parcels to Norway take nine days.', quote, 'word '.repeat(600)];

  test('are the vectors of passages, as numbers or in base64, which the client asks for by itself', async () => {
    const byClient = await client.embeddings.create({ model: 'all-MiniLM-L6-v2', input: texts });
    const asNumbers = await client.embeddings.create({
      model: 'all-MiniLM-L6-v2',
      input: texts,
      encoding_format: 'float',
      dimensions: 384,
    });
    const { vectors, tokens } = await store.footnote.embed(texts);
    expect(asNumbers.data.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(asNumbers.usage).toEqual({ prompt_tokens: tokens, total_tokens: tokens });
    for (const [at, vector] of vectors.entries()) {
      expect(byClient.data[at]?.embedding).toEqual([...vector]);
      expect(asNumbers.data[at]?.embedding).toEqual([...vector]);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    }
    const [one] = (await client.embeddings.create({ model: 'all-MiniLM-L6-v2', input: quote })).data;
    expect(one?.embedding).toEqual(byClient.data[1]?.embedding);
  });

  test('of questions are those that questions are searched with', async () => {
    const { vectors, model: id, dimension } = await store.footnote.embed([question], { as: 'questions' });
    expect([id, dimension]).toEqual([expect.stringMatching(/^all-MiniLM-L6-v2@/), 384]);
    const { relevance } = await store.footnote.search(question);
    const { vectors: passages } = await store.footnote.embed([`Shipping\nAbroad\n${quote}`]);
    const cosine = [...(vectors[0] ?? [])].reduce(
      (sum, value, at) => sum + value * (passages[0]?.[at] ?? 0),
      0,
    );
    expect(cosine).toBeCloseTo(relevance.bestCosine ?? 0, 1);
  });

  test.each([
    [{ model: 'text-embedding-3-small' }, 404, 'model'],
    [{ dimensions: 256 }, 400, 'dimensions'],
    [{ input: [] }, 400, 'input'],
    [{ input: [1, 2] }, 400, 'input'],
    [{ encoding_format: 'int8' }, 400, 'encoding_format'],
  ])('%j is refused', async (changed, status, param) => {
    const body = { model: 'all-MiniLM-L6-v2', input: 'words', ...changed } as OpenAI.EmbeddingCreateParams;
    await expect(client.embeddings.create(body)).rejects.toMatchObject({ status, param });
  });
});

describe('by the AI SDK', () => {
  const provider = createOpenAICompatible({
    name: 'footnote',
    baseURL: `${server.address}/v1`,
    includeUsage: true,
  });

  test('texts are generated and streamed', async () => {
    const { text, finishReason } = await generateText({ model: provider(model), prompt: question });
    expect([text, finishReason]).toEqual([`${quote} [1]`, 'stop']);
    const streamed = streamText({ model: provider(model), messages: [...messages] });
    expect((await allOf(streamed.textStream)).join('')).toBe(text);
    expect(await streamed.finishReason).toBe('stop');
  });

  test('failures are told', async () => {
    const failing = generateText({ model: provider('footnote/none'), prompt: question, maxRetries: 0 });
    await expect(failing).rejects.toMatchObject({
      statusCode: 404,
      message: expect.stringContaining('There is no model'),
    });
  });

  test('texts are embedded', async () => {
    const { embeddings } = await embedMany({
      model: provider.textEmbeddingModel('all-MiniLM-L6-v2'),
      values: [quote],
    });
    const { vectors } = await store.footnote.embed([quote]);
    expect(embeddings[0]).toEqual([...(vectors[0] ?? [])]);
  });
});

describe.skipIf(!published.exists)('by what OpenAI publishes', () => {
  test.each([
    ['CreateChatCompletionResponse', '/v1/chat/completions', { model, messages }],
    ['CreateEmbeddingResponse', '/v1/embeddings', { model: 'all-MiniLM-L6-v2', input: quote }],
    ['ListModelsResponse', '/v1/models', undefined],
    ['ErrorResponse', '/v1/chat/completions', { model: 'none', messages }],
  ])('replies are %s', async (name, path, body) => {
    const reply = await server.send(path, { body });
    expect(published.schema(name).safeParse(reply.json()).error).toBeUndefined();
  });

  test('streamed chunks are CreateChatCompletionStreamResponse', async () => {
    const body = { model, messages, stream: true, stream_options: { include_usage: true } };
    const reply = await server.send('/v1/chat/completions', { body });
    const schema = published.schema('CreateChatCompletionStreamResponse');
    const chunks = [...reply.body.matchAll(/^data: (\{.*)$/gm)].map(([, json = '']): unknown =>
      JSON.parse(json),
    );
    expect(chunks.length).toBeGreaterThan(3);
    for (const chunk of chunks) expect(schema.safeParse(chunk).error).toBeUndefined();
  });
});
