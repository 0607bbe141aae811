import { z } from 'zod';
import type { Environment } from './environment.js';
import { wholeNumber } from './rules.js';

/** Variables that make a server publish its metrics. */
export const metricsVariables = {
  METRICS_PORT: wholeNumber(0, 65_535, 'port of the metrics').optional(),
  METRICS_HOST: z.string().regex(/^\S+$/, 'must be an address or a name to listen on').optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[A-Za-z0-9_~.-]{16,255}$/, 'must be 16 to 255 URL-safe characters')
    .optional(),
};

/** How a server publishes its metrics. At least one of `port` and `token` is set. */
export interface MetricsConfig {
  /** Port that serves only the metrics; undefined if the port of the server serves them. */
  port: number | undefined;
  /** Address or name to listen on; used only with `port`. */
  host: string;
  /** Token that a scrape must send; undefined if none is needed. */
  token: string | undefined;
}

/** Returns how the server publishes its metrics; null if it does not. */
export function metricsIn(values: Environment): MetricsConfig | null {
  const { METRICS_PORT: port, METRICS_TOKEN: token, METRICS_HOST: host = values.HOST } = values;
  return port === undefined && token === undefined ? null : { port, host, token };
}
