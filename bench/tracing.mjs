import { copyFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { saturate } from './mix/load.mjs';
import { fillMix } from './mix/world.mjs';
import { reportTarget } from './report.mjs';
import { startServer } from './serve.mjs';
import { withFolder } from './world.mjs';

/** Maximum CPU time per operation that the default settings of traces may add, as a share. */
const target = 0.02;

/** Quantile 0.95 of Student's distribution, for the number of rounds minus one. */
const quantiles = [
  [19, 1.729],
  [29, 1.699],
  [39, 1.685],
  [59, 1.671],
  [99, 1.66],
];

process.env.BENCH_ROUNDS ??= '20';

/**
 * Measures what traces and lines of slow operations cost, as CPU time of the server per operation of the mix, on
 * SQLite. Each round measures a server with neither, and servers with one or both of them, in random order. Prints the
 * mean of the differences, and their 90 % interval.
 */
export default async function tracing() {
  const { measureAlternating } = await import('./compare.mjs');
  const collector = await startCollector();
  await withFolder(async (folder) => {
    const path = join(folder, 'mix.db');
    const organizations = await fillMix(`file:${path}`);
    let seeds = Number(process.env.BENCH_SEED ?? 1);
    const start = async ([name, env], index) => {
      const file = join(folder, `copy-${index}.db`);
      copyFileSync(path, file);
      const server = await startServer('docgraph', { url: `file:${file}`, env });
      return { ...server, name, organizations, seed: () => seeds++, load: saturate };
    };
    const sides = await Promise.all(settings(collector.url).map(start));
    try {
      for (const side of sides) await saturate(side, { seconds: 10, atMost: 3_000 });
      const rounds = await measureAlternating(sides);
      for (const [index, { name }] of sides.entries()) if (index > 0) report(name, rounds, index);
      console.log(`  the collector received ${collector.requests()} requests`);
    } finally {
      await Promise.all(sides.map((side) => side.stop()));
      collector.close();
    }
  });
}

/** Returns the servers to compare: their names and settings. The first one is the baseline. */
function settings(endpoint) {
  const off = { SLOW_OPERATION_MS: 'off' };
  const on = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };
  return [
    ['off', off],
    ['slow operations', {}],
    ['slow operations and traces, ratio 0.1', on],
    ['slow operations and traces, ratio 1.0', { ...on, OTEL_TRACES_SAMPLER: 'always_on' }],
  ];
}

function report(name, rounds, index) {
  const added = rounds.map((round) => round[0].perCpuSecond / round[index].perCpuSecond - 1);
  const mean = added.reduce((sum, one) => sum + one, 0) / added.length;
  const variance = added.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (added.length - 1);
  const [, quantile] = quantiles.find(([degrees]) => degrees >= added.length - 1) ?? quantiles.at(-1);
  const half = quantile * Math.sqrt(variance / added.length);
  const percent = (share) => `${(share * 100).toFixed(2)} %`;
  const interval = `${percent(mean - half)} to ${percent(mean + half)}`;
  console.log(`  ${name}: ${percent(mean)} more CPU time per operation (90 %: ${interval}; ${added.length} pairs)`);
  if (!name.includes('1.0')) reportTarget(`below ${percent(target)}`, mean < target);
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
