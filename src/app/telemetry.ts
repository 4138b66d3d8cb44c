import { context, createNoopMeter, type Meter, metrics, type Span, trace } from '@opentelemetry/api';
import type { Logger } from '@opentelemetry/api-logs';
import { type Answer, type AnswerEvent, answerStream } from '../answer/answer.ts';
import type { Embedder } from '../contracts/embedder.ts';
import type {
  GenerateEvent,
  GenerateUsage,
  Generator,
  KeptOutcome,
  LanguageModel,
  ModelUse,
} from '../contracts/generator.ts';
import type { IngestReport } from '../contracts/job.ts';
import { isAborted, isFootnoteError } from '../errors.ts';
import { manifest } from '../files/package-root.ts';
import type { Footnote } from '../footnote.ts';
import type { Config } from '../settings/config.ts';
import { failSpan, inSpan, instrumentationScope, startSpan, tracer } from '../spans.ts';
import type { Adapters } from './adapters.ts';

/*
 * What Footnote tells OpenTelemetry (https://opentelemetry.io): a span for each call, with those of its stages and
 * models below it, metrics, and a log record for each call that ended. Model calls follow the semantic conventions for
 * generative AI (https://opentelemetry.io/docs/specs/semconv/gen-ai/). No question, no passage and no path is told.
 * Where no SDK was registered before Footnote was opened, nothing is wrapped.
 */

/** How a question ended. */
export interface EndedQuestion {
  readonly call: 'ask' | 'search';
  /** `answered` also for a search that found passages. */
  readonly outcome: KeptOutcome;
  /** Why it failed; null where it did not. */
  readonly errorCode: string | null;
  readonly seconds: number;
  /** The language model that answered; null where none did. */
  readonly model: ModelUse | null;
}

/** Whoever counts what is done with Footnote. */
export interface CallObserver {
  questionEnded(ended: EndedQuestion): void;
  ingestEnded(report: IngestReport): void;
  /** Of an ingest that has no report. */
  ingestFailed?(errorCode: string): void;
}

/** When and within which span a call began. */
const begin = () => ({ startedMs: performance.now(), within: context.active() });

/** Footnote with an observer of its calls. Asking costs no more than two looks at the clock. */
export function observedFootnote(footnote: Footnote, observer: CallObserver): Footnote {
  const tell = (
    call: EndedQuestion['call'],
    { startedMs, within }: ReturnType<typeof begin>,
    ending: Partial<EndedQuestion>,
  ) => {
    const seconds = (performance.now() - startedMs) / 1000;
    const ended = { call, outcome: 'cancelled', errorCode: null, model: null, ...ending, seconds } as const;
    // Whoever leaves an answer early does so outside of its span.
    context.with(within, () => observer.questionEnded(ended));
  };

  async function* observed(events: AsyncIterable<AnswerEvent>): AsyncGenerator<AnswerEvent, void> {
    const begun = begin();
    let ending: Partial<EndedQuestion> = {};
    try {
      for await (const event of events) {
        if (event.type === 'done') ending = { outcome: event.answer.outcome, model: event.answer.model };
        yield event;
      }
    } catch (error) {
      ending = failureOf(error);
      throw error;
    } finally {
      tell('ask', begun, ending);
    }
  }

  const observedIngest = async (ingest: () => Promise<IngestReport>) => {
    try {
      const report = await ingest();
      observer.ingestEnded(report);
      return report;
    } catch (error) {
      const { errorCode } = failureOf(error);
      if (errorCode !== null) observer.ingestFailed?.(errorCode);
      throw error;
    }
  };

  return {
    ...footnote,
    ask: (question, options) => answerStream(() => observed(footnote.ask(question, options))),
    async search(question, options) {
      const begun = begin();
      let ending: Partial<EndedQuestion> = {};
      try {
        const result = await footnote.search(question, options);
        ending = { outcome: result.hits.length > 0 ? 'answered' : 'nothing-found' };
        return result;
      } catch (error) {
        ending = failureOf(error);
        throw error;
      } finally {
        tell('search', begun, ending);
      }
    },
    ingest: (paths, options) => observedIngest(() => footnote.ingest(paths, options)),
    add: (documents, options) => observedIngest(() => footnote.add(documents, options)),
    async *watch(paths, options) {
      for await (const round of footnote.watch(paths, options)) {
        if (round.report) observer.ingestEnded(round.report);
        yield round;
      }
    },
  };
}

function failureOf(error: unknown): Pick<EndedQuestion, 'outcome' | 'errorCode'> {
  if (isAborted(error)) return { outcome: 'cancelled', errorCode: null };
  return { outcome: 'failed', errorCode: isFootnoteError(error) ? error.code : 'internal' };
}

