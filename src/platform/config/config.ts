import { z } from 'zod';
import { type BodyMemoryLimits, defaultCostLimit, limits, mebibyte } from '../base/limits.js';
import { hasOneHost, isAddressRange, isOrigin, redactors, trustedHost } from './config-values.js';
import {
  defaultSender,
  isMailServer,
  type MailConfig,
  mailboxRule,
  mailServerRule,
  parseMailbox,
} from './mail-config.js';

/** Thrown for invalid environment variables. The command line exits with code 78. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** URL of the database if `DATABASE_URL` is not set. */
export const defaultDatabaseUrl = 'file:./data/docgraph.db';

const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });

/** Returns a schema for a whole number in a range, written only in digits. */
function wholeNumber(least: number, most: number, rule: string) {
  const isInRange = (text: string) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most;
  return z.string().refine(isInRange, rule).transform(Number);
}

const rateLimitRule = 'must be off, or a whole number from 1 to 999999999: points per caller and hour';

const signInLimitRule =
  'must be off, or a whole number from 1 to 999999999: sign-ins that an address starts in a minute';

const costLimitRule = 'must be a whole number from 100 to 999999999: the highest cost of one call of the graph';

const bodyMemoryRule = 'must be a whole number from 64 to 1048576: MiB that large bodies hold together';

const cacheRule = 'must be a whole number from 8 to 1048576: MiB that caches hold together';

/** Number of seconds in a year: the minimum that browsers require for HSTS preloading. */
const year = 31_536_000;

const hstsRule =
  'must be off, or seconds, such as 31536000, and optionally "; includeSubDomains" and "; preload", which needs both a year and includeSubDomains';

const oneHostRule = 'must name one host: use a name that leads to the primary, or a pooler';

