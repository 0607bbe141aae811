import { expect, it } from 'vitest';
import { createOutbound } from '../../../src/platform/outbound/outbound.js';
import { traceOutbound, traceOutboundAlone } from '../../../src/platform/tracing/trace-outbound.js';
import type { Tracing } from '../../../src/platform/tracing/tracing.js';
import { closedPort, startHost } from '../outbound/hosts.js';
import { startCollector, traceTo } from './collector.js';

/** Runs requests as children of a span. Returns the spans of these requests. */
async function outboundSpans(run: (tracing: Tracing) => Promise<unknown>) {
  const collector = await startCollector();
  const tracing = traceTo(collector.endpoint);
  await run(tracing);
  await tracing.close();
  return collector.spans.filter(({ kind }) => kind === 3);
}

it('a request to another host is a span without its path, and only a service of the operator gets the header traceparent', async () => {
  const received: (string | undefined)[] = [];
  const { port } = await startHost((request, answer) => {
    received.push(request.headers.traceparent as string | undefined);
    answer.writeHead(request.url === '/missing?key=secret' ? 404 : 200).end('{}');
  });
  const host = `127.0.0.1:${port}`;
  const spans = await outboundSpans(async (tracing) => {
    const { root } = tracing.begin({ type: 'job', name: 'job', attributes: {} });
    const outbound = createOutbound(
      [host],
      traceOutbound(() => root!),
    );
    await outbound.service(`http://${host}/embeddings`, { headers: {}, body: {} });
    await outbound.file(`http://${host}/missing?key=secret`, 'url').catch(() => {});
    await outbound.specification(`http://${host}/spec`, 'url');
    await outbound.identityProvider(`http://${host}/token`, { method: 'GET', headers: {} });
    root!.end();
  });
  expect(spans).toMatchObject([
    {
      name: 'POST',
      attributes: { 'server.address': '127.0.0.1', 'server.port': port, 'docgraph.outbound.client': 'service' },
    },
    {
      name: 'GET',
      attributes: { 'http.response.status_code': 404, 'error.type': '404', 'docgraph.outbound.client': 'file' },
    },
    { name: 'GET', attributes: { 'http.response.status_code': 200, 'docgraph.outbound.client': 'specification' } },
    { name: 'GET', attributes: { 'http.response.status_code': 200, 'docgraph.outbound.client': 'identityProvider' } },
  ]);
  expect(JSON.stringify(spans)).not.toContain('secret');
  expect(received).toEqual([`00-${spans[0]!.traceId}-${spans[0]!.spanId}-01`, undefined, undefined, undefined]);
});

it('a request outside of any request or job is a trace of its own, and has the type of its error', async () => {
  const host = `127.0.0.1:${await closedPort()}`;
  const spans = await outboundSpans(async (tracing) => {
    const outbound = createOutbound([host], traceOutboundAlone(tracing));
    await outbound.identityProvider(`http://${host}/token`, { method: 'GET', headers: {} }).catch(() => {});
  });
  expect(spans).toMatchObject([{ name: 'GET', parentSpanId: undefined, attributes: { 'error.type': 'Error' } }]);
});
