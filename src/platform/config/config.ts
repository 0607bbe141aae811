import type { z } from 'zod';
import { type BodyMemoryLimits, mebibyte } from '../base/limits.js';
import { type BackupConfig, backupConflict, backupIn } from './backup-config.js';
import { type BlobsConfig, blobsIn } from './blobs-config.js';
import { redactors } from './config-values.js';
import { type Environment, environment } from './environment.js';
import { defaultSender, type MailConfig } from './mail-config.js';
import { type MetricsConfig, metricsIn } from './metrics-config.js';
import { type ResourcesConfig, resourcesIn } from './resources-config.js';
import { type RetentionConfig, retentionIn } from './retention-config.js';
import { type SheddingConfig, sheddingIn } from './shedding-config.js';
import { type TracingConfig, tracingIn } from './tracing-config.js';

/** Thrown for invalid environment variables. The command line exits with code 78. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

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
  /** Object storage of large blobs; null if all blobs are in the database. */
  blobs: BlobsConfig | null;
  /** How much of the machine and of the database a process uses. */
  resources: ResourcesConfig;
  /** Maximum number of days that rows of each kind are kept. */
  retention: RetentionConfig;
  /** How the server publishes its metrics; null if it does not. */
  metrics: MetricsConfig | null;
  /** Number of seconds that shared caches may store public pages; 0 for none. */
  sharedCacheSeconds: number;
  /** When requests are refused because the process is overloaded; null for never. */
  shedding: SheddingConfig | null;
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
  /** Destination and schedule of backups. */
  backup: BackupConfig;
  /** Mail server and sender. */
  mail: MailConfig;
  /** Collector of traces; undefined if traces are off. */
  tracing: TracingConfig | undefined;
  /** Minimum duration of an operation that is logged as slow, in milliseconds; null for never. */
  slowOperationMs: number | null;
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
  const backup = backupIn(values);
  const conflict = backupConflict(backup);
  if (conflict !== null) throw new ConfigError(conflict);
  return Object.freeze({
    port: values.PORT,
    host: values.HOST,
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: directUrl(values),
    databaseWait: values.DATABASE_WAIT,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, ''),
    bootstrapToken: values.BOOTSTRAP_TOKEN,
    demo: values.DEMO === 'true',
    logLevel: values.LOG_LEVEL,
    rateLimit: values.RATE_LIMIT === 'off' ? null : values.RATE_LIMIT,
    signInLimit: values.SIGN_IN_LIMIT === 'off' ? null : values.SIGN_IN_LIMIT,
    costLimit: values.COST_LIMIT,
    bodyMemory: { total: values.BODY_MEMORY * mebibyte, perTenant: values.BODY_MEMORY_PER_ORGANIZATION * mebibyte },
    blobs: blobsIn(values),
    resources: resourcesIn(values),
    retention: retentionIn(values),
    metrics: metricsIn(values),
    sharedCacheSeconds: values.SHARED_CACHE_SECONDS,
    shedding: sheddingIn(values),
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
    ai: values.AI_URL === undefined ? undefined : aiConfig(values.AI_URL, values),
    tracing: tracingIn(values),
    slowOperationMs: values.SLOW_OPERATION_MS === 'off' ? null : values.SLOW_OPERATION_MS,
    backup,
    mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM ?? defaultSender(values.PUBLIC_URL) },
  });
}

/** Returns the direct URL. A file has no pooler. */
function directUrl({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct }: Environment): string {
  return url.startsWith('file:') ? url : (direct ?? url);
}

function aiConfig(
  url: string,
  { AI_KEY: key, AI_MODEL: model, AI_EMBEDDING_MODEL: embeddingModel }: Environment,
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
