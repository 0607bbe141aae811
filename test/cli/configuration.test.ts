import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/platform/config/config.js';
import { docgraph } from '../support/command-line.js';
import { testFolder } from '../support/database.js';
import { wrongVariables } from './wrong-variables.js';

describe('the configuration', () => {
  it.each(wrongVariables)('is refused in one sentence for %s=%s', (name, value, sentence) => {
    expect(() => readConfig({ [name]: value })).toThrow(new ConfigError(sentence));
  });

  it('is refused if variables of backups contradict each other', () => {
    const refusal = (values: Record<string, string>) => () => readConfig(values);
    expect(refusal({ BACKUP_EVERY: '1' })).toThrow('BACKUP_TO must be set if BACKUP_EVERY is set (got nothing)');
    expect(refusal({ BACKUP_RECIPIENT: 'age1xyz', BACKUP_PASSPHRASE_FILE: 'file' })).toThrow(
      'BACKUP_PASSPHRASE_FILE must not be set if BACKUP_RECIPIENT is set (got both)',
    );
  });

  it('has an error that names all wrong variables', () => {
    expect(() => readConfig({ PORT: 'abc', DEMO: 'maybe' })).toThrow(/^PORT .*\nDEMO .*$/);
  });

  it('treats empty variables as absent', () => {
    const empty = Object.fromEntries(wrongVariables.map(([name]) => [name, '']));
    expect(readConfig({ ...empty, SECRET_FILE: '' })).toEqual(readConfig({}));
  });

  it('contains the values of all variables', () => {
    const config = readConfig({
      PORT: '0',
      HOST: '::1',
      DATABASE_URL: 'postgresql://host/db',
      DATABASE_DIRECT_URL: 'postgresql://behind/db',
      DATABASE_WAIT: '5',
      PUBLIC_URL: 'https://docs.test/base//',
      BOOTSTRAP_TOKEN: 'a-token_of~16.ch',
      DEMO: 'false',
      LOG_LEVEL: 'silent',
      RATE_LIMIT: '5',
      SIGN_IN_LIMIT: '700',
      COST_LIMIT: '6000',
      BODY_MEMORY: '128',
      BODY_MEMORY_PER_ORGANIZATION: '100',
      BLOBS: 's3://manuals/blobs',
      BLOBS_THRESHOLD: '100000',
      BLOBS_DOWNLOADS: 'stream',
      DATABASE_CONNECTIONS: '20',
      STATEMENT_TIMEOUT: '10',
      TRANSACTION_TIMEOUT: '60',
      WRITE_QUEUE: '500',
      WORKER_THREADS: '6',
      PDF_THREADS: '3',
      FETCHING_JOBS: '12',
      COMPUTING_JOBS: '4',
      EVENT_RETENTION: '730',
      REVISION_RETENTION: '90',
      PDF_RETENTION: '1',
      MAIL_RETENTION: '14',
      JOB_RETENTION: '3',
      SHED_DELAY: '200',
      SHED_REQUESTS: '1000',
      SHED_MEMORY: '90',
      METRICS_PORT: '9464',
      METRICS_HOST: '10.0.0.5',
      METRICS_TOKEN: 'metrics-0123456789',
      CACHE_MB: '64',
      SHARED_CACHE_SECONDS: '300',
      BACKUP_TO: 's3://copies/docgraph',
      BACKUP_EVERY: '24',
      BACKUP_KEEP: '30',
      BACKUP_RECIPIENT: 'age1xyz',
      TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      SECRET: 's'.repeat(32),
      SECRET_FILE: '/run/secret',
      SECRET_PREVIOUS: 'p'.repeat(32),
      SECRET_PREVIOUS_FILE: '/run/previous',
      HSTS: '600; includeSubDomains',
      EXPLORER: 'off',
      INTROSPECTION: 'off',
      PERSISTED_DOCUMENTS: 'only',
      FEDERATION: 'on',
      CORS_ORIGINS: 'https://a.test, http://localhost:3000',
      OUTBOUND_ALLOW: 'specs.intranet, 10.0.0.7:8080',
      AI_URL: 'https://ai.test/v1/',
      AI_KEY: 'sk-1',
      AI_MODEL: 'writer',
      AI_EMBEDDING_MODEL: 'embedder',
      SMTP_URL: 'smtps://ann:pa%2Fss@mail.test:2465',
      MAIL_FROM: '"Acme, Docs" <docs@acme.test>',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.test:4318/',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b',
      OTEL_SERVICE_NAME: 'docs',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.name=other',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
      SLOW_OPERATION_MS: '250',
    });
    expect(config).toEqual({
      port: 0,
      host: '::1',
      databaseUrl: 'postgresql://host/db',
      databaseDirectUrl: 'postgresql://behind/db',
      databaseWait: 5,
      publicUrl: 'https://docs.test/base',
      bootstrapToken: 'a-token_of~16.ch',
      demo: false,
      logLevel: 'silent',
      rateLimit: 5,
      signInLimit: 700,
      costLimit: 6000,
      bodyMemory: { total: 134_217_728, perTenant: 104_857_600 },
      blobs: { url: 's3://manuals/blobs', threshold: 100_000, downloads: 'stream' },
      resources: {
        databaseConnections: 20,
        statementTimeout: 10_000,
        transactionTimeout: 60_000,
        writeQueue: 500,
        workerThreads: 6,
        pdfThreads: 3,
        jobSlots: { fetching: 12, computing: 4 },
      },
      retention: { events: 730, revisions: 90, pdfs: 1, mails: 14, jobs: 3 },
      shedding: { delayMs: 200, requests: 1_000, heapShare: 0.9 },
      metrics: { port: 9464, host: '10.0.0.5', token: 'metrics-0123456789' },
      cacheBytes: 67_108_864,
      sharedCacheSeconds: 300,
      backup: {
        to: 's3://copies/docgraph',
        everyMs: 86_400_000,
        keep: 30,
        recipient: 'age1xyz',
        passphraseFile: undefined,
      },
      trustedProxies: ['10.0.0.0/8', '::1'],
      secret: 's'.repeat(32),
      secretFile: '/run/secret',
      previousSecret: 'p'.repeat(32),
      previousSecretFile: '/run/previous',
      hsts: 'max-age=600; includeSubDomains',
      explorer: false,
      introspection: false,
      documents: 'only',
      federation: true,
      corsOrigins: ['https://a.test', 'http://localhost:3000'],
      outboundAllow: ['specs.intranet', '10.0.0.7:8080'],
      ai: { url: 'https://ai.test/v1', key: 'sk-1', model: 'writer', embeddingModel: 'embedder' },
      mail: {
        smtpUrl: 'smtps://ann:pa%2Fss@mail.test:2465',
        from: { name: 'Acme, Docs', address: 'docs@acme.test' },
      },
      tracing: {
        endpoint: 'http://collector.test:4318/v1/traces',
        headers: { 'x-key': 'a b' },
        resource: { 'deployment.environment.name': 'test', 'service.name': 'docs' },
        sampling: { ratio: 0.25, followsParent: false },
      },
      slowOperationMs: 250,
    });
    const endpoint = 'https://traces.test/otlp';
    const { tracing } = readConfig({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER: 'always_off' });
    expect(tracing).toMatchObject({ endpoint, headers: {}, resource: { 'service.name': 'docgraph' } });
    expect(tracing).toMatchObject({ sampling: { ratio: 0, followsParent: false } });
    expect(readConfig({})).toMatchObject({ tracing: undefined, slowOperationMs: 1_000 });
    expect(readConfig({}).mail).toEqual({ from: { name: 'docgraph', address: 'docgraph@localhost' } });
    const senders = ['https://docs.test/base', 'http://10.0.0.1', 'http://[::1]:4000'].map(
      (PUBLIC_URL) => readConfig({ PUBLIC_URL }).mail.from.address,
    );
    expect(senders).toEqual(['docgraph@docs.test', 'docgraph@localhost', 'docgraph@localhost']);
    expect(readConfig({ METRICS_HOST: '::' }).metrics).toBeNull();
    expect(readConfig({ METRICS_PORT: '0' }).metrics).toEqual({ port: 0, host: '127.0.0.1', token: undefined });
    expect(readConfig({ RATE_LIMIT: 'off' }).rateLimit).toBeNull();
    expect(readConfig({ SHED_LOAD: 'off' }).shedding).toBeNull();
    expect(readConfig({ DATABASE_URL: 'postgres://host/db' }).databaseDirectUrl).toBe('postgres://host/db');
    expect(readConfig({ DATABASE_DIRECT_URL: 'postgres://host/db' }).databaseDirectUrl).toBe(
      readConfig({}).databaseUrl,
    );
  });
});

