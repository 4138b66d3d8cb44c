import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Context, type ContextManager, context, metrics, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { logs } from '@opentelemetry/api-logs';
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import { startChatPeer } from './chat-peer.ts';
import { writeFiles } from './corpus.ts';
import { refuseWith } from './json-peer.ts';

/** What SDKs for Node bring with them: the active span, kept across what is awaited. */
class AsyncContexts implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>();
  active = () => this.#storage.getStore() ?? ROOT_CONTEXT;
  with: ContextManager['with'] = (within, work, self, ...args) =>
    this.#storage.run(within, () => work.apply(self as never, args));
  bind: ContextManager['bind'] = (within, target) =>
    typeof target === 'function'
      ? (((...args: unknown[]) => this.#storage.run(within, () => target(...args))) as typeof target)
      : target;
  enable = () => this;
  disable = () => this;
}

const spans = new InMemorySpanExporter();
const logged = new InMemoryLogRecordExporter();
const counted = new InMemoryMetricExporter(AggregationTemporality.DELTA);
const reader = new PeriodicExportingMetricReader({ exporter: counted, exportIntervalMillis: 2 ** 30 });

const question = 'How long do parcels to Norway take?';
const folder = mkdtempSync(join(tmpdir(), 'footnote-telemetry-'));
const files = {
  'shipping.md': '# Shipping\n\nParcels to Norway take nine days and need a customs form.\n',
  'refunds.md': '# Refunds\n\nItems can be returned within 30 days of delivery.\n',
};
const settings = { store: join(folder, 'store'), embedder: { threads: 1, cacheMaxBytes: 0 } };
const model = /^embeddings all-MiniLM-L6-v2@/;
let footnote: Footnote;
let ingested: readonly ReadableSpan[];

beforeAll(async () => {
  context.setGlobalContextManager(new AsyncContexts());
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
  );
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
  logs.setGlobalLoggerProvider(
    new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter: logged })] }),
  );
  footnote = await openFootnote(settings);
  await footnote.ingest([writeFiles(join(folder, 'files'), files)]);
  ingested = [...spans.getFinishedSpans()];
});

beforeEach(async () => {
  await reader.forceFlush();
  counted.reset();
  spans.reset();
  logged.reset();
});

afterAll(async () => {
  await footnote.close();
  rmSync(folder, { recursive: true });
  // The next files of this process tell nobody.
  for (const api of [trace, metrics, logs, context]) api.disable();
});

/** The spans below one, or at the top, by their names. */
function below(parent: ReadableSpan | undefined, all: readonly ReadableSpan[] = spans.getFinishedSpans()) {
  return all.filter((span) => span.parentSpanContext?.spanId === parent?.spanContext().spanId);
}

function named(name: string | RegExp, all: readonly ReadableSpan[] = spans.getFinishedSpans()): ReadableSpan {
  const found = all.filter((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)));
  expect(found, String(name)).toHaveLength(1);
  return found[0] as ReadableSpan;
}

const names = (all: readonly ReadableSpan[]) => all.map(({ name }) => name.replace(/@.*/, ''));

/** The numbers of a metric by the attributes that are asked for. */
async function points(name: string, ...attributes: string[]): Promise<unknown[]> {
  await reader.forceFlush();
  const found = counted
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics))
    .filter(({ descriptor }) => descriptor.name === name)
    .flatMap(({ dataPoints }) => dataPoints as { attributes: Record<string, unknown>; value: unknown }[]);
  return found.map(({ attributes: own, value }) => [
    ...attributes.map((attribute) => own[attribute]),
    typeof value === 'object' && value !== null && 'count' in value ? value.count : value,
  ]);
}

