import { z } from 'zod';

/** Thrown for a wrong environment; the command line exits with 78. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const onOff = (fallback: 'on' | 'off') => z.enum(['on', 'off']).default(fallback);

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(4000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATABASE_URL: z
    .string()
    .regex(/^(file:.+|postgres(ql)?:\/\/.+)$/, 'must start with file: or postgres://')
    .default('file:./data/docgraph.db'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  BOOTSTRAP_TOKEN: z
    .string()
    .regex(/^[A-Za-z0-9_~.-]{16,255}$/, 'must be 16 to 255 URL-safe characters')
    .optional(),
  DEMO: z.enum(['true', 'false']).default('true'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  RATE_LIMIT: z.union([z.literal('off'), z.coerce.number().int().min(1)]).default(100_000),
  SECRET: z.string().min(32, 'must be 32 bytes or more').optional(),
  SECRET_FILE: z.string().min(1).optional(),
  EXPLORER: onOff('on'),
  INTROSPECTION: onOff('on'),
  CORS_ORIGINS: z.string().optional(),
});

/** The configuration of a process: the environment, parsed once, typed and frozen. README documents every variable. */
export interface Config {
  port: number;
  host: string;
  databaseUrl: string;
  /** Where clients reach the server, without a slash at the end; undefined: `http://HOST:PORT`. */
  publicUrl: string | undefined;
  bootstrapToken: string | undefined;
  demo: boolean;
  logLevel: string;
  /** Points per caller and hour; null: no limit. */
  rateLimit: number | null;
  secret: string | undefined;
  secretFile: string | undefined;
  explorer: boolean;
  introspection: boolean;
  /** Origins that browsers may call from; none by default. */
  corsOrigins: string[];
}

/**
 * Parses the environment.
 * @throws ConfigError with one sentence per wrong variable.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map((issue) => sentence(issue, given)).join('\n'));
  const values = parsed.data;
  return Object.freeze({
    port: values.PORT,
    host: values.HOST,
    databaseUrl: values.DATABASE_URL,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, ''),
    bootstrapToken: values.BOOTSTRAP_TOKEN,
    demo: values.DEMO === 'true',
    logLevel: values.LOG_LEVEL,
    rateLimit: values.RATE_LIMIT === 'off' ? null : values.RATE_LIMIT,
    secret: values.SECRET,
    secretFile: values.SECRET_FILE,
    explorer: values.EXPLORER === 'on',
    introspection: values.INTROSPECTION === 'on',
    corsOrigins: values.CORS_ORIGINS?.split(',').map((origin) => origin.trim()) ?? [],
  });
}

const secretNames = new Set(['SECRET', 'BOOTSTRAP_TOKEN', 'DATABASE_URL']);

function sentence(issue: z.core.$ZodIssue, given: Record<string, string | undefined>): string {
  const name = String(issue.path[0]);
  const value = secretNames.has(name) ? '' : `, got ${JSON.stringify(given[name])}`;
  return `${name}: ${issue.message}${value}`;
}
