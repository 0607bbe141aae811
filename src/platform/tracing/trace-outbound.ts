import type { ObserveRequest } from '../outbound/observe-request.js';
import type { AttributesOf } from './span-table.js';
import type { ParentOf } from './trace-store.js';
import type { Trace, TraceSpan, Tracing } from './tracing.js';

/** Returns the observer that makes each request to another host a child of a span. */
export function traceOutbound(parent: ParentOf): ObserveRequest {
  return (request) => {
    const span = parent().start({ type: 'outbound', name: request.method, attributes: attributesOf(request) });
    return observationOf(request, span);
  };
}

/** Returns the observer that makes each request to another host a trace of its own. */
export function traceOutboundAlone(tracing: Tracing): ObserveRequest {
  return (request) => {
    const trace: Trace<'outbound'> = tracing.begin({
      type: 'outbound',
      name: request.method,
      attributes: attributesOf(request),
    });
    return trace.root ? observationOf(request, trace.root) : { headers: {}, end() {} };
  };
}

type Request = Parameters<ObserveRequest>[0];

/** The path of the URL is left out, because it may contain secrets. */
function attributesOf({ method, url, client }: Request): AttributesOf<'outbound'> {
  return {
    'http.request.method': method,
    'server.address': url.hostname,
    'server.port': Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
    'docgraph.outbound.client': client,
  };
}

/** Only the service that the operator has configured gets `traceparent`. All other hosts belong to strangers. */
function observationOf({ client }: Request, span: TraceSpan<'outbound'>): ReturnType<ObserveRequest> {
  return {
    headers: client === 'service' ? { traceparent: span.traceparent } : {},
    end(status, error) {
      if (status !== null) span.set({ 'http.response.status_code': status });
      span.end(status === null ? error : status >= 400 ? String(status) : undefined);
    },
  };
}
