import { join } from 'node:path';
import { startPostgres } from '../scripts/postgres.mjs';
import { compare } from './compare.mjs';
import { inProcess } from './in-process.mjs';
import { dataOf, requireSame } from './load.mjs';
import { numbered } from './numbered.mjs';
import { reportComparison, reportTarget } from './report.mjs';
import { startServer } from './serve.mjs';
import { seed, withFolder } from './world.mjs';

/** Maximum number of batches, not counting those of authentication. */
const mostBatches = 4;

/** Reads one organization, its 20 spaces, 5 change requests of each and their authors, on both databases. */
export default async function nestedQuery() {
  await withFolder((folder) => onDatabase('sqlite', `file:${join(folder, 'bench.db')}`));
  const postgres = await startPostgres();
  try {
    await onDatabase('postgresql', await postgres.createDatabase('bench'));
  } finally {
    await postgres.stop();
  }
}

async function onDatabase(provider, url) {
  const { organization, token } = await seed(url);
  const request = requestFor(organization, token);
  console.log(`  ${provider}`);
  const batches = await inProcess(url, async (app) => (await app.batches(() => app.ask(request))).length);
  reportTarget(`at most ${mostBatches} batches beside authentication (got ${batches})`, batches <= mostBatches);
  const servers = await Promise.all([
    startServer('docgraph', { url }),
    startServer('prisma-include', { url, provider }),
  ]);
  const [ours, naive] = servers.map((server) => ({ ...server, request: numbered(request) }));
  try {
    await requireSame(ours, naive, dataOf);
    reportComparison(await compare(ours, naive), { against: 'Yoga and Prisma `include`, which checks no token' });
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

function requestFor(organization, token) {
  const query = `query ($id: ID!) {
    organization(id: $id) {
      title
      spaces(first: 20) {
        nodes { id title changeRequests(first: 5) { nodes { id subject createdBy { id displayName } } } }
      }
    }
  }`;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const body = JSON.stringify({ query, variables: { id: organization } });
  return { method: 'POST', path: '/graphql', headers, body };
}
