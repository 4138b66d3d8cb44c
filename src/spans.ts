import {
  type Attributes,
  context,
  ProxyTracerProvider,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { isFootnoteError, messageOf } from './errors.ts';
import { manifest } from './files/package-root.ts';

/** The name under which spans and metrics are told. */
export const instrumentationScope = 'footnote-rag';

/** The tracer of OpenTelemetry; undefined where no SDK is registered in this process, so that nothing need be done. */
export function tracer(): Tracer | undefined {
  const provider = trace.getTracerProvider();
  if (provider instanceof ProxyTracerProvider)
    return provider.getDelegateTracer(instrumentationScope, manifest.version);
  return provider.getTracer(instrumentationScope, manifest.version);
}

/** What a span says from its beginning. */
export interface SpanStart {
  readonly attributes?: Attributes;
  /** `client` for calls of models, wherever they run. Default: work of this process's own. */
  readonly kind?: 'client';
}

/** Begins a span under the active one. */
export function startSpan(by: Tracer, name: string, { attributes = {}, kind }: SpanStart = {}): Span {
  return by.startSpan(name, {
    attributes,
    kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL,
  });
}

/** Does work in a span of its own; without an SDK, just the work. The span is given to say more on it. */
export async function inSpan<Result>(
  name: string,
  work: (span: Span | undefined) => Result | Promise<Result>,
  start?: SpanStart,
): Promise<Result> {
  const by = tracer();
  if (!by) return work(undefined);
  const span = startSpan(by, name, start);
  try {
    return await context.with(trace.setSpan(context.active(), span), () => work(span));
  } catch (error) {
    failSpan(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Says on a span why its work failed. Messages are kept out: they may name files and repeat questions. */
export function failSpan(span: Span, error: unknown): void {
  const type = isFootnoteError(error) ? error.code : error instanceof Error ? error.name : messageOf(error);
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR, message: type });
}
