import type { BatchTimes } from '../../../platform/db/query/batch-times.js';
import type { TraceSpan } from '../../../platform/tracing/tracing.js';

/** The trace of a request over HTTP. */
export interface RequestTrace {
  readonly traceId: string;
  /** Span of the request; null if the trace is not recorded. */
  readonly root: TraceSpan<'request'> | null;
  /** Span that is the parent of the next one: that of the operation while it runs, otherwise that of the request. */
  current: TraceSpan | null;
}

/** Trace and times of a request. */
export interface Observation {
  /** Batches so far; null if slow operations are not logged. */
  times: BatchTimes | null;
  /** Null if tracing is off. */
  trace: RequestTrace | null;
}