/** Footnote as it tells OpenTelemetry of itself; as it is where nobody listens. */
export async function toldFootnote(footnote: Footnote): Promise<Footnote> {
  const [meter, logger] = [liveMeter(), await liveLogger()];
  const counted = meter ? observedFootnote(footnote, meterObserver(meter)) : footnote;
  const logged = logger ? observedFootnote(counted, logObserver(logger)) : counted;
  return tracer() ? tracedFootnote(logged) : logged;
}

/** Where `@opentelemetry/api-logs` puts the provider that an SDK registers. */
const registeredLogs = Symbol.for('io.opentelemetry.js.api.logs');

/** The logger of OpenTelemetry; undefined where no SDK is registered, in which case its package is not even loaded. */
async function liveLogger(): Promise<Logger | undefined> {
  if (!(registeredLogs in globalThis)) return undefined;
  const loaded = await import('@opentelemetry/api-logs').catch(() => undefined);
  return loaded?.logs.getLogger(instrumentationScope, manifest.version);
}

/** As OpenTelemetry numbers them. */
const severities = { info: 9, warn: 13, error: 17 } as const;

function logObserver(logger: Logger): CallObserver {
  const emit = (
    severity: keyof typeof severities,
    eventName: string,
    attributes: Readonly<Record<string, string | number>>,
  ) =>
    logger.emit({
      eventName,
      severityNumber: severities[severity],
      severityText: severity.toUpperCase(),
      body: eventName,
      attributes,
    });
  return {
    questionEnded({ call, outcome, errorCode, seconds, model }) {
      emit(errorCode === null ? 'info' : 'error', 'footnote.question', {
        'footnote.call': call,
        'footnote.outcome': outcome,
        'footnote.seconds': seconds,
        ...(errorCode !== null && { 'error.type': errorCode }),
        ...(model && { 'gen_ai.request.model': model.name }),
      });
    },
    ingestEnded({ documents, status, durationMs }) {
      const numbers = Object.entries(documents).map(([change, number]) => [
        `footnote.documents.${change}`,
        number,
      ]);
      emit(documents.failed > 0 ? 'warn' : 'info', 'footnote.ingest', {
        'footnote.status': status,
        'footnote.seconds': durationMs / 1000,
        ...Object.fromEntries(numbers),
      });
    },
    ingestFailed: (errorCode) => emit('error', 'footnote.ingest', { 'error.type': errorCode }),
  };
}

/** The meter of OpenTelemetry; undefined where no SDK is registered. */
function liveMeter(): Meter | undefined {
  const meter = metrics.getMeterProvider().getMeter(instrumentationScope, manifest.version);
  return meter === createNoopMeter() ? undefined : meter;
}

function meterObserver(meter: Meter): CallObserver {
  const questions = meter.createCounter('footnote.questions', {
    description: 'Questions asked, by how they ended.',
    unit: '{question}',
  });
  const duration = meter.createHistogram('footnote.question.duration', {
    description: 'From a question to the end of its answer.',
    unit: 's',
  });
  const documents = meter.createCounter('footnote.ingest.documents', {
    description: 'Documents that ingests came upon, by what became of them.',
    unit: '{document}',
  });
  const ingests = meter.createHistogram('footnote.ingest.duration', { unit: 's' });
  return {
    questionEnded({ call, outcome, errorCode, seconds }) {
      const attributes = {
        'footnote.call': call,
        'footnote.outcome': outcome,
        ...(errorCode !== null && { 'error.type': errorCode }),
      };
      questions.add(1, attributes);
      duration.record(seconds, attributes);
    },
    ingestEnded(report) {
      for (const [change, number] of Object.entries(report.documents))
        if (number > 0) documents.add(number, { 'footnote.change': change });
      ingests.record(report.durationMs / 1000, { 'footnote.status': report.status });
    },
  };
}

function tracedFootnote(footnote: Footnote): Footnote {
  return {
    ...footnote,
    ask: (question, options) => answerStream(() => tracedAnswer(() => footnote.ask(question, options))),
    search: (question, options) =>
      inSpan('footnote.search', async (span) => {
        const result = await footnote.search(question, options);
        span?.setAttributes({
          'footnote.hits': result.hits.length,
          'footnote.relevant': result.relevance.relevant,
        });
        return result;
      }),
    ingest: (paths, options) => ingestInSpan(() => footnote.ingest(paths, options)),
    add: (documents, options) => ingestInSpan(() => footnote.add(documents, options)),
    reindex: (options) => inSpan('footnote.reindex', () => footnote.reindex(options)),
  };
}

