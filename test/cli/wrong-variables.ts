/** Wrong values of variables, with their error messages. */
export const wrongVariables: [name: string, value: string, sentence: string][] = [
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
  [
    'EVENT_RETENTION',
    '29',
    'EVENT_RETENTION must be unlimited, or a whole number from 30 to 3650: days that events are kept (got "29")',
  ],
  [
    'REVISION_RETENTION',
    'off',
    'REVISION_RETENTION must be unlimited, or a whole number from 1 to 3650: days that revisions of merged change requests are kept (got "off")',
  ],
  ['BLOBS', '/data', 'BLOBS must be s3://bucket or s3://bucket/prefix, such as s3://manuals/blobs (got "/data")'],
  [
    'BLOBS_THRESHOLD',
    '65535',
    'BLOBS_THRESHOLD must be a whole number from 65536 to 999999999: bytes; larger blobs are stored as objects (got "65535")',
  ['BLOBS_DOWNLOADS', 'proxy', 'BLOBS_DOWNLOADS must be one of redirect, stream (got "proxy")'],
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
      ['PDF_RETENTION', '0', '1 to 3650: days that PDFs are kept'],
      ['MAIL_RETENTION', 'unlimited', '1 to 3650: days that mails are kept'],
      ['JOB_RETENTION', '3651', '1 to 3650: days that jobs that are done are kept'],
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
