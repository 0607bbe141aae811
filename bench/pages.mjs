import { join } from 'node:path';
import { medianAndRange } from './compare.mjs';
import { importFiles, withCorpus } from './corpus.mjs';
import { load } from './dist.mjs';
import { inProcess } from './in-process.mjs';
import { range, reportTarget } from './report.mjs';
import { secrets, seed, withFolder } from './world.mjs';

const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
const pagesOfRound = 200;

/**
 * Measures pages of a published site with the largest corpus, on SQLite. Measures rendering, and compares cached pages
 * with a server that only returns a constant.
 */
export default function pages() {
  return withCorpus(() => withFolder((folder) => measurePages(`file:${join(folder, 'bench.db')}`)));
}

async function measurePages(url) {
  const { organization } = await seed(url);
  await inProcess(url, async ({ store, app, batches }) => {
    const addresses = await publish(store, { organization, space: await importFiles(store, organization) }, app);
    const some = addresses.filter((_, index) => index % Math.ceil(addresses.length / pagesOfRound) === 0);
    const cold = await cpuOf(app, some);
    const health = some.map(() => '/healthz');
    const pairs = [];
    for (let round = 0; round < rounds; round++)
      pairs.push({ warm: await cpuOf(app, some), bare: await cpuOf(app, health) });
    const of = (number) => medianAndRange(pairs.map(number));
    const costs = [];
    for (const address of some) costs.push((await batches(() => get(app, address))).length);
    const warm = of((pair) => pair.warm);
    console.log(`  ${addresses.length} pages, ${some.length} of them: ${cold.toFixed(2)} ms of CPU each to make`);
    console.log(`  from memory ${range(warm)} ms; an answer without any work ${range(of((pair) => pair.bare))} ms`);
    reportTarget('at most 5 ms of CPU for a page from memory', warm.median <= 5);
    reportTarget(`at most 2 batches for it, ${Math.max(...costs)} needed`, Math.max(...costs) <= 2);
  });
}

/** Publishes a site that shows a space. Returns the paths in its sitemap. */
async function publish(store, { organization, space }, app) {
  const { operatorOf } = await load('modules/identity/tokens/bootstrap.js');
  const { createSite } = await load('modules/sites/site-lifecycle/actions.js');
  const { publishSite } = await load('modules/sites/site-lifecycle/publication-actions.js');
  const { createSealer } = await load('platform/secrets/sealed.js');
  const actor = { store, viewer: await operatorOf(store), sealer: createSealer(secrets) };
  const site = await createSite(actor, { organization, title: 'Corpus', visibility: 'public', spaces: [space] });
  await publishSite(actor, { organization, site });
  const index = await get(app, `/published/${organization}/${site}/sitemap.xml`);
  const maps = await Promise.all(pathsIn(index).map((path) => get(app, path)));
  return maps.flatMap(pathsIn);
}

function pathsIn(map) {
  return [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address).pathname);
}

/** Returns the CPU milliseconds per response, summed over all threads. */
async function cpuOf(app, addresses) {
  const before = process.cpuUsage();
  for (const address of addresses) await get(app, address);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / addresses.length;
}

async function get(app, url) {
  const answer = await app.inject({ method: 'GET', url });
  if (answer.statusCode !== 200)
    throw new Error(`GET ${url} failed: ${answer.statusCode} ${answer.body.slice(0, 500)}`);
  return answer.body;
}
