import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/platform/config/config.js';
import { readSecrets, writeSecret } from '../../src/platform/secrets/secret.js';
import { docgraph } from '../support/command-line.js';
import { emptyDatabase, provider, testFolder } from '../support/database.js';

/** Wrong values of variables, with their error messages. */
const wrong: [name: string, value: string, sentence: string][] = [
  ['PORT', 'abc', 'PORT must be a whole number from 0 to 65535 (got "abc")'],
  ['PORT', '70000', 'PORT must be a whole number from 0 to 65535 (got "70000")'],
  ['PORT', '80.5', 'PORT must be a whole number from 0 to 65535 (got "80.5")'],
  ['PORT', '0x50', 'PORT must be a whole number from 0 to 65535 (got "0x50")'],
  ['PORT', ' ', 'PORT must be a whole number from 0 to 65535 (got " ")'],
  ['HOST', 'my host', 'HOST must be an address or a name to listen on (got "my host")'],
  [
    'DATABASE_URL',
    'mysql://ann:passw0rd@host/db',
    'DATABASE_URL must start with file: or postgres:// (got "mysql://")',
  ],
  ['DATABASE_URL', 'passw0rd', 'DATABASE_URL must start with file: or postgres:// (got "…")'],
  ['DATABASE_DIRECT_URL', 'file:./data.db', 'DATABASE_DIRECT_URL must start with postgres:// (got "…")'],
  ...['ann:pass,w0rd@one:5432,two:5433/db', 'ann:pass,w0rd@/db?host=one%2Ctwo', 'one/db?host=one,two'].flatMap((rest) =>
    ['DATABASE_URL', 'DATABASE_DIRECT_URL'].map((name): [string, string, string] => [
      name,
      `postgres://${rest}`,
      `${name} must name one host: use a name that leads to the primary, or a pooler (got 2 hosts)`,
    ]),
  ),
  ['DATABASE_WAIT', '3601', 'DATABASE_WAIT must be a whole number from 0 to 3600: seconds (got "3601")'],
  ['PUBLIC_URL', 'nonsense', 'PUBLIC_URL must be an address that starts with http:// or https:// (got "nonsense")'],
  ['PUBLIC_URL', 'ftp://a.b', 'PUBLIC_URL must be an address that starts with http:// or https:// (got "ftp://a.b")'],
  ['BOOTSTRAP_TOKEN', 'passw0rd', 'BOOTSTRAP_TOKEN must be 16 to 255 URL-safe characters (got 8 characters)'],
  [
    'BOOTSTRAP_TOKEN',
    'pass w0rd/////////',
    'BOOTSTRAP_TOKEN must be 16 to 255 URL-safe characters (got 18 characters)',
  ],
  ['DEMO', 'maybe', 'DEMO must be one of true, false (got "maybe")'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent (got "loud")'],
  [
    'RATE_LIMIT',
    '-1',
    'RATE_LIMIT must be off, or a whole number from 1 to 999999999: points per caller and hour (got "-1")',
  ],
  [
    'RATE_LIMIT',
    '0',
    'RATE_LIMIT must be off, or a whole number from 1 to 999999999: points per caller and hour (got "0")',
  ],
  [
    'COST_LIMIT',
    '99',
    'COST_LIMIT must be a whole number from 100 to 999999999: the highest cost of one call of the graph (got "99")',
  ],
  ...(
    [
      ['DATABASE_CONNECTIONS', '3', '4 to 500: connections to Postgres for transactions and reads'],
      ['STATEMENT_TIMEOUT', '61', '1 to 60: seconds that a statement on Postgres may take'],
      ['TRANSACTION_TIMEOUT', '4', '5 to 300: seconds that a transaction may take'],
      ['WRITE_QUEUE', '9', '10 to 10000: writes of one organization that wait'],
      ['WORKER_THREADS', '1', '2 to 64: threads that compute content'],
      ['PDF_THREADS', '17', '1 to 16: PDFs that are made at the same time'],
      ['FETCHING_JOBS', '0', '1 to 100: jobs at the same time that wait for other hosts'],
      ['COMPUTING_JOBS', '101', '1 to 100: jobs at the same time that compute'],
      ['SHED_DELAY', '10', '20 to 10000: milliseconds that the event loop is late'],
      ['SHED_REQUESTS', '19', '20 to 100000: requests in progress'],
      ['SHED_MEMORY', '100', '50 to 99: percent of the heap in use'],
    ] as const
  ).map(([name, value, rule]): [string, string, string] => [
    name,
    value,
    `${name} must be a whole number from ${rule} (got "${value}")`,
  ]),
  ['METRICS_PORT', '65536', 'METRICS_PORT must be a whole number from 0 to 65535: port of the metrics (got "65536")'],
  ['METRICS_HOST', 'my host', 'METRICS_HOST must be an address or a name to listen on (got "my host")'],
  ['METRICS_TOKEN', 'passw0rd', 'METRICS_TOKEN must be 16 to 255 URL-safe characters (got 8 characters)'],
  [
    'SHARED_CACHE_SECONDS',
    '3601',
    'SHARED_CACHE_SECONDS must be a whole number from 0 to 3600: seconds for which shared caches may store public pages (got "3601")',
  ],
  ['CACHE_MB', '7', 'CACHE_MB must be a whole number from 8 to 1048576: MiB that caches hold together (got "7")'],
  ...['BODY_MEMORY', 'BODY_MEMORY_PER_ORGANIZATION'].map((name): [string, string, string] => [
    name,
    '63',
    `${name} must be a whole number from 64 to 1048576: MiB that large bodies hold together (got "63")`,
  ]),
  ...['proxy.internal', '10.0.0.0/33', '::1/129', '10.0.0.0/0', '10.0.0.1,', '10.0.0.0/8/8'].map(
    (value): [string, string, string] => [
      'TRUSTED_PROXIES',
      value,
      `TRUSTED_PROXIES must be addresses or ranges such as 10.0.0.0/8, separated by commas (got ${JSON.stringify(value)})`,
    ],
  ),
  ['SECRET', 'passw0rd', 'SECRET must be 32 bytes or more (got 8 characters)'],
  ['SECRET_PREVIOUS', 'passw0rd', 'SECRET_PREVIOUS must be 32 bytes or more (got 8 characters)'],
  ['AI_URL', 'ai.test', 'AI_URL must be an address that starts with http:// or https:// (got "ai.test")'],
  ['AI_KEY', 'passw0rd passw0rd', 'AI_KEY must be visible characters of ASCII (got 17 characters)'],
  ...['mail.acme.test', 'http://ann:passw0rd@mail.test', 'smtp://', 'smtps://ann:passw0rd@mail.test/?tls=off'].map(
    (value): [string, string, string] => [
      'SMTP_URL',
      value,
      `SMTP_URL must start with smtp:// or smtps://, and have a host, such as smtps://user:password@mail.example.org (got "${/^[a-z]+:\/\//.exec(value)?.[0] ?? '…'}")`,
    ],
  ),
  ...['docgraph', 'a@b.test, c@d.test', 'Docs <a@b.test', 'Docs\r\nBcc: c@d.test <a@b.test>', 'a <b@c> <d@e>'].map(
    (value): [string, string, string] => [
      'MAIL_FROM',
      value,
      `MAIL_FROM must be one mailbox, such as docs@example.org or docgraph <docs@example.org> (got ${JSON.stringify(value)})`,
    ],
  ),
  ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'].map((name): [string, string, string] => [
    name,
    'collector:4318',
    `${name} must be an address that starts with http:// or https:// (got "collector:4318")`,
  ]),
  [
    'OTEL_EXPORTER_OTLP_HEADERS',
    'passw0rd',
    'OTEL_EXPORTER_OTLP_HEADERS must be names and values such as a=1,b=2, with other characters percent-encoded (got 8 characters)',
  ],
  [
    'OTEL_RESOURCE_ATTRIBUTES',
    'a=%ff',
    'OTEL_RESOURCE_ATTRIBUTES must be names and values such as a=1,b=2, with other characters percent-encoded (got "a=%ff")',
  ],
  [
    'OTEL_TRACES_SAMPLER',
    'jaeger_remote',
    'OTEL_TRACES_SAMPLER must be one of parentbased_traceidratio, traceidratio, parentbased_always_on, always_on, always_off (got "jaeger_remote")',
  ],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5', 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1 (got "1.5")'],
  [
    'SLOW_OPERATION_MS',
    '0',
    'SLOW_OPERATION_MS must be off, or a whole number from 1 to 3600000: milliseconds (got "0")',
  ],
  ['EXPLORER', 'yes', 'EXPLORER must be one of on, off (got "yes")'],
  ['INTROSPECTION', '1', 'INTROSPECTION must be one of on, off (got "1")'],
  [
    'CORS_ORIGINS',
    'https://a.b, *',
    'CORS_ORIGINS must be origins such as https://app.example.org, separated by commas (got "https://a.b, *")',
  ],
];

