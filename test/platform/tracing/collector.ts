import { openTracing } from '../../../src/platform/tracing/open-tracing.js';
import type { Tracing } from '../../../src/platform/tracing/tracing.js';
import { startHost } from '../outbound/hosts.js';

/** A span as a collector has received it. */
export interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  kind: number;
  attributes: Record<string, string | number>;
  events: string[];
  /** Attributes of the process. */
  resource: Record<string, string | number>;
}

/** A collector on this machine, which receives OTLP over HTTP as JSON. */
export interface Collector {
  endpoint: string;
  spans: ReceivedSpan[];
  /** Headers of the requests so far. */
  headers: Record<string, unknown>[];
}

/** Starts a collector. It ends with the test. */
export async function startCollector(): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const headers: Collector['headers'] = [];
  const { port } = await startHost(async (request, answer) => {
    headers.push(request.headers);
    let text = '';
    for await (const chunk of request) text += chunk;
    spans.push(...readSpans(JSON.parse(text)));
    answer.setHeader('content-type', 'application/json').end('{}');
  });
  return { endpoint: `http://127.0.0.1:${port}/v1/traces`, spans, headers };
}

/** Opens tracing to a collector. It records every trace, unless the sampling says otherwise. */
export function traceTo(endpoint: string, sampling = { ratio: 1, followsParent: true }): Tracing {
  return openTracing({ endpoint, headers: { 'x-key': 'k' }, resource: { 'service.name': 'docgraph' }, sampling });
}

function readSpans(body: any): ReceivedSpan[] {
  return body.resourceSpans.flatMap(({ resource, scopeSpans }: any) =>
    scopeSpans.flatMap(({ spans }: any) =>
      spans.map((span: any) => ({
        ...span,
        parentSpanId: span.parentSpanId || undefined,
        attributes: readAttributes(span.attributes),
        events: (span.events ?? []).map(({ name }: any) => name),
        resource: readAttributes(resource.attributes),
      })),
    ),
  );
}

function readAttributes(list: { key: string; value: Record<string, any> }[]): Record<string, string | number> {
  return Object.fromEntries(
    list.map(({ key, value }) => [key, 'intValue' in value ? Number(value.intValue) : Object.values(value)[0]]),
  );
}
