import { RunnableLambda } from '@langchain/core/runnables';
import { embed, generateText, isStepCount, streamText } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { expect, test } from 'vitest';
import { answerStream } from '../src/answer/answer.ts';
import { FootnoteError } from '../src/errors.ts';
import type { Footnote } from '../src/footnote.ts';
import { footnoteProvider, footnoteTools } from '../src/integrations/ai-sdk.ts';
import { FootnoteRetriever as LangChainRetriever } from '../src/integrations/langchain.ts';
import { FootnoteRetriever as LlamaIndexRetriever } from '../src/integrations/llamaindex.ts';
import { footnoteWith } from './serve-fixture.ts';
import { footnoteOver } from './shared-footnote.ts';

const footnote = footnoteOver({
  'shipping.md': '# Shipping\n\n## Abroad\n\nParcels to Norway take nine days and need a customs form.\n',
  'refunds.md': '# Refunds\n\nItems can be returned within 30 days of delivery.\n',
});

const question = 'How long do parcels to Norway take?';
const quote = 'Parcels to Norway take nine days and need a customs form.';

async function expectExact({ documentId, start, end }: Record<string, unknown>, words: string) {
  const { text } = await footnote().getDocumentText(String(documentId));
  expect(text.slice(Number(start), Number(end))).toBe(words);
}

test('LangChain.js retrieves passages with their places, in chains too', async () => {
  const retriever = new LangChainRetriever({ footnote: footnote(), query: { topK: 1 }, tags: ['own'] });
  const [document, ...others] = await retriever.invoke(question);
  expect(others).toEqual([]);
  expect(document).toMatchObject({
    id: document?.metadata.chunkId,
    metadata: { collection: 'default', title: 'Shipping', headingPath: ['Shipping', 'Abroad'], page: null },
  });
  expect(document?.pageContent).toContain(quote);
  await expectExact({ ...document?.metadata }, document?.pageContent ?? '');
  const chain = retriever.pipe(RunnableLambda.from((found) => found.length));
  expect(await chain.batch([question, 'Who painted the Mona Lisa?'])).toEqual([1, 0]);
  const elsewhere = new LangChainRetriever({ footnote: footnote(), query: { collection: 'none' } });
  await expect(elsewhere.invoke(question)).rejects.toMatchObject({ code: 'collection_unknown' });
});

test('LlamaIndexTS retrieves passages with their places', async () => {
  const retriever = new LlamaIndexRetriever({ footnote: footnote(), query: { topK: 1 } });
  for (const query of [question, { query: [{ type: 'text' as const, text: question }] }]) {
    const [found, ...others] = await retriever.retrieve(query);
    expect(others).toEqual([]);
    expect(found?.score).toBeGreaterThan(0);
    const node = found?.node.toJSON() as Record<string, unknown>;
    expect(node).toMatchObject({ metadata: { title: 'Shipping', headingPath: ['Shipping', 'Abroad'] } });
    const { documentId } = node.metadata as Record<string, unknown>;
    await expectExact({ documentId, start: node.startCharIdx, end: node.endCharIdx }, String(node.text));
  }
});

test('the AI SDK generates texts whose citations are exact', async () => {
  const model = footnoteProvider(footnote())();
  const { text, sources, finishReason, warnings, content, providerMetadata } = await generateText({
    model,
    prompt: question,
    temperature: 0.5,
  });
  expect([text, finishReason]).toEqual([`${quote} [1]`, 'stop']);
  expect(warnings).toMatchObject([{ type: 'unsupported', feature: 'temperature' }]);
  expect(providerMetadata?.footnote).toMatchObject({ abstained: false, outcome: 'answered' });
  expect(sources).toMatchObject([{ sourceType: 'document', id: '1', title: 'Shipping' }]);
  await expectExact({ ...sources[0]?.providerMetadata?.footnote }, quote);
  expect(content.find((part) => part.type === 'text')?.citations).toMatchObject([
    { citedText: quote, startIndex: quote.length + 1, endIndex: text.length },
  ]);
});

test('the AI SDK streams the same', async () => {
  const model = footnoteProvider(footnote())('default');
  const streamed = streamText({ model, prompt: question });
  let text = '';
  for await (const piece of streamed.textStream) text += piece;
  expect(text).toBe(`${quote} [1]`);
  expect(await streamed.finishReason).toBe('stop');
  expect(await streamed.sources).toMatchObject([{ id: '1', title: 'Shipping' }]);
});

