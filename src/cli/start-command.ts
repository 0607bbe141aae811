import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Operator } from '../access/viewer.js';
import { createGraph } from '../api/graph.js';
import { readBuilt } from '../api/stored-operations.js';
import { createApp } from '../app.js';
import { type Config, ConfigError, publicUrlOf, readConfig } from '../config.js';
import { fillLinks } from '../domains/links/rebuild.js';
import { hasOrganizations } from '../domains/organizations/has-organizations.js';
import { fillSearch } from '../domains/search/rebuild.js';
import { ensureBootstrapToken, operatorOf } from '../domains/tokens/bootstrap.js';
import { secretOf } from '../signed/secret.js';
import { openStore } from '../store/open.js';
import type { Store } from '../store/store.js';
import { openDatabase } from './open-database.js';
import { stopOnSignals } from './stop-on-signals.js';

/** `docgraph start`: migrates, fills an empty database, serves, and prints where. */
export async function startCommand(): Promise<void> {
  const config = readConfig(process.env);
  const secret = secretOf(config);
  const viewer = await prepareDatabase(config);
  const store = await openStore({ url: config.databaseUrl });
  try {
    await serve({ config, secret, store, viewer });
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * How many times as long as a request a start waits for the database: another server that starts at the same time may be
 * filling it, in one transaction.
 */
const startPatience = 15;

/** Makes a database ready to be served, and answers who the operator is. */
async function prepareDatabase(config: Config): Promise<Operator> {
  const { store } = await openDatabase(config.databaseUrl, startPatience);
  try {
    const viewer = await operatorOf(store);
    // After an upgrade pages may have no index yet, or one of another version.
    await fillSearch(store);
    await fillLinks(store);
    if (!(await hasOrganizations(store.read))) {
      // What fills a database is loaded where there is one to fill.
      const { fillDatabase } = await import('./first-start.js');
      await fillDatabase({ store, viewer }, config);
    }
    // Whoever sees that the server is ready may use the token at once.
    if (config.bootstrapToken) await ensureBootstrapToken(store, viewer, config.bootstrapToken);
    return viewer;
  } finally {
    await store.close();
  }
}

/** What is served, and by whom it was prepared. */
interface Serving {
  config: Config;
  secret: string;
  store: Store;
  viewer: Operator;
}

async function serve({ config, secret, store, viewer }: Serving): Promise<void> {
  const { bootstrapToken, explorer } = config;
  const url = publicUrlOf(config);
  const app = await createApp({ config, store, secret, publicUrl: url, graph: createGraph(config, readBuilt()) });
  stopOnSignals(app, store);
  const port = await listen(app, config);
  // A token is made once and shown once: not by a start that fails for a port that is taken.
  const token = bootstrapToken ? null : await ensureBootstrapToken(store, viewer);
  const reached = publicUrlOf({ ...config, port });
  process.stdout.write(banner({ url: reached, explorer, ...(bootstrapToken ? configuredToken : shownToken(token)) }));
}

/** Listens, and answers on which port: where that is 0, the system has chosen one. */
async function listen(app: FastifyInstance, { host, port }: Config): Promise<number> {
  try {
    await app.listen({ port, host });
    return (app.server.address() as AddressInfo).port;
  } catch (error) {
    await app.close();
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (!['listen', 'getaddrinfo'].includes(syscall ?? '')) throw error;
    throw new ConfigError(`HOST and PORT must be free to listen on, got ${JSON.stringify(host)} and ${port} (${code})`);
  }
}

/** The admin token as people are told of it. */
interface Told {
  /** What stands for it in a command. */
  written: string;
  /** What is said of it. */
  said: string;
}

const configuredToken: Told = { written: '$BOOTSTRAP_TOKEN', said: 'as configured' };

/** The token is told only where it was made by this start. */
function shownToken(token: string | null): Told {
  if (token) return { written: token, said: `${token}\n              Keep it: it is not shown again.` };
  const again = 'printed at the first start; `npx docgraph token create --user admin@localhost` makes another';
  return { written: '<token>', said: again };
}

/** What people need first. */
function banner({ url, explorer, written, said }: { url: string; explorer: boolean } & Told): string {
  const pages = explorer ? `  Explorer    ${url}/graphql\n  Reference   ${url}/v1/docs\n` : '';
  return `
docgraph is ready.
${pages}  Try         curl -H "Authorization: Bearer ${written}" ${url}/v1/orgs
  Admin token ${said}

`;
}