describe('a process with a wrong configuration', () => {
  it('exits with 78 and one sentence on stderr, whatever the command is', async () => {
    const env = { PORT: 'abc', DEMO: 'maybe', SECRET: 'passw0rd' };
    const stderr = `docgraph: PORT must be a whole number from 0 to 65535 (got "abc")
docgraph: DEMO must be one of true, false (got "maybe")
docgraph: SECRET must be 32 bytes or more (got 8 characters)\n`;
    for (const args of [['start'], ['migrate'], ['org', 'create', '--title', 'Acme']]) {
      expect(await docgraph(args, env), args.join(' ')).toEqual({ code: 78, stdout: '', stderr });
    }
  });

  it('exits with 78 if the database file is not a database or cannot be created', async () => {
    const file = join(testFolder(), 'notes.txt');
    writeFileSync(file, 'no database, but long enough to have a header '.repeat(20));
    for (const url of [`file:${file}`, 'file:/dev/null/docgraph.db']) {
      const ran = await docgraph(['migrate'], { DATABASE_URL: url });
      expect(ran, url).toMatchObject({ code: 78, stdout: '' });
      expect(ran.stderr).toMatch(
        /^docgraph: (The database file .* cannot be read: |Cannot create the database \/dev\/null\/docgraph.db: ).*\n$/,
      );
    }
  });
});
