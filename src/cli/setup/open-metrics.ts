import type { FastifyInstance } from 'fastify';
import { listenForMetrics } from '../../api/http/metrics/serve-metrics.js';
import { type MetricSources, readServerState } from '../../app/server-metrics.js';
import type { Config } from '../../platform/config/config.js';
import type { Metrics } from '../../platform/metrics/metrics.js';
import { listenError } from './listen-error.js';

/** Creates the metrics of a server. Returns undefined, and loads no code, if the configuration publishes none. */
export async function openMetrics(config: Config, sources: MetricSources): Promise<Metrics | undefined> {
  if (config.metrics === null) return undefined;
  const { createMetrics } = await import('../../platform/metrics/metrics.js');
  const metrics = createMetrics();
  readServerState(metrics, sources);
  return metrics;
}

/**
 * Starts to serve the metrics on their own port, if the configuration has one. The port is closed after the server, so
 * that a scrape sees how the server stops.
 * @throws ConfigError if the port cannot be used
 */
export async function servePort(app: FastifyInstance, { metrics: config }: Config, metrics?: Metrics): Promise<void> {
  if (!metrics || config?.port === undefined) return;
  const { port, host, token } = config;
  const server = await listenForMetrics({ metrics, token }, { port, host }).catch(async (error) => {
    await app.close();
    throw listenError(error, 'METRICS_HOST and METRICS_PORT', { host, port });
  });
  app.log.info({ address: server.address() }, 'serving metrics');
  app.addHook('onClose', async () => {
    server.close();
    server.closeAllConnections();
  });
}
