import type { AttributesOf, SpanType } from './span-table.js';

/** A span to start. */
export interface NewSpan<Type extends SpanType> {
  type: Type;
  name: string;
  attributes: AttributesOf<Type>;
}

/** A span of a trace that is recorded. */
export interface TraceSpan<Type extends SpanType = SpanType> {
  /** Value of the header `traceparent` of a request that this span sends. */
  readonly traceparent: string;
  /** Starts a child. After too many spans of a trace, it returns a span that is not recorded. */
  start<Child extends SpanType>(span: NewSpan<Child>): TraceSpan<Child>;
  /** Changes the name. */
  rename(name: string): void;
  /** Sets attributes. */
  set(attributes: AttributesOf<Type>): void;
  /** Adds an event, which has a time but no duration. */
  event(name: string, attributes?: Record<string, string | number>): void;
  /** Ends the span. If an error is given, the span records the type of the error. */
  end(error?: unknown): void;
}

/** The trace of one request or job. */
export interface Trace<Type extends SpanType = SpanType> {
  readonly traceId: string;
  /** First span of this process; null if the trace is not recorded. */
  readonly root: TraceSpan<Type> | null;
}

/** Creates traces and sends them to a collector in the background. */
export interface Tracing {
  /**
   * Begins a trace.
   * @param traceparent header of the request, whose trace continues; ignored unless it is well-formed
   */
  begin<Type extends SpanType>(span: NewSpan<Type>, traceparent?: string): Trace<Type>;
  /** Calls a function when spans cannot be sent. It is not called again until spans were sent. */
  onFailure(listener: (error: unknown) => void): void;
  /** Sends the remaining spans, for at most two seconds. Never rejects. */
  close(): Promise<void>;
}
