import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepareCheckout } from './checkout.mjs';
import { compare } from './compare.mjs';
import { dataOf, requireSame } from './load.mjs';
import { numbered } from './numbered.mjs';
import { reportComparison } from './report.mjs';
import { startServer } from './serve.mjs';
import { seed, withFolder } from './world.mjs';

/**
 * Compares this revision with the revision named by BENCH_BASE, on one SQLite file. Sends four requests that show the
 * fixed cost of a request.
 */
export default async function compareReleases() {
  const { name, folder } = await prepareCheckout(process.env.BENCH_BASE ?? 'HEAD~1');
  const { compiledModules } = await import(pathToFileURL(join(folder, 'scripts/compiled.mjs')).href);
  await withFolder(async (data) => {
    const url = `file:${join(data, 'bench.db')}`;
    const world = await seed(url);
    for (const [title, one] of Object.entries(requestsIn(world))) {
      const request = numbered(one);
      console.log(`  ${title}`);
      const base = await startServer('docgraph', { url }, { DOCGRAPH_MODULES: compiledModules() });
      const ours = await startServer('docgraph', { url });
      try {
        await requireSame({ ...ours, request }, { ...base, request }, one.body && dataOf);
        reportComparison(await compare({ ...ours, request }, { ...base, request }), { against: name, target: 0.95 });
      } finally {
        await Promise.all([ours.stop(), base.stop()]);
      }
    }
  });
}

function requestsIn({ organization, spaces, token }) {
  const headers = { 'content-type': 'application/json' };
  const known = { ...headers, authorization: `Bearer ${token}` };
  const asked = (query, { variables, ...others }) => ({
    method: 'POST',
    path: '/graphql',
    body: JSON.stringify({ query, variables }),
    ...others,
  });
  return {
    '{ __typename }': asked('{ __typename }', { headers }),
    'the same with a token': asked('{ __typename }', { headers: known }),
    'a space on /v1': { method: 'GET', path: `/v1/spaces/${spaces[0]}`, headers: known },
    'organization, spaces, change requests, authors': asked(nested, {
      headers: known,
      variables: { id: organization },
    }),
  };
}

const nested = `query ($id: ID!) {
  organization(id: $id) {
    title
    spaces(first: 20) {
      nodes { id title changeRequests(first: 5) { nodes { id subject createdBy { id displayName } } } }
    }
  }
}`;
