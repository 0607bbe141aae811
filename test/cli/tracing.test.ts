import { expect, it } from 'vitest';
import { startCollector } from '../platform/tracing/collector.js';
import { emptyDatabase } from '../support/database.js';
import { settings, startServer } from '../support/server-process.js';

it('a server sends the traces of its requests and jobs, the last ones when it stops', async () => {
  const { endpoint, spans } = await startCollector();
  const server = await startServer({
    ...settings,
    DEMO: 'false',
    DATABASE_URL: await emptyDatabase(),
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint.replace('/v1/traces', ''),
    OTEL_TRACES_SAMPLER: 'always_on',
    OTEL_SERVICE_NAME: 'docs',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test%20bed',
  });
  const jobs = () => spans.filter(({ name }) => name.startsWith('job '));
  const inJobs = () => spans.filter(({ parentSpanId }) => jobs().some(({ spanId }) => spanId === parentSpanId));
  await expect.poll(() => inJobs().length, { timeout: 30_000 }).toBeGreaterThan(0);
  await fetch(`${server.url}/graphql?query={__typename}`);
  await server.stop('SIGINT');
  expect(spans.find(({ name }) => name === 'GET /graphql')).toMatchObject({
    resource: { 'service.name': 'docs', 'deployment.environment.name': 'test bed' },
  });
});
