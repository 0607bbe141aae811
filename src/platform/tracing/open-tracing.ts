import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, TraceFlags, type Tracer, trace } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider, RandomIdGenerator } from '@opentelemetry/sdk-trace-node';
import { AppError } from '../base/errors.js';
import { limits } from '../base/limits.js';
import type { TracingConfig } from '../config/tracing-config.js';
import { createExporter } from './exporter.js';
import { createSampler } from './sampler.js';
import { type SpanType, spanTable } from './span-table.js';
import { formatTraceParent, parseTraceParent, type TraceParent } from './traceparent.js';
import type { NewSpan, TraceSpan, Tracing } from './tracing.js';

/** Maximum time that a stop waits for the collector, in milliseconds. */
const maxFlushMs = 2_000;

/**
 * Opens the connection to a collector of traces. This module loads the SDK of OpenTelemetry, so it must be imported
 * only if tracing is on.
 */
export function openTracing({ endpoint, headers, resource, sampling }: TracingConfig): Tracing {
  const exporter = createExporter({ url: endpoint, headers });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes(resource),
    spanProcessors: [new BatchSpanProcessor(exporter, queueOptions())],
  });
  const tracer = provider.getTracer('docgraph');
  const isSampled = createSampler(sampling);
  const ids = new RandomIdGenerator();
  return {
    begin(span, header) {
      const parent = parseTraceParent(header);
      if (!isSampled(parent)) return { traceId: parent?.traceId ?? ids.generateTraceId(), root: null };
      const own = startSpan(tracer, span, parent && remoteParent(parent));
      const root = new RecordedSpan<typeof span.type>(tracer, own, { left: limits.spansOfTrace.value, dropped: 0 });
      return { traceId: own.spanContext().traceId, root };
    },
    onFailure: exporter.onFailure,
    async close() {
      const closing = provider.shutdown().catch(() => {});
      await Promise.race([closing, sleep(maxFlushMs, undefined, { ref: false })]);
    },
  };
}

/** Returns the size of the queue of spans, unless the variable of the standard sets it. */
function queueOptions(): { maxQueueSize?: number } {
  return process.env.OTEL_BSP_MAX_QUEUE_SIZE ? {} : { maxQueueSize: limits.spansWaiting.value };
}

type ParentSpan = Parameters<typeof trace.setSpan>[1];

/** Returns the span of the caller in another process. */
function remoteParent({ traceId, spanId }: TraceParent): ParentSpan {
  return trace.wrapSpanContext({ traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });
}

function startSpan(tracer: Tracer, { type, name, attributes }: NewSpan<SpanType>, parent: ParentSpan | null): Span {
  const context = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
  return tracer.startSpan(name, { kind: kinds[spanTable[type].kind], attributes: { ...attributes } }, context);
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** Number of spans that a trace may still have, and number of its dropped spans. */
interface SpanBudget {
  left: number;
  dropped: number;
}

/** A span of the SDK. */
class RecordedSpan<Type extends SpanType> implements TraceSpan<Type> {
  readonly #tracer: Tracer;
  readonly #span: Span;
  readonly #budget: SpanBudget;

  constructor(tracer: Tracer, span: Span, budget: SpanBudget) {
    this.#tracer = tracer;
    this.#span = span;
    this.#budget = budget;
  }

  get traceparent(): string {
    return formatTraceParent({ ...this.#span.spanContext(), isSampled: true });
  }

  start<Child extends SpanType>(span: NewSpan<Child>): TraceSpan<Child> {
    const isOver = this.#budget.left === 0;
    if (isOver) this.#budget.dropped += 1;
    else this.#budget.left -= 1;
    if (isOver) return new DroppedSpan(this.#budget, this.traceparent);
    return new RecordedSpan<Child>(this.#tracer, startSpan(this.#tracer, span, this.#span), this.#budget);
  }

  rename(name: string): void {
    this.#span.updateName(name);
  }
  set(attributes: object): void {
    this.#span.setAttributes({ ...attributes });
  }

  event(name: string, attributes?: Record<string, string | number>): void {
    this.#span.addEvent(name, attributes);
  }

  end(error?: unknown): void {
    const span = this.#span;
    if (error !== undefined)
      span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', errorType(error));
    if (this.#budget.dropped > 0) span.setAttribute('docgraph.spans.dropped', this.#budget.dropped);
    span.end();
  }
}

/** A span that is not recorded, because its trace has too many. */
class DroppedSpan<Type extends SpanType> implements TraceSpan<Type> {
  readonly #budget: SpanBudget;

  constructor(
    budget: SpanBudget,
    readonly traceparent: string,
  ) {
    this.#budget = budget;
  }

  start<Child extends SpanType>(): TraceSpan<Child> {
    this.#budget.dropped += 1;
    return this as object as TraceSpan<Child>;
  }

  rename(): void {}
  set(): void {}
  event(): void {}
  end(): void {}
}

/** Returns the code of an error, or the name of its class. Messages may contain values, so spans have none. */
function errorType(error: unknown): string {
  if (error instanceof AppError) return error.detail.reason ?? error.code;
  return error instanceof Error ? error.constructor.name : String(error);
}
