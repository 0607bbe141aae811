import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { medianAndRange } from './compare.mjs';
import { load } from './dist.mjs';
import { longestLock } from './lock.mjs';
import { numbered } from './numbered.mjs';
import { range, reportTarget } from './report.mjs';
import { publicUrl, secrets, seed, withFolder } from './world.mjs';

const shared = process.env.DOCGRAPH_SHARED ?? fileURLToPath(new URL('../../shared', import.meta.url));
const corpus = join(shared, 'data/docs/large-rocketchat-dev');
const rounds = Number(process.env.BENCH_ROUNDS ?? 7);

/**
 * Measures link lists of the large corpus on SQLite. Then changes one page of 1,000, and measures the update of the
 * link index and the merge.
 */
export default async function links() {
  await withFolder(async (folder) => {
    const world = await open(`file:${join(folder, 'ours.db')}`);
    try {
      if (existsSync(corpus)) await lists(world);
      else console.log(`  SKIPPED: there is no corpus at ${corpus}; DOCGRAPH_SHARED names the folder that holds it`);
      await reindex(world);
      await merges(world);
    } finally {
      await world.app.close();
      await world.store.close();
    }
  });
}

async function open(url) {
  const { organization, token } = await seed(url);
  const { openStore } = await load('platform/db/open.js');
  const { createApp } = await load('app/app.js');
  const { readConfig } = await load('platform/config/config.js');
  const { operatorOf } = await load('modules/identity/tokens/bootstrap.js');
  await load('app/head-hooks.js');
  const { importIntoSpace } = await load('modules/content/folders/import-actions.js');
  const store = await openStore({ url });
  const viewer = await operatorOf(store);
  const config = readConfig({ DATABASE_URL: url, LOG_LEVEL: 'silent', RATE_LIMIT: 'off', EXPLORER: 'off' });
  let requestCount = 0;
  let batches = [];
  const onBatch = ({ sql }) => batches.push(sql);
  const app = await createApp({ config, store, secrets, publicUrl, onBatch });
  return {
    app,
    store,
    importing: (entries, space) =>
      importIntoSpace({ store, viewer }, { organization, entries, ...(space ? { space } : { title: 'Links' }) }),
    async rest(method, path, body) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const payload = JSON.stringify(body ?? {});
      const answer = await app.inject({ method, url: `/v1${path}`, headers, ...(method === 'GET' ? {} : { payload }) });
      if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.body}`);
      return answer.json();
    },
    async ask(query, variables) {
      batches = [];
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const { body } = numbered({ body: JSON.stringify({ query, variables }) })(requestCount++);
      const answer = await app.inject({ method: 'POST', url: '/graphql', headers, payload: body });
      const { data, errors } = answer.json();
      if (errors) throw new Error(JSON.stringify(errors));
      return { data, batches };
    },
  };
}

const query = `query ($id: ID!, $status: ContentReferenceStatus) { space(id: $id) { links(first: 100, filter: { status: $status }) {
  totalCount stats { total broken { total } }
  nodes { status
    targetReference { ... on ContentLocationPage { page { title } } ... on ContentLocationURL { url } }
    locationReferences { ... on ContentLocationPage { page { title } } } } } } }`;

async function lists(world) {
  const { readFolder } = await load('cli/folders/read-folder.js');
  const { spaceId: id } = await world.importing(readFolder(corpus));
  for (const status of [null, 'BROKEN']) {
    const answer = await world.ask(query, { id, status });
    const { totalCount, stats } = answer.data.space.links;
    const times = await timed(() => world.ask(query, { id, status }));
    const kind = status === null ? 'all' : 'broken';
    console.log(
      `  list of ${kind} links (100 of ${totalCount}; ${stats.total} in all, ${stats.broken.total} broken): ${range(times)} ms`,
    );
    reportTarget('at most 4 batches', answer.batches.length <= 4);
  }
}

/** Returns 1,000 pages that link to the five after them; one page contains `word`. */
function thousandPages(word) {
  const page = (index) => {
    const links = [1, 2, 3, 4, 5].map((step) => `[a](page-${(index + step) % 1000}.md#h)`);
    return `# H\n\n${links.join(' ')} ${index === 7 ? word : ''}\n`;
  };
  const bytes = (index) => () => new TextEncoder().encode(page(index));
  return new Map(Array.from({ length: 1000 }, (_, index) => [`page-${index}.md`, bytes(index)]));
}

async function reindex({ store, importing }) {
  const { indexLinks } = await load('modules/links/index-head.js');
  const { readManifest } = await load('modules/content/revisions/manifests.js');
  const { storeBlobs } = await load('modules/content/revisions/store-content.js');
  const { importFolder } = await load('engine/tree/import/import-folder.js');
  const { newId } = await load('platform/base/ids.js');
  const { spaceId, revisionId } = await importing(thousandPages('first'));
  const head = store.sql.selectFrom('Revision').select(['organizationId', 'rootHash']).where('id', '=', revisionId);
  const { organizationId, rootHash } = await store.read.first(head);
  let before = await readManifest(store.read, { organizationId, rootHash });
  let texts = 0;
  const note = (count) => {
    texts += count;
  };
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const entries = thousandPages(`word ${round}`);
    const { manifest: after, blobs } = importFolder({ entries, previous: before, newId });
    await store.transaction(async (tx) => {
      const read = new Map([...blobs].map(([blob, bytes]) => [blob, bytes()]));
      await storeBlobs(tx, { organizationId, storedAt: new Date() }, read);
      const counting = Object.create(tx, { read: { value: countTexts(tx.read, note) } });
      const start = performance.now();
      const follow = await indexLinks(counting, spaceId);
      await follow({ organizationId, spaceId, before, after });
      times.push(performance.now() - start);
    });
    before = after;
  }
  console.log(`  the index after one page of 1,000 has changed: ${range(medianAndRange(times))} ms`);
  reportTarget('one text read for one changed page', texts === rounds);
}

/**
 * Merges a change of one page in a space of 1,000 pages. Measures how long each merge holds the write lock, and its CPU
 * time.
 */
async function merges({ rest, importing }) {
  const { spaceId } = await importing(thousandPages('first'));
  const { pages } = await rest('GET', `/spaces/${spaceId}/content`);
  const [held, cpu] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const { id } = await rest('POST', `/spaces/${spaceId}/change-requests`);
    const path = `/spaces/${spaceId}/change-requests/${id}`;
    const document = { markdown: `# H\n\n[a](page-1.md#h) round ${round}\n` };
    const changes = [{ operation: 'update_page', page: pages[7 + round].id, document }];
    await rest('POST', `${path}/content`, { changes });
    longestLock[0] = 0;
    const before = process.cpuUsage();
    await rest('POST', `${path}/merge`);
    const used = process.cpuUsage(before);
    held.push(longestLock[0]);
    cpu.push((used.user + used.system) / 1000);
  }
  const [lock, work] = [medianAndRange(held), medianAndRange(cpu)];
  console.log(`  a merge of one page of 1,000 holds the lock ${range(lock)} ms, CPU ${range(work)} ms`);
  reportTarget('the lock is held at most 200 ms', lock.highest <= 200);
}

/** Wraps the reads of a store so that they report how many of the returned rows contain text. */
function countTexts(read, report) {
  const all = async (query, decode) => {
    const rows = await read.all(query, decode);
    report(rows.filter((row) => row.bytes).length);
    return rows;
  };
  return { ...read, all, first: async (query, decode) => (await all(query, decode))[0] };
}

async function timed(run) {
  await run();
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return medianAndRange(times);
}