test('the AI SDK hands over the conversation, without instructions', async () => {
  const asked: unknown[] = [];
  const ask: Footnote['ask'] = (...args) => {
    asked.push(args);
    return footnote().ask(...args);
  };
  const model = footnoteProvider(footnoteWith(footnote(), { ask }), { topK: 2 })();
  await generateText({
    model,
    system: 'You are a pirate.',
    messages: [
      { role: 'user', content: question },
      { role: 'assistant', content: `${quote} [1]` },
      { role: 'user', content: 'Do they need a form?' },
    ],
  });
  expect(asked).toMatchObject([
    [
      'Do they need a form?',
      {
        collection: 'default',
        topK: 2,
        history: [
          { role: 'user', content: question },
          { role: 'assistant', content: `${quote} [1]` },
        ],
      },
    ],
  ]);
});

/** Answers that break off behind some words. */
const failing =
  (words: readonly string[]): Footnote['ask'] =>
  () =>
    answerStream(async function* () {
      for (const text of words) yield { type: 'token', text };
      throw new FootnoteError('model_unavailable', { model: 'm', reason: 'it is away', remedy: 'Wait' });
    });

test('a failure before the first word fails the call of the AI SDK, one behind it ends the stream', async () => {
  for (const words of [[], ['Parcels']]) {
    const model = footnoteProvider(footnoteWith(footnote(), { ask: failing(words) }))();
    const errors: unknown[] = [];
    const streamed = streamText({
      model,
      prompt: question,
      maxRetries: 0,
      onError: ({ error }) => void errors.push(error),
    });
    let text = '';
    for await (const piece of streamed.textStream) text += piece;
    expect(text).toBe(words.join(''));
    expect(errors).toMatchObject([{ code: 'model_unavailable' }]);
  }
});

test('leaving a stream of the AI SDK stops the work', async () => {
  let isStopped = false;
  const ask: Footnote['ask'] = () =>
    answerStream(async function* () {
      try {
        for (;;) yield { type: 'token', text: 'Parcels ' };
      } finally {
        isStopped = true;
      }
    });
  const { stream } = await footnoteProvider(footnoteWith(footnote(), { ask }))().doStream({
    prompt: [{ role: 'user', content: [{ type: 'text', text: question }] }],
  });
  const reader = stream.getReader();
  await reader.read();
  await reader.cancel();
  expect(isStopped).toBe(true);
});

test('what the AI SDK gives and Footnote does not read is refused by name', async () => {
  const model = footnoteProvider(footnote())();
  const file = { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AAAA' } } as const;
  const asked = model.doGenerate({ prompt: [{ role: 'user', content: [file] }] });
  await expect(asked).rejects.toMatchObject({ code: 'request_invalid', details: { field: 'prompt' } });
  expect(() => footnoteProvider(footnote()).imageModel('x')).toThrow('x');
});

test('the AI SDK embeds as the store does', async () => {
  const model = footnoteProvider(footnote()).embeddingModel('default');
  const { embedding, usage } = await embed({ model, value: quote });
  const { vectors, tokens } = await footnote().embed([quote]);
  expect([embedding, usage.tokens]).toEqual([[...(vectors[0] ?? [])], tokens]);
});

test('a model of the AI SDK uses the tools, and reads their citations', async () => {
  const usage = {
    inputTokens: { total: 1, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 1, text: undefined, reasoning: undefined },
  };
  const calling = (toolName: string) => ({
    content: [
      { type: 'tool-call' as const, toolCallId: toolName, toolName, input: JSON.stringify({ question }) },
    ],
    finishReason: { unified: 'tool-calls' as const, raw: undefined },
    usage,
    warnings: [],
  });
  const model = new MockLanguageModelV4({
    doGenerate: [
      calling('askDocuments'),
      calling('searchDocuments'),
      {
        content: [{ type: 'text', text: 'Nine days.' }],
        finishReason: { unified: 'stop', raw: undefined },
        usage,
        warnings: [],
      },
    ],
  });
  const { steps, text } = await generateText({
    model,
    prompt: question,
    tools: footnoteTools(footnote(), { topK: 1 }),
    stopWhen: isStepCount(3),
  });
  expect(text).toBe('Nine days.');
  const [asked, searched] = steps.flatMap(({ toolResults }) => toolResults.map(({ output }) => output));
  expect(asked).toMatchObject({
    answer: `${quote} [1]`,
    abstained: false,
    citations: [{ number: 1, quote }],
  });
  expect(searched).toMatchObject({
    passages: [{ title: 'Shipping', content: expect.stringContaining(quote) }],
  });
  expect(JSON.stringify(model.doGenerateCalls[1]?.prompt)).toContain(quote);
});
