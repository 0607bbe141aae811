import { createServer } from 'node:http';
import { measureAddedCpu } from './added-cpu.mjs';
import { reportTarget } from './report.mjs';

/**
 * Measures the CPU time per operation of servers that log slow operations and send traces, compared to one that does
 * neither.
 */
export default async function tracing() {
  const collector = await startCollector();
  try {
    const [slow, sampled] = await measureAddedCpu(settings(collector.url));
    reportTarget('below 2 % with slow operations', slow < 2);
    reportTarget('below 2 % with slow operations and the default ratio of traces', sampled < 2);
    console.log(`  the collector received ${collector.requests()} requests`);
  } finally {
    collector.close();
  }
}

/** Returns the servers to compare. */
function settings(endpoint) {
  const slow = { SLOW_OPERATION_MS: '1000' };
  const traced = { ...slow, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };
  return [
    { name: 'off' },
    { name: 'slow operations', env: slow },
    { name: 'slow operations and traces, default ratio', env: traced },
    { name: 'slow operations and traces, ratio 1.0', env: { ...traced, OTEL_TRACES_SAMPLER: 'always_on' } },
  ];
}

/** Starts a collector that accepts everything. */
async function startCollector() {
  let requests = 0;
  const server = createServer((request, answer) => {
    requests += 1;
    request.resume().on('end', () => answer.setHeader('content-type', 'application/json').end('{}'));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, requests: () => requests, close };
}