const environment = z.object({
  PORT: wholeNumber(0, 65535, 'must be a whole number from 0 to 65535').default(4000),
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
  DATABASE_WAIT: wholeNumber(0, 3_600, 'must be a whole number from 0 to 3600: seconds').default(30),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address that starts with http:// or https://' })
    .optional(),
  BOOTSTRAP_TOKEN: z
    .string()
    .regex(/^[A-Za-z0-9_~.-]{16,255}$/, 'must be 16 to 255 URL-safe characters')
    .optional(),
  DEMO: oneOf('true', 'false').default('true'),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  RATE_LIMIT: z
    .union([z.literal('off'), wholeNumber(1, 999_999_999, rateLimitRule)], { error: rateLimitRule })
    .default(100_000),
  SIGN_IN_LIMIT: z
    .union([z.literal('off'), wholeNumber(1, 999_999_999, signInLimitRule)], { error: signInLimitRule })
    .default(limits.signInStarts.value),
  COST_LIMIT: wholeNumber(100, 999_999_999, costLimitRule).default(defaultCostLimit),
  BODY_MEMORY: wholeNumber(64, 1_048_576, bodyMemoryRule).default(limits.allBodies.value),
  BODY_MEMORY_PER_ORGANIZATION: wholeNumber(64, 1_048_576, bodyMemoryRule).default(limits.organizationBodies.value),
  CACHE_MB: wholeNumber(8, 1_048_576, cacheRule).default(limits.caches.value),
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

/** Configuration of a process: the environment, parsed, typed and frozen. docs/configuration.md lists all variables. */
export interface Config {
  port: number;
  host: string;
  databaseUrl: string;
  /** Seconds that a starting server waits for a Postgres server that cannot be reached. */
  databaseWait: number;
  /** URL of the database without a pooler, for connections that keep a session; `databaseUrl` by default. */
  databaseDirectUrl: string;
  /** Base URL of the server for clients, without a trailing slash. If undefined, it is `http://HOST:PORT`. */
  publicUrl: string | undefined;
  bootstrapToken: string | undefined;
  demo: boolean;
  logLevel: string;
  /** Points per caller and hour; null for no limit. */
  rateLimit: number | null;
  /** Maximum number of sign-ins that one address can start per minute; null for no limit. */
  signInLimit: number | null;
  /** Maximum estimated cost of one GraphQL request. */
  costLimit: number;
  /** Maximum number of bytes in memory, at the same time, of request bodies above 1 MiB. */
  bodyMemory: BodyMemoryLimits;
  /** Maximum number of bytes of all caches together. */
  cacheBytes: number;
  /** Addresses and ranges (CIDR) of proxies whose `X-Forwarded-For` is trusted; none by default. */
  trustedProxies: string[];
  secret: string | undefined;
  secretFile: string | undefined;
  /** Secret before the last change. It decrypts values that were encrypted with it. */
  previousSecret: string | undefined;
  previousSecretFile: string | undefined;
  /** Value of `Strict-Transport-Security`; null for none. */
  hsts: string | null;
  explorer: boolean;
  introspection: boolean;
  /** Whether the GraphQL API is a subgraph of a federation. */
  federation: boolean;
  /** Whether clients may send ids of persisted documents instead of texts: never, optionally, or exclusively. */
  documents: 'off' | 'prefer' | 'only';
  /**
   * Hosts, with or without a port, that docgraph may call although they are private; plain http is allowed for them.
   * None by default.
   */
  outboundAllow: string[];
  /** Origins from which browsers may call the API; none by default. */
  corsOrigins: string[];
  /** Service that embeds and writes texts. If undefined, features that use it still work, but with limited results. */
  ai: AiConfig | undefined;
  /** Mail server and sender. */
  mail: MailConfig;
}

/** A service that implements the OpenAI API. */
export interface AiConfig {
  /** Base URL of `/embeddings` and `/chat/completions`, without a trailing slash. */
  url: string;
  /** API key; undefined if the service needs none. */
  key: string | undefined;
  /** Model that writes texts; undefined if the service writes none. */
  model: string | undefined;
  /** Model that embeds texts; undefined if the service embeds none. */
  embeddingModel: string | undefined;
}

/**
 * Parses the environment.
 * @throws ConfigError with one sentence per invalid variable
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => describeIssue(issue, given)).join('\n'));
  const values = parsed.data;
  return Object.freeze({
    port: values.PORT,
    host: values.HOST,
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: directUrlOf(values),
    databaseWait: values.DATABASE_WAIT,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, ''),
    bootstrapToken: values.BOOTSTRAP_TOKEN,
    demo: values.DEMO === 'true',
    logLevel: values.LOG_LEVEL,
    rateLimit: values.RATE_LIMIT === 'off' ? null : values.RATE_LIMIT,
    signInLimit: values.SIGN_IN_LIMIT === 'off' ? null : values.SIGN_IN_LIMIT,
    costLimit: values.COST_LIMIT,
    bodyMemory: { total: values.BODY_MEMORY * mebibyte, perTenant: values.BODY_MEMORY_PER_ORGANIZATION * mebibyte },
    cacheBytes: values.CACHE_MB * mebibyte,
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    secret: values.SECRET,
    secretFile: values.SECRET_FILE,
    previousSecret: values.SECRET_PREVIOUS,
    previousSecretFile: values.SECRET_PREVIOUS_FILE,
    hsts: values.HSTS === 'off' ? null : `max-age=${values.HSTS}`,
    explorer: values.EXPLORER === 'on',
    introspection: values.INTROSPECTION === 'on',
    federation: values.FEDERATION === 'on',
    documents: values.PERSISTED_DOCUMENTS as Config['documents'],
    outboundAllow: (values.OUTBOUND_ALLOW ?? []) as string[],
    corsOrigins: values.CORS_ORIGINS ?? [],
    ai: values.AI_URL === undefined ? undefined : aiOf(values.AI_URL, values),
    mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM ?? defaultSender(values.PUBLIC_URL) },
  });
}

/** Returns the direct URL. A file has no pooler. */
function directUrlOf({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct }: z.infer<typeof environment>): string {
  return url.startsWith('file:') ? url : (direct ?? url);
}

function aiOf(
  url: string,
  { AI_KEY: key, AI_MODEL: model, AI_EMBEDDING_MODEL: embeddingModel }: z.infer<typeof environment>,
): AiConfig {
  return { url: url.replace(/\/+$/, ''), key, model, embeddingModel };
}

/** Returns the base URL of the server for clients, without a trailing slash. */
export function publicUrlOf({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  return publicUrl ?? `http://${host}:${port}`;
}

function describeIssue(issue: z.core.$ZodIssue, given: Record<string, string | undefined>): string {
  const name = String(issue.path[0]);
  const value = given[name] ?? '';
  return `${name} ${issue.message} (got ${(redactors[name] ?? JSON.stringify)(value)})`;
}
