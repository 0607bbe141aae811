import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Operator } from '../../access/viewer.js';
import { canHoldSessions } from '../../api/http/connection/session-cookie.js';
import type { LogStream } from '../../api/http/server.js';
import { createApp } from '../../app/app.js';
import { createGraph } from '../../app/graph.js';
import { schedules } from '../../app/job-kinds.js';
import { serverJobs } from '../../app/server-jobs.js';
import { measureJobs } from '../../app/server-metrics.js';
import { readBuildOutput } from '../../app/stored-operations.js';
import { fillSearch } from '../../modules/content/search/rebuild.js';
import { hasOrganizations } from '../../modules/identity/organizations/has-organizations.js';
import { type BootstrapState, ensureBootstrapToken, operatorOf } from '../../modules/identity/tokens/bootstrap.js';
import { fillLinks } from '../../modules/links/rebuild.js';
import { createMailSender } from '../../modules/mail/send-mail.js';
import { backupSchedules } from '../../platform/backup/schedule/backup-job.js';
import { limits, mebibyte } from '../../platform/base/limits.js';
import { type Config, publicUrlOf, readConfig } from '../../platform/config/config.js';
import { openStore } from '../../platform/db/open.js';
import type { Store, StoreOptions } from '../../platform/db/write/store.js';
import { type Jobs, startJobs } from '../../platform/jobs/start-jobs.js';
import { createSealer, type Secrets } from '../../platform/secrets/sealed.js';
import { readSecrets } from '../../platform/secrets/secret.js';
import type { Tracing } from '../../platform/tracing/tracing.js';
import { collectGarbageAfterStart, limitHeapGrowth } from '../process/engine.js';
import { stopOnSignals } from '../process/stop-on-signals.js';
import { listenError } from '../setup/listen-error.js';
import { checkDatabaseExists } from '../setup/new-database.js';
import { databaseOf, openDatabase } from '../setup/open-database.js';
import { openMetrics, servePort } from '../setup/open-metrics.js';
import { openSecrets } from '../setup/open-secrets.js';

