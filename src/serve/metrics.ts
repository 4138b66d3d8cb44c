import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { z } from 'zod';
import type { CallObserver, EndedQuestion } from '../app/telemetry.ts';
import type { IngestReport } from '../contracts/job.ts';
import { FootnoteError } from '../errors.ts';
import type { Config } from '../settings/config.ts';
import { isOwnMachine } from './client-address.ts';
import type { Server } from './routes/route-context.ts';
import { errorSchema } from './schemas/schema-of.ts';

/** Seconds: from a search in memory to a model that takes its time. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** An HTTP request that was answered. */
interface EndedRequest {
  readonly method: string;
  /** As it is registered, so that no value of a parameter becomes a label. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/**
 * What a server counts, as Prometheus reads it (https://prometheus.io/docs/instrumenting/exposition_formats). No label
 * names a collection, a document or who asked.
 */
export class ServerMetrics implements CallObserver {
  readonly #registry = new Registry();
  readonly #questions = new Counter({
    name: 'footnote_questions_total',
    help: 'Questions, by how they ended.',
    labelNames: ['call', 'outcome', 'error'],
    registers: [this.#registry],
  });
  readonly #questionSeconds = new Histogram({
    name: 'footnote_question_duration_seconds',
    help: 'From a question to the end of its answer.',
    labelNames: ['call'],
    buckets,
    registers: [this.#registry],
  });
  readonly #tokens = new Counter({
    name: 'footnote_model_tokens_total',
    help: 'Tokens that language models read and wrote for answers, as far as they say.',
    labelNames: ['model', 'type'],
    registers: [this.#registry],
  });
  readonly #documents = new Counter({
    name: 'footnote_ingested_documents_total',
    help: 'Documents that ingests of this process came upon, by what became of them.',
    labelNames: ['change'],
    registers: [this.#registry],
  });
  readonly #requests = new Histogram({
    name: 'footnote_http_request_duration_seconds',
    help: 'From the headers of a request to the end of its reply.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [this.#registry],
  });

  constructor() {
    const gauge = (name: string, help: string, read: () => number) =>
      this.#registry.registerMetric(
        new Gauge({
          name,
          help,
          registers: [],
          collect() {
            this.set(read());
          },
        }),
      );
    gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss());
    gauge('process_cpu_seconds_total', 'Time of the processor that the process has taken.', () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    });
    const startedAt = Math.round(Date.now() / 1000 - process.uptime());
    gauge('process_start_time_seconds', 'When the process was started, since 1970.', () => startedAt);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** All of it as text. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  questionEnded({ call, outcome, errorCode, seconds, model }: EndedQuestion): void {
    this.#questions.inc({ call, outcome, error: errorCode ?? '' });
    this.#questionSeconds.observe({ call }, seconds);
    if (!model) return;
    for (const [type, number] of [
      ['input', model.promptTokens],
      ['output', model.completionTokens],
    ] as const)
      if (number !== null) this.#tokens.inc({ model: model.name, type }, number);
  }

  ingestEnded({ documents }: IngestReport): void {
    for (const [change, number] of Object.entries(documents)) this.#documents.inc({ change }, number);
  }

  requestEnded({ method, route, status, seconds }: EndedRequest): void {
    this.#requests.observe({ method, route, status }, seconds);
  }
}

/**
 * `GET /metrics` for Prometheus. It asks for no key: what it says names nobody and no document. Unless the settings say
 * otherwise it answers this machine alone.
 */
export function metricsRoute(
  server: Server,
  metrics: ServerMetrics,
  { metrics: audience }: Pick<Config['server'], 'metrics'>,
): void {
  server.get(
    '/metrics',
    {
      config: { access: 'public', rateLimit: false },
      schema: {
        operationId: 'getMetrics',
        summary: 'What the server counts, for Prometheus',
        tags: ['status'],
        response: {
          200: {
            description: 'Prometheus’ text format.',
            content: { 'text/plain': { schema: z.string() } },
          },
          default: errorSchema,
        },
      },
    },
    async (request, reply) => {
      if (audience === 'local' && !isOwnMachine(request)) throw new FootnoteError('metrics_private', {});
      return reply.type(metrics.contentType).send(await metrics.text());
    },
  );
}