test('an answer is a span, with its stages and models below it', async () => {
  await footnote.ask(question);
  const [ask, ...others] = below(undefined);
  expect([ask?.name, others]).toEqual(['footnote.ask', []]);
  expect(ask?.attributes).toMatchObject({
    'footnote.outcome': 'answered',
    'footnote.abstained': false,
    'footnote.citations': 1,
  });
  expect(ask?.events.map(({ name }) => name)).toEqual(['first token']);
  const [retrieve, compose] = below(ask);
  expect(names(below(ask))).toEqual(['footnote.retrieve', 'footnote.compose']);
  const stages = names(below(retrieve));
  for (const stage of ['understand', 'embed', 'keyword', 'vector', 'live', 'fuse', 'choose', 'expand'])
    expect(stages).toContain(`footnote.${stage}`);
  expect(names(below(compose))).toEqual(['footnote.quote']);
  const embedding = named(model);
  expect(below(named('footnote.embed'))).toEqual([embedding]);
  expect(embedding.attributes).toMatchObject({
    'gen_ai.operation.name': 'embeddings',
    'gen_ai.provider.name': 'footnote',
  });
  for (const { endTime, startTime } of spans.getFinishedSpans()) {
    expect(endTime[0] * 1e9 + endTime[1]).toBeGreaterThanOrEqual(startTime[0] * 1e9 + startTime[1]);
  }
});

test('each call that ended is a log record, which belongs to its trace', async () => {
  await footnote.ask(question);
  await footnote.search(question);
  await expect(footnote.search('', {})).rejects.toThrow();
  await footnote.ingest([join(folder, 'files')]);
  await footnote.ingest([join(folder, 'nowhere')]);
  await expect(footnote.ingest([folder], { collection: 'no such/name' })).rejects.toThrow();
  const records = logged.getFinishedLogRecords();
  expect(
    records.map(({ eventName, severityText, attributes }) => [
      eventName,
      severityText,
      attributes['footnote.outcome'] ?? attributes['footnote.documents.unchanged'],
      attributes['error.type'],
    ]),
  ).toEqual([
    ['footnote.question', 'INFO', 'answered', undefined],
    ['footnote.question', 'INFO', 'answered', undefined],
    ['footnote.question', 'ERROR', 'failed', 'question_empty'],
    ['footnote.ingest', 'INFO', 2, undefined],
    ['footnote.ingest', 'WARN', 0, undefined],
    ['footnote.ingest', 'ERROR', undefined, 'request_invalid'],
  ]);
  const traces = new Set(spans.getFinishedSpans().map((span) => span.spanContext().traceId));
  for (const { spanContext } of records) expect(traces).toContain(spanContext?.traceId);
  expect(JSON.stringify(records.map(({ attributes, body }) => [attributes, body]))).not.toMatch(
    /Norway|parcels|nowhere|shipping/i,
  );
});

test('no word of a question, a document or a path is told', async () => {
  await footnote.ask(question);
  await footnote.search('What of parcels?', { collection: 'none' }).catch(() => undefined);
  const all = [...ingested, ...spans.getFinishedSpans()].map(({ name, attributes, events, status }) =>
    JSON.stringify([name, attributes, events, status]),
  );
  expect(all.length).toBeGreaterThan(10);
  for (const words of [/parcels/i, /norway/i, /shipping/i, new RegExp(folder)])
    expect(all.filter((span) => words.test(span))).toEqual([]);
});

test('a search is a span with its stages, one that fails says why', async () => {
  await footnote.search(question);
  expect(named('footnote.search').attributes).toMatchObject({
    'footnote.relevant': true,
    'footnote.hits': 2,
  });
  expect(names(below(named('footnote.search')))).toContain('footnote.keyword');
  spans.reset();
  await expect(footnote.search(' ')).rejects.toThrow();
  expect(named('footnote.search')).toMatchObject({
    attributes: { 'error.type': 'question_empty' },
    status: { code: 2, message: 'question_empty' },
  });
});