describe('the configuration', () => {
  it.each(wrong)('is refused in one sentence for %s=%s', (name, value, sentence) => {
    expect(() => readConfig({ [name]: value })).toThrow(new ConfigError(sentence));
  });

  it('has an error that names all wrong variables', () => {
    expect(() => readConfig({ PORT: 'abc', DEMO: 'maybe' })).toThrow(/^PORT .*\nDEMO .*$/);
  });

  it('treats empty variables as absent', () => {
    const empty = Object.fromEntries(wrong.map(([name]) => [name, '']));
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
      DATABASE_CONNECTIONS: '20',
      STATEMENT_TIMEOUT: '10',
      TRANSACTION_TIMEOUT: '60',
      WRITE_QUEUE: '500',
      WORKER_THREADS: '6',
      PDF_THREADS: '3',
      FETCHING_JOBS: '12',
      COMPUTING_JOBS: '4',
      SHED_DELAY: '200',
      SHED_REQUESTS: '1000',
      SHED_MEMORY: '90',
      METRICS_PORT: '9464',
      METRICS_HOST: '10.0.0.5',
      METRICS_TOKEN: 'metrics-0123456789',
      CACHE_MB: '64',
      SHARED_CACHE_SECONDS: '300',
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
      resources: {
        databaseConnections: 20,
        statementTimeout: 10_000,
        transactionTimeout: 60_000,
        writeQueue: 500,
        workerThreads: 6,
        pdfThreads: 3,
        jobSlots: { fetching: 12, computing: 4 },
      },
      shedding: { delayMs: 200, requests: 1_000, heapShare: 0.9 },
      metrics: { port: 9464, host: '10.0.0.5', token: 'metrics-0123456789' },
      cacheBytes: 67_108_864,
      sharedCacheSeconds: 300,
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

describe('the secret', () => {
  const secretOf = (env: Record<string, string>) => readSecrets(readConfig(env)).current;

  it('is the value of SECRET, otherwise the content of the file that SECRET_FILE names', () => {
    const file = join(testFolder(), 'secret');
    writeFileSync(file, `${'f'.repeat(32)}\n`);
    expect(secretOf({ SECRET: 's'.repeat(32), SECRET_FILE: file })).toBe('s'.repeat(32));
    expect(secretOf({ SECRET_FILE: file })).toBe('f'.repeat(32));
  });

  it('is created once next to a SQLite file, whatever form its URL has', () => {
    const folder = join(testFolder(), 'a b');
    mkdirSync(folder);
    const config = readConfig({ DATABASE_URL: `file://${encodeURI(folder)}/d.db` });
    expect(readSecrets(config).current).toBeNull();
    const secret = writeSecret(config, 'm'.repeat(32));
    expect(writeSecret(config, 'n'.repeat(32))).toBe(secret);
    expect(secretOf({ DATABASE_URL: `file:${folder}/d.db` })).toBe(secret);
    expect(readFileSync(join(folder, 'd.db.secret'), 'utf8')).toBe(`${secret}\n`);
  });

  it('has a previous secret: SECRET_PREVIOUS, otherwise the content of the file that SECRET_PREVIOUS_FILE names', () => {
    const file = join(testFolder(), 'previous');
    writeFileSync(file, `${'f'.repeat(32)}\n`);
    const previousOf = (env: Record<string, string>) => readSecrets(readConfig(env)).previous;
    expect(previousOf({ SECRET_PREVIOUS: 'p'.repeat(32), SECRET_PREVIOUS_FILE: file })).toBe('p'.repeat(32));
    expect(previousOf({ SECRET_PREVIOUS_FILE: file })).toBe('f'.repeat(32));
    expect(previousOf({})).toBeNull();
    expect(() => previousOf({ SECRET_PREVIOUS_FILE: `${file}.gone` })).toThrow(/^SECRET_PREVIOUS_FILE must /);
  });

  it.each([
    ['that is missing', 'gone', '(ENOENT)'],
    ['that is a folder', '.', '(EISDIR)'],
    ['that is too short', 'short', 'has 31'],
  ])('is refused for a SECRET_FILE %s', (_, name, reason) => {
    const folder = testFolder();
    writeFileSync(join(folder, 'short'), 's'.repeat(31));
    const read = () => secretOf({ SECRET_FILE: join(folder, name) });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/^SECRET_FILE must /);
    expect(read).toThrow(reason);
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

  it.runIf(provider === 'postgresql')('refuses to start on Postgres without a secret', async () => {
    const ran = await docgraph(['start'], { DATABASE_URL: await emptyDatabase() });
    expect(ran).toEqual({
      code: 78,
      stdout: '',
      stderr:
        'docgraph: SECRET or SECRET_FILE must be set (32 bytes or more, the same for every instance) on Postgres (got neither)\n',
    });
  });
});