function ingestInSpan(ingest: () => Promise<IngestReport>): Promise<IngestReport> {
  return inSpan('footnote.ingest', async (span) => {
    const report = await ingest();
    const { documents, chunks, vectors, status } = report;
    span?.setAttributes({
      'footnote.status': status,
      'footnote.chunks': chunks,
      'footnote.vectors': vectors,
    });
    for (const [change, number] of Object.entries(documents))
      span?.setAttribute(`footnote.documents.${change}`, number);
    return report;
  });
}

/**
 * The events of an answer, in a span with two below it: `footnote.retrieve` to the moment when it is known what was
 * found, `footnote.compose` from there. What stages and models tell meanwhile lies below these.
 */
async function* tracedAnswer(start: () => AsyncIterable<AnswerEvent>): AsyncGenerator<AnswerEvent, void> {
  const by = tracer();
  if (!by) {
    yield* start();
    return;
  }
  const span = startSpan(by, 'footnote.ask');
  const under = trace.setSpan(context.active(), span);
  const begin = (name: string) => {
    const part = context.with(under, () => startSpan(by, name));
    return { part, within: trace.setSpan(under, part) };
  };
  let stage = begin('footnote.retrieve');
  let isSpeaking = false;
  span.setAttribute('footnote.outcome', 'cancelled');
  const events = context.with(stage.within, () => start()[Symbol.asyncIterator]());
  try {
    for (;;) {
      const step = await context.with(stage.within, () => events.next());
      if (step.done) return;
      const event = step.value;
      if (event.type === 'retrieved') {
        stage.part.setAttribute('footnote.hits', event.result.hits.length);
        stage.part.end();
        stage = begin('footnote.compose');
      } else if (event.type === 'token' && !isSpeaking) {
        isSpeaking = true;
        span.addEvent('first token');
      } else if (event.type === 'done') sayAnswer(span, event.answer);
      yield event;
    }
  } catch (error) {
    failSpan(span, error);
    if (!isAborted(error)) span.setAttribute('footnote.outcome', 'failed');
    throw error;
  } finally {
    stage.part.end();
    span.end();
    await events.return?.();
  }
}

function sayAnswer(
  span: Span,
  { outcome, abstained, citations, sentences, confidence, complete }: Answer,
): void {
  span.setAttributes({
    'footnote.outcome': outcome,
    'footnote.abstained': abstained,
    'footnote.citations': citations.length,
    'footnote.sentences': sentences.length,
    'footnote.confidence': confidence,
    'footnote.complete': complete,
  });
}

/** A model as conventions name it. */
interface NamedModel {
  readonly operation: 'chat' | 'embeddings';
  readonly model: string;
  /** Of whose API it is behind; `footnote` where it runs in this process. */
  readonly provider: string;
}

/** Tells of one call of a model: a span, its duration and its tokens. */
type ToldCall = <Result>(
  named: NamedModel,
  call: (used: (usage: GenerateUsage, reason?: string) => void) => Promise<Result>,
) => Promise<Result>;

/** The adapters with a span and metrics for each call of a model; as they are where nobody listens. */
export function toldAdapters(
  adapters: Adapters,
  { embedder, generator }: Pick<Config, 'embedder' | 'generator'>,
): Adapters {
  const meter = liveMeter();
  if (!meter && !tracer()) return adapters;
  const told = toldCalls(meter ?? createNoopMeter());
  const chat = generator.kind === 'openai' ? 'openai' : 'footnote';
  const provider = embedder.kind === 'openai' ? 'openai' : 'footnote';
  const { otherLanguages, rewriter, rephraser, verifier } = adapters;
  return {
    ...adapters,
    embedder: toldEmbedder(adapters.embedder, provider, told),
    otherLanguages:
      otherLanguages && otherLanguages !== 'missing'
        ? toldEmbedder(otherLanguages, provider, told)
        : otherLanguages,
    generator: toldGenerator(adapters.generator, chat, told),
    rewriter: rewriter && toldLanguageModel(rewriter, chat, told),
    rephraser: rephraser && toldLanguageModel(rephraser, chat, told),
    verifier: verifier && {
      name: verifier.name,
      verify: (claim, options) => inSpan('footnote.verify', () => verifier.verify(claim, options)),
      ...own(verifier, 'close'),
    },
  };
}

