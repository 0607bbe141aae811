import { z } from 'zod';
import { defaultCostLimit, limits } from '../base/limits.js';
import { backupVariables } from './backup-config.js';
import { blobVariables } from './blobs-config.js';
import { hasOneHost, isAddressRange, isOrigin, trustedHost } from './config-values.js';
import { isMailServer, mailboxRule, mailServerRule, parseMailbox } from './mail-config.js';
import { metricsVariables } from './metrics-config.js';
import { resourceVariables } from './resources-config.js';
import { retentionVariables } from './retention-config.js';
import { oneOf, wholeNumber } from './rules.js';
import { sheddingVariables } from './shedding-config.js';
import { siteVariables } from './sites-config.js';
import { tracingVariables } from './tracing-config.js';

/** URL of the database if `DATABASE_URL` is not set. */
export const defaultDatabaseUrl = 'file:./data/docgraph.db';

/** Returns a schema for `off` or a whole number from 1. `unit` says what the number counts. */
function offOrNumber(unit: string) {
  const number = wholeNumber(1, 999_999_999);
  return z.union([z.literal('off'), number], { error: `must be off, or a whole number from 1 to 999999999: ${unit}` });
}

const bodyMemory = () => wholeNumber(64, 1_048_576, 'MiB that large bodies hold together');

/** Number of seconds in a year: the minimum that browsers require for HSTS preloading. */
const year = 31_536_000;

const hstsRule =
  'must be off, or seconds, such as 31536000, and optionally "; includeSubDomains" and "; preload", which needs both a year and includeSubDomains';

const oneHostRule = 'must name one host: use a name that leads to the primary, or a pooler';

/** Environment variables with their rules and defaults. docs/configuration.md lists them. */
export const environment = z.object({
  PORT: wholeNumber(0, 65535).default(4000),
  HOST: z.string().regex(/^\S+$/, 'must be an address or a name to listen on').default('127.0.0.1'),
  DATABASE_URL: z
    .string()
    .regex(/^(file:.+|postgres(ql)?:\/\/.+)$/, 'must start with file: or postgres://')
    .refine(hasOneHost, oneHostRule)
    .default(defaultDatabaseUrl),
  DATABASE_DIRECT_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/.+$/, 'must start with postgres://')
    .refine(hasOneHost, oneHostRule)
    .optional(),
  DATABASE_WAIT: wholeNumber(0, 3_600, 'seconds').default(30),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address that starts with http:// or https://' })
    .optional(),
  BOOTSTRAP_TOKEN: z
    .string()
    .regex(/^[A-Za-z0-9_~.-]{16,255}$/, 'must be 16 to 255 URL-safe characters')
    .optional(),
  DEMO: oneOf('true', 'false').default('true'),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  RATE_LIMIT: offOrNumber('points per caller and hour').default(limits.callerPoints.value),
  SIGN_IN_LIMIT: offOrNumber('sign-ins that an address starts in a minute').default(limits.signInStarts.value),
  COST_LIMIT: wholeNumber(100, 999_999_999, 'the highest cost of one call of the graph').default(defaultCostLimit),
  BODY_MEMORY: bodyMemory().default(limits.allBodies.value),
  BODY_MEMORY_PER_ORGANIZATION: bodyMemory().default(limits.organizationBodies.value),
  ...blobVariables,
  ...resourceVariables,
  ...retentionVariables,
  ...metricsVariables,
  ...siteVariables,
  ...tracingVariables,
  ...sheddingVariables,
  ...backupVariables,
  CACHE_MB: wholeNumber(8, 1_048_576, 'MiB that caches hold together').default(limits.caches.value),
  TRUSTED_PROXIES: z
    .string()
    .transform((list) => list.split(',').map((proxy) => proxy.trim()))
    .refine(
      (proxies) => proxies.every(isAddressRange),
      'must be addresses or ranges such as 10.0.0.0/8, separated by commas',
    )
    .optional(),
  SECRET: z.string().min(32, 'must be 32 bytes or more').optional(),
  SECRET_FILE: z.string().optional(),
  SECRET_PREVIOUS: z.string().min(32, 'must be 32 bytes or more').optional(),
  SECRET_PREVIOUS_FILE: z.string().optional(),
  HSTS: z
    .string()
    .regex(/^(off|\d{1,9}(; ?includeSubDomains)?(; ?preload)?)$/, hstsRule)
    .refine(
      (text) => !text.includes('preload') || (text.includes('include') && Number.parseInt(text, 10) >= year),
      hstsRule,
    )
    .default(`${year}`),
  EXPLORER: oneOf('on', 'off').default('on'),
  INTROSPECTION: oneOf('on', 'off').default('on'),
  PERSISTED_DOCUMENTS: oneOf('off', 'prefer', 'only').default('off'),
  FEDERATION: oneOf('on', 'off').default('off'),
  OUTBOUND_ALLOW: z
    .string()
    .transform((list) => list.split(',').map((host) => trustedHost(host.trim())))
    .refine(
      (hosts) => hosts.every((host) => host !== null),
      'must be hosts such as specs.intranet or 10.0.0.7:8080, separated by commas',
    )
    .optional(),
  AI_URL: z.url({ protocol: /^https?$/, error: 'must be an address that starts with http:// or https://' }).optional(),
  AI_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be visible characters of ASCII')
    .optional(),
  AI_MODEL: z.string().max(255, 'must have at most 255 characters').optional(),
  AI_EMBEDDING_MODEL: z.string().max(255, 'must have at most 255 characters').optional(),
  SMTP_URL: z.string().refine(isMailServer, mailServerRule).optional(),
  MAIL_FROM: z
    .string()
    .transform(parseMailbox)
    .refine((mailbox) => mailbox !== null, mailboxRule)
    .optional(),
  CORS_ORIGINS: z
    .string()
    .transform((list) => list.split(',').map((origin) => origin.trim()))
    .refine(
      (origins) => origins.every(isOrigin),
      'must be origins such as https://app.example.org, separated by commas',
    )
    .optional(),
});

/** Values of the environment, parsed. */
export type Environment = z.infer<typeof environment>;