test('an answer that its reader leaves is over, and was cancelled', async () => {
  for await (const { type } of footnote.ask(question)) if (type === 'retrieved') break;
  expect(named('footnote.ask').attributes['footnote.outcome']).toBe('cancelled');
  expect(named('footnote.ask').ended).toBe(true);
  expect(await points('footnote.questions', 'footnote.call', 'footnote.outcome')).toEqual([
    ['ask', 'cancelled', 1],
  ]);
});

test('an ingest is a span with its stages', () => {
  const ingest = named('footnote.ingest', ingested);
  expect(ingest.attributes).toMatchObject({
    'footnote.status': 'complete',
    'footnote.documents.added': 2,
    'footnote.chunks': 2,
  });
  expect(names(below(ingest, ingested)).toSorted()).toEqual(
    expect.arrayContaining([
      'embeddings all-MiniLM-L6-v2',
      'footnote.prepare',
      'footnote.scan',
      'footnote.write',
    ]),
  );
  expect(named(model, ingested).attributes['gen_ai.usage.input_tokens']).toBeGreaterThan(10);
});

test('calls of a language model follow the conventions', async () => {
  const peer = await startChatPeer();
  peer.says(['Parcels take nine days', ' [', '1', '].']);
  const own = await openFootnote({
    ...settings,
    generator: { kind: 'openai', baseUrl: peer.baseUrl, model: 'chat-9' },
  });
  await own.ask(question);
  const chat = named('chat chat-9');
  expect(below(named('footnote.compose'))).toEqual([chat]);
  expect(chat.kind).toBe(2);
  expect(chat.attributes).toEqual({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'chat-9',
    'gen_ai.usage.input_tokens': 7,
    'gen_ai.usage.output_tokens': 4,
    'gen_ai.response.finish_reasons': ['stop'],
  });
  expect(await points('gen_ai.client.token.usage', 'gen_ai.request.model', 'gen_ai.token.type')).toEqual(
    expect.arrayContaining([
      ['chat-9', 'input', 1],
      ['chat-9', 'output', 1],
    ]),
  );
  spans.reset();
  peer.meet(refuseWith(400, { error: { message: 'no', type: 'error', param: null, code: null } }));
  await own.ask(question).catch(() => undefined);
  expect(named('chat chat-9').attributes['error.type']).toBe('model_rejected');
  await own.close();
  await peer.close();
});

test('questions, refusals and documents are counted', async () => {
  await footnote.ask(question);
  await footnote.ask('Who painted the Mona Lisa?');
  await footnote.search(question);
  await footnote.ask(' ').catch(() => undefined);
  await footnote.add({ name: 'note.md', text: 'A note.\n' }, { collection: 'other' });
  await footnote.ingest([join(folder, 'files')]);
  expect(await points('footnote.questions', 'footnote.call', 'footnote.outcome', 'error.type')).toEqual(
    expect.arrayContaining([
      ['ask', 'answered', undefined, 1],
      ['search', 'answered', undefined, 1],
      ['ask', 'failed', 'question_empty', 1],
    ]),
  );
  expect(await points('footnote.ingest.documents', 'footnote.change')).toEqual(
    expect.arrayContaining([
      ['unchanged', 2],
      ['added', 1],
    ]),
  );
  expect(named('footnote.ingest', spans.getFinishedSpans().slice(-1))).toBeDefined();
});

test('each ended call has its duration', async () => {
  await footnote.ask(question);
  await footnote.ingest([join(folder, 'files')]);
  await reader.forceFlush();
  expect(await points('footnote.question.duration', 'footnote.call', 'footnote.outcome')).toEqual([
    ['ask', 'answered', 1],
  ]);
  expect(await points('footnote.ingest.documents', 'footnote.change')).toEqual([['unchanged', 2]]);
  expect(await points('footnote.ingest.duration', 'footnote.status')).toEqual([['complete', 1]]);
  expect(await points('gen_ai.client.operation.duration', 'gen_ai.operation.name')).toEqual([
    ['embeddings', 1],
  ]);
});
