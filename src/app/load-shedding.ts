import type { FastifyInstance } from 'fastify';
import { createAdmission } from '../api/http/limits/admission.js';
import { monitorLoad } from '../api/http/limits/load-monitor.js';
import { createLoadShedding, type LoadShedding } from '../api/http/limits/load-shedding.js';
import { createRefusal, type RefusalConfig } from '../api/http/limits/refusal.js';
import { createSheddingLog } from '../api/http/limits/shedding-log.js';
import { measureRefusals } from '../api/http/metrics/request-metrics.js';
import type { Config } from '../platform/config/config.js';
import type { Metrics } from '../platform/metrics/metrics.js';

/** Milliseconds between two lines of the log about load shedding. */
const logIntervalMs = 5_000;

/** Dependencies of the load shedding of an application. */
interface SheddingParts {
  config: RefusalConfig & Pick<Config, 'shedding'>;
  publicUrl: string;
  metrics?: Metrics | undefined;
}

/** Load shedding of an application. */
export interface AppShedding extends Pick<LoadShedding, 'addHooks' | 'admitCaller'> {
  /** Measures the load and logs refusals, until the application closes. */
  start(app: FastifyInstance): void;
}

/** Creates the load shedding of an application; null if it refuses no request. */
export function createAppShedding({ config, publicUrl, metrics }: SheddingParts): AppShedding | null {
  const { shedding: thresholds } = config;
  if (thresholds === null) return null;
  const admission = createAdmission(thresholds);
  const send = createRefusal(config);
  const count = metrics && measureRefusals(metrics);
  const { addHooks, admitCaller, refused } = createLoadShedding({
    admission,
    base: publicUrl,
    refuse(request, reply) {
      count?.(request);
      send(request, reply);
    },
  });
  metrics?.read('docgraph_requests_in_progress', () => admission.state().inProgress);
  metrics?.read('docgraph_requests_in_progress_limit', () => admission.state().limit);
  return {
    addHooks,
    admitCaller,
    start(app) {
      const stop = monitorLoad(admission.observe);
      const log = createSheddingLog(app.log, thresholds.requests);
      const timer = setInterval(() => log({ refused: refused(), ...admission.state() }), logIntervalMs).unref();
      app.addHook('onClose', async () => {
        stop();
        clearInterval(timer);
      });
    },
  };
}