function toldCalls(meter: Meter): ToldCall {
  const duration = meter.createHistogram('gen_ai.client.operation.duration', {
    description: 'GenAI operation duration.',
    unit: 's',
  });
  const tokens = meter.createHistogram('gen_ai.client.token.usage', {
    description: 'Number of input and output tokens used.',
    unit: '{token}',
  });
  return async (named, call) => {
    const attributes = attributesOf(named);
    const startedMs = performance.now();
    const ended = (more = {}) =>
      duration.record((performance.now() - startedMs) / 1000, { ...attributes, ...more });
    const work = (span: Span | undefined) =>
      call(({ promptTokens, completionTokens }, reason) => {
        for (const [type, number] of [
          ['input', promptTokens],
          ['output', completionTokens],
        ] as const) {
          if (number === null) continue;
          span?.setAttribute(`gen_ai.usage.${type}_tokens`, number);
          tokens.record(number, { ...attributes, 'gen_ai.token.type': type });
        }
        if (reason !== undefined) span?.setAttribute('gen_ai.response.finish_reasons', [reason]);
      });
    try {
      const result = await inSpan(`${named.operation} ${named.model}`, work, { attributes, kind: 'client' });
      ended();
      return result;
    } catch (error) {
      ended({ 'error.type': isFootnoteError(error) ? error.code : 'internal' });
      throw error;
    }
  };
}

function attributesOf({ operation, model, provider }: NamedModel) {
  return {
    'gen_ai.operation.name': operation,
    'gen_ai.provider.name': provider,
    'gen_ai.request.model': model,
  };
}

/** A method that not every adapter has, of the one that it is asked for. */
function own<Adapter extends object, Name extends keyof Adapter>(
  adapter: Adapter,
  name: Name,
): Pick<Adapter, Name> | undefined {
  const method: unknown = adapter[name];
  return typeof method === 'function' ? ({ [name]: method.bind(adapter) } as Pick<Adapter, Name>) : undefined;
}

function toldEmbedder(embedder: Embedder, provider: string, told: ToldCall): Embedder {
  const { id, dimension, weights, languages, cosines, tokenizer, passagesAtOnce } = embedder;
  const named = { operation: 'embeddings', model: id, provider } as const;
  return {
    id,
    dimension,
    languages,
    tokenizer,
    ...(weights !== undefined && { weights }),
    ...(cosines !== undefined && { cosines }),
    ...(passagesAtOnce !== undefined && { passagesAtOnce }),
    embedDocuments: (texts, options) =>
      told(named, async (used) => {
        const embedded = await embedder.embedDocuments(texts, options);
        const promptTokens = embedded.reduce((sum, { tokens }) => sum + tokens, 0);
        used({ promptTokens, completionTokens: null });
        return embedded;
      }),
    embedQuery: (text, options) => told(named, () => embedder.embedQuery(text, options)),
    ...own(embedder, 'embedTokens'),
    ...own(embedder, 'usage'),
    close: () => embedder.close(),
  };
}

function toldLanguageModel(model: LanguageModel, provider: string, told: ToldCall): LanguageModel {
  return {
    name: model.name,
    complete: (messages, options) =>
      told({ operation: 'chat', model: model.name, provider }, (used) =>
        model.complete(messages, {
          ...options,
          onUsage(usage) {
            used(usage);
            options?.onUsage?.(usage);
          },
        }),
      ),
    ...own(model, 'close'),
  };
}

/** A generator that has no model quotes, which is a stage like any other. */
function toldGenerator(generator: Generator, provider: string, told: ToldCall): Generator {
  const { name, tokenizer, maxPromptTokens } = generator;
  return {
    name,
    ...(tokenizer && { tokenizer }),
    ...(maxPromptTokens !== undefined && { maxPromptTokens }),
    generate: (request) =>
      tokenizer
        ? toldStream(generator.generate(request), (finished) =>
            told({ operation: 'chat', model: name, provider }, async (used) => {
              const finish = await finished;
              if (finish) used(finish.usage ?? noUsage, finish.reason);
            }),
          )
        : toldStream(generator.generate(request), (finished) => inSpan('footnote.quote', () => finished)),
    ...own(generator, 'warmUp'),
    ...own(generator, 'close'),
  };
}

const noUsage: GenerateUsage = { promptTokens: null, completionTokens: null };

type Finish = Extract<GenerateEvent, { type: 'finish' }>;

/** Passes events on while `around` waits for the last of them, or for why there is none. */
async function* toldStream(
  events: AsyncIterable<GenerateEvent>,
  around: (finished: Promise<Finish | undefined>) => Promise<unknown>,
): AsyncGenerator<GenerateEvent> {
  const { promise, resolve, reject } = Promise.withResolvers<Finish | undefined>();
  const told = around(promise).catch(() => undefined);
  try {
    for await (const event of events) {
      if (event.type === 'finish') resolve(event);
      // The model failed; what follows is quoted in its stead.
      else if (event.type === 'fallback') reject(event.failure);
      yield event;
    }
  } catch (error) {
    reject(error);
    throw error;
  } finally {
    resolve(undefined);
    await told;
  }
}
