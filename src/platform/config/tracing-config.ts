import { z } from 'zod';
import type { Environment } from './environment.js';
import { oneOf, wholeNumber } from './rules.js';

const url = () => z.url({ protocol: /^https?$/, error: 'must be an address that starts with http:// or https://' });

const pairsRule = 'must be names and values such as a=1,b=2, with other characters percent-encoded';

/** Returns a schema for a list of names and values, in the format of OpenTelemetry. */
const pairs = () =>
  z
    .string()
    .transform(parsePairs)
    .refine((parsed) => parsed !== null, pairsRule);

const ratioRule = 'must be a number from 0 to 1';

/** Variables that configure traces, with the names of OpenTelemetry, and the log of slow operations. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: url().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url().optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairs().optional(),
  OTEL_SERVICE_NAME: z.string().max(255, 'must have at most 255 characters').optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs().optional(),
  OTEL_TRACES_SAMPLER: oneOf(
    'parentbased_traceidratio',
    'traceidratio',
    'parentbased_always_on',
    'always_on',
    'always_off',
  ).default('parentbased_traceidratio'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0|1|0?\.\d{1,9}|1\.0+|0\.\d{1,9})$/, ratioRule)
    .transform(Number)
    .default(0.1),
  SLOW_OPERATION_MS: z
    .union([z.literal('off'), wholeNumber(1, 3_600_000)], {
      error: 'must be off, or a whole number from 1 to 3600000: milliseconds',
    })
    .default(1_000),
};

/** Where traces are sent, and which ones are recorded. */
export interface TracingConfig {
  /** URL to which spans are sent. */
  endpoint: string;
  headers: Record<string, string>;
  /** Attributes of this process, such as `service.name`. */
  resource: Record<string, string>;
  sampling: {
    /** Share of the traces that are recorded, from 0 to 1. */
    ratio: number;
    /** Whether the sampling decision of the caller applies, if a request has a `traceparent`. */
    followsParent: boolean;
  };
}

/** Returns the traces that the environment configures; undefined if it has no endpoint. */
export function tracingIn(values: Environment): TracingConfig | undefined {
  const base = values.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '');
  const endpoint = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base}/v1/traces`);
  if (endpoint === undefined) return undefined;
  const attributes = values.OTEL_RESOURCE_ATTRIBUTES ?? {};
  const name = values.OTEL_SERVICE_NAME ?? attributes['service.name'] ?? 'docgraph';
  const sampler = values.OTEL_TRACES_SAMPLER;
  return {
    endpoint,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    resource: { ...attributes, 'service.name': name },
    sampling: {
      ratio: sampler === 'always_off' ? 0 : sampler.endsWith('always_on') ? 1 : values.OTEL_TRACES_SAMPLER_ARG,
      followsParent: sampler.startsWith('parentbased'),
    },
  };
}

/** Parses a list of names and values; null if it is malformed. */
function parsePairs(text: string): Record<string, string> | null {
  const parsed: Record<string, string> = {};
  for (const pair of text.split(',').filter((part) => part.trim() !== '')) {
    const [, name, value] = /^\s*([\w!#$%&'*+.^`|~/-]+)\s*=\s*([\x21-\x7e]*)\s*$/.exec(pair) ?? [];
    if (name === undefined || value === undefined) return null;
    try {
      parsed[name] = decodeURIComponent(value);
    } catch {
      return null;
    }
  }
  return parsed;
}
