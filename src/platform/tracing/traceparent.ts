/** The header `traceparent` of a request (W3C Trace Context). */
export interface TraceParent {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

const pattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/**
 * Parses the header `traceparent`. Returns null if it is missing, malformed or occurs twice. The header of a later
 * version may have more members, which are ignored.
 */
export function parseTraceParent(header: string | undefined): TraceParent | null {
  const [, version, traceId, spanId, flags, more] = pattern.exec(header ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || version === 'ff') return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId) || (version === '00' && more !== undefined)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags!, 16) & 1) === 1 };
}

/** Returns the header of a request that a span sends. */
export function formatTraceParent({ traceId, spanId, isSampled }: TraceParent): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}