/** `docgraph start`: applies migrations, fills an empty database, starts the server, and prints its URLs. */
export async function startCommand(): Promise<void> {
  limitHeapGrowth();
  const config = readConfig(process.env);
  await checkDatabaseExists(config, { asks: false });
  // Fails before any migration if the secrets cannot be read.
  readSecrets(config);
  const prepared = await prepareDatabase(config);
  const { url, directUrl, blobs } = databaseOf(config);
  const store = await openStore({ url, directUrl, blobs, refusesNesting: false, ...storeLimits(config) });
  try {
    await serve({ config, store, ...prepared });
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Returns the limits of the store that the configuration sets. */
function storeLimits({
  resources,
}: Config): Pick<StoreOptions, 'connections' | 'statementTimeout' | 'transactionTimeout' | 'queueLimit'> {
  const { databaseConnections: connections, writeQueue: queueLimit, statementTimeout, transactionTimeout } = resources;
  return { connections, queueLimit, statementTimeout, transactionTimeout };
}

/**
 * Factor for the timeouts of the database during a start. Another server that starts at the same time may fill the
 * database in one long transaction.
 */
const startPatience = 15;

/** A database that is ready to serve. */
interface PreparedDatabase {
  secrets: Secrets;
  /** The operator, who is the actor of the changes at the start. */
  viewer: Operator;
  /** Path of the site with the manual if this start has created it; otherwise null. */
  manual: string | null;
  /** State of the admin token in the configuration; null if there is none. */
  configured: BootstrapState | null;
}

/** Applies migrations, checks the secrets, updates the indexes, and fills an empty database. */
async function prepareDatabase(config: Config): Promise<PreparedDatabase> {
  const { store } = await openDatabase(databaseOf(config), { patience: startPatience });
  try {
    const secrets = await openSecrets(config, store);
    const viewer = await operatorOf(store);
    // After an upgrade, pages may have no index yet, or an index of an older version.
    await fillSearch(store);
    await fillLinks(store);
    let manual: string | null = null;
    if (!(await hasOrganizations(store.read))) {
      // The code that fills a database is loaded only if it is needed.
      const { fillDatabase } = await import('../setup/first-start.js');
      manual = await fillDatabase({ store, viewer, sealer: createSealer(secrets) }, config);
    }
    // The token must work as soon as the server reports ready.
    const { bootstrapToken } = config;
    const configured = bootstrapToken ? await ensureBootstrapToken(store, viewer, bootstrapToken) : null;
    return { secrets, viewer, manual, configured };
  } finally {
    await store.close();
  }
}

/** Parts of the server, and the prepared database. */
interface ServerParts extends PreparedDatabase {
  config: Config;
  store: Store;
}

async function serve({ config, secrets, store, viewer, manual, configured }: ServerParts): Promise<void> {
  const { explorer } = config;
  const url = publicUrlOf(config);
  const tracing = await startTracing(config);
  const graph = createGraph(config, readBuildOutput());
  const sealer = createSealer(secrets);
  const mail = createMailSender(config.mail, sealer);
  const links = { sealer, base: url, secret: secrets.current };
  const kinds = serverJobs({ store, mail, links, backup: config.backup }, config, tracing);
  const { to } = config.backup;
  const backups = to === undefined ? null : { to, secrets: [secrets.current, secrets.previous ?? secrets.current] };
  const metrics = await openMetrics(config, { store, kinds: new Set(kinds.map(({ name }) => name)), backups });
  const server = { config, store, secrets, publicUrl: url, graph, metrics, tracing };
  const app = await createApp({ ...server, logTo: logDestination() });
  let jobs: Jobs | undefined;
  // Stops the jobs while the requests in progress finish.
  app.addHook('preClose', async () => void jobs?.close());
  app.addHook('onClose', async () => {
    await jobs?.close();
    await mail?.transport.close();
    await tracing?.close();
  });
  stopOnSignals(app, store);
  await servePort(app, config, metrics);
  const port = await listen(app, config);
  // The token is created only now, because it is shown only once. If the port is taken, the start fails before that.
  const admin = configured ?? (await ensureBootstrapToken(store, viewer));
  if (admin.state === 'retired') app.log.warn(retiredToken);
  if (!canHoldSessions(url)) app.log.warn(noSessions);
  collectGarbageAfterStart();
  const reachableUrl = publicUrlOf({ ...config, port });
  process.stdout.write(banner({ url: reachableUrl, explorer, manual, ...describeToken(admin) }));
  const onEnd = metrics && measureJobs(metrics);
  const due = [...schedules, ...backupSchedules(config.backup)];
  jobs = startJobs(store, kinds, { schedules: due, slots: config.resources.jobSlots, logger: app.log, onEnd });
}

/** Starts tracing if the configuration names a collector. The SDK is loaded only then. */
async function startTracing({ tracing }: Config): Promise<Tracing | undefined> {
  return tracing && (await import('../../platform/tracing/open-tracing.js')).openTracing(tracing);
}

/**
 * Returns a log destination that writes to stderr in the background. It writes the remaining lines when the process
 * ends.
 */
function logDestination(): LogStream {
  return pino.destination({
    dest: 2,
    sync: false,
    minLength: 4_096,
    periodicFlush: 100,
    maxLength: limits.logLines.value * mebibyte,
  });
}

/**
 * Starts listening, and returns the port. The system chooses a port if `port` is 0.
 * @throws ConfigError if the host or port cannot be used
 */
async function listen(app: FastifyInstance, { host, port }: Config): Promise<number> {
  try {
    await app.listen({ port, host });
    return (app.server.address() as AddressInfo).port;
  } catch (error) {
    await app.close();
    throw listenError(error as NodeJS.ErrnoException, 'HOST and PORT', { host, port });
  }
}

/** Description of the admin token for the banner. */
interface TokenDescription {
  /** Text to use in place of the token in the example command. */
  placeholder: string;
  /** Sentence about the token. */
  description: string;
}

const noSessions = 'People cannot sign in with a browser, because PUBLIC_URL is not an https address';

const retiredToken =
  'The value of BOOTSTRAP_TOKEN was replaced or revoked, so the present token stays; `docgraph token bootstrap --force` sets it';

/** Describes the admin token. The description contains the token only if this start has created it. */
function describeToken(admin: BootstrapState): TokenDescription {
  switch (admin.state) {
    case 'configured':
      return { placeholder: '$BOOTSTRAP_TOKEN', description: 'as configured' };
    case 'created':
      return { placeholder: admin.token, description: `${admin.token}\n              Keep it: it is not shown again.` };
    case 'retired':
      return { placeholder: '<token>', description: `not as configured. ${retiredToken}` };
    default: {
      const hint = 'printed at the first start; `npx docgraph token create --user admin@localhost` makes another';
      return { placeholder: '<token>', description: hint };
    }
  }
}

/** Values in the banner. */
interface Banner extends TokenDescription, Pick<PreparedDatabase, 'manual'> {
  url: string;
  explorer: boolean;
}

/** Returns the text that the server prints when it is ready. */
function banner({ url, explorer, manual, placeholder, description }: Banner): string {
  const pages = explorer ? `  Explorer    ${url}/graphql\n  Reference   ${url}/v1/docs\n` : '';
  return `
docgraph is ready.
${pages}${manual === null ? '' : `  Manual      ${url}${manual}\n`}  Try         curl -H "Authorization: Bearer ${placeholder}" ${url}/v1/orgs
  Admin token ${description}

`;
}
