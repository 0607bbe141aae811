import { describe, expect, it } from 'vitest';
import { spanTable } from '../../../src/platform/tracing/span-table.js';
import type { Tracing } from '../../../src/platform/tracing/tracing.js';
import { closedPort } from '../../platform/outbound/hosts.js';
import { type ReceivedSpan, startCollector, traceTo } from '../../platform/tracing/collector.js';
import { appWithTracing, type TestApp } from '../../support/app.js';
import { provider } from '../../support/database.js';
import { seedOrganization } from '../../support/seed.js';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

/** Tracing of the current test. The application gets it through `switched`, so that all tests share one application. */
let current: Tracing | undefined;
const lines: string[] = [];
const switched: Tracing = {
  begin: (...given) => current!.begin(...given),
  onFailure: () => {},
  close: async () => {},
};
current = traceTo('http://127.0.0.1:1/v1/traces', { ratio: 0, followsParent: false });
const test = await appWithTracing(switched, lines);
const { id, admin } = await seedOrganization(test);

/** Returns the spans of a run, and the headers of the requests that sent them to the collector. */
async function trace(run: (test: TestApp) => Promise<unknown>, sampling?: Parameters<typeof traceTo>[1]) {
  const collector = await startCollector();
  const tracing = traceTo(collector.endpoint, sampling);
  current = tracing;
  await run(test);
  await new Promise(setImmediate);
  await tracing.close();
  return collector;
}

const named = (spans: ReceivedSpan[], name: string | RegExp) => spans.filter((span) => span.name.match(name));
const parentOf = (spans: ReceivedSpan[], { parentSpanId }: ReceivedSpan) =>
  spans.find(({ spanId }) => spanId === parentSpanId);

describe('the trace of a request', () => {
  it('of a /v1 request continues the trace of the caller, with its operation, batches and statements', async () => {
    const { spans, headers } = await trace(() =>
      test.rest('GET', `/orgs/${id}/teams?limit=3`, { ...admin, headers: { traceparent } }),
    );
    expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
    const [request] = named(spans, /^GET /);
    expect(request).toMatchObject({
      name: 'GET /v1/orgs/:organizationId/teams',
      parentSpanId: 'b7ad6b7169203331',
      kind: 2,
      attributes: { 'http.request.method': 'GET', 'http.response.status_code': 200, 'url.scheme': 'http' },
      resource: { 'service.name': 'docgraph' },
    });
    const [operation] = named(spans, 'listTeamsInOrganizationById');
    expect(operation!.attributes).toMatchObject({ 'graphql.operation.type': 'query', 'docgraph.points': 2 });
    expect(parentOf(spans, operation!)).toBe(request);
    const loads = named(spans, /^load /);
    expect(loads.length).toBeGreaterThan(0);
    const statements = named(spans, /^SELECT /);
    expect(loads.every((load) => statements.some((one) => one.parentSpanId === load.spanId))).toBe(true);
    expect(statements[0]!.attributes).toMatchObject({
      'db.system.name': provider,
      'db.operation.name': 'SELECT',
      'db.query.text': expect.stringMatching(/^select /),
      'db.response.returned_rows': expect.any(Number),
    });
    expect(headers[0]).toMatchObject({ 'x-key': 'k' });
  });

  it('of a GraphQL request has its operation, the hash of its document, and a transaction with statements', async () => {
    const query = 'mutation Make($input: CreateTeamInput!) { createTeam(input: $input) { team { id } } }';
    const variables = { input: { organization: id, title: 'Secret plans' } };
    const { spans } = await trace(() => test.graphql(query, { ...admin, variables }));
    const [operation] = named(spans, /^mutation Make$/);
    expect(operation!.attributes['docgraph.document.hash']).toMatch(/^[0-9a-f]{64}$/);
    const [transaction] = named(spans, 'transaction');
    expect(parentOf(spans, transaction!)).toBe(operation);
    expect(transaction!.attributes).toMatchObject({ 'docgraph.transaction.attempts': 1 });
    expect(new Set(transaction!.events)).toEqual(new Set(['begin', 'statement', 'commit']));
    expect(spans.filter(({ parentSpanId }) => parentSpanId === transaction!.spanId).length).toBeGreaterThan(0);
    // No value of the request, no token and no name of a person is in a span.
    const text = JSON.stringify(spans);
    for (const value of ['Secret plans', admin.token, admin.email, admin.id, id]) expect(text).not.toContain(value);
  });

  it('at the hostname of a site is not named after the route of the server that has the same path', async () => {
    const body = { title: 'Help', visibility: 'public' };
    const { body: site } = await test.rest('POST', `/orgs/${id}/sites`, { ...admin, body });
    const data = { published: true, confirmedHostname: 'help.acme.test' };
    await test.store.transaction(({ prisma }) => prisma.site.update({ where: { id: site.id }, data }));
    const headers = { host: 'help.acme.test' };
    const { spans } = await trace(() => test.app.inject({ url: '/v1/user', headers }));
    const [request] = named(spans, /^GET /);
    expect([request!.name, request!.attributes['http.route']]).toEqual(['GET /*', '/*']);
  });

  it('has only attributes and events that the table of spans lists', async () => {
    const { spans } = await trace(() => test.rest('GET', `/orgs/${id}/teams?limit=3`, admin));
    const known = Object.values(spanTable).flatMap(({ attributes }) => attributes as readonly string[]);
    expect(spans.flatMap(({ attributes }) => Object.keys(attributes)).filter((name) => !known.includes(name))).toEqual(
      [],
    );
  });

  it('reports the type of an error, without its message', async () => {
    const query = 'mutation { createTeam(input: { organization: "org_none", title: "A" }) { team { id } } }';
    const { spans } = await trace(() => test.graphql(query, admin));
    expect(named(spans, /^mutation/)[0]!.attributes['error.type']).toBe('NOT_FOUND');
    expect(JSON.stringify(spans)).not.toContain('org_none');
  });

  it('has its id in the log line of the request, whether it is recorded or not', async () => {
    lines.length = 0;
    await trace(() => test.rest('GET', '/user', { ...admin, headers: { traceparent } }), {
      ratio: 0,
      followsParent: true,
    });
    await expect.poll(() => lines.map((line) => JSON.parse(line).traceId)).toEqual([traceId]);
    lines.length = 0;
    const { spans } = await trace(() => test.rest('GET', '/user', admin));
    await expect.poll(() => lines.map((line) => JSON.parse(line).traceId)).toEqual([spans[0]!.traceId]);
  });

  it('is not recorded if the caller does not record it; a health check is never recorded', async () => {
    const unsampled = { traceparent: traceparent.replace(/01$/, '00') };
    const { spans } = await trace(async () => {
      await test.rest('GET', '/user', { ...admin, headers: unsampled });
      await test.app.inject('/readyz');
    });
    expect(spans).toEqual([]);
  });

  it('has at most 1,000 spans below the request, and states how many were dropped', async () => {
    const { spans } = await trace(async () => {
      const { root } = current!.begin({ type: 'request', name: 'GET', attributes: {} });
      for (let count = 0; count < 1_003; count++) root!.start({ type: 'load', name: 'load', attributes: {} }).end();
      root!.end();
    });
    expect(spans).toHaveLength(1_001);
    expect(named(spans, /^GET$/)[0]!.attributes['docgraph.spans.dropped']).toBe(3);
  });
});

describe('a collector that cannot be reached', () => {
  it('neither fails nor delays requests, is reported once, and does not delay the stop of the server', async () => {
    const failures: unknown[] = [];
    const tracing = traceTo(`http://127.0.0.1:${await closedPort()}/v1/traces`);
    tracing.onFailure((error) => failures.push(error));
    current = tracing;
    const answers = await Promise.all(Array.from({ length: 20 }, () => test.rest('GET', '/user', admin)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const started = performance.now();
    await tracing.close();
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(failures.length).toBeLessThanOrEqual(1);
  });
});
