import Database from 'better-sqlite3';
import pg from 'pg';
import { book, importFiles, withCorpus } from './corpus.mjs';
import { load } from './dist.mjs';
import { withNewDatabases } from './fairness/databases.mjs';
import { inProcess } from './in-process.mjs';
import { reportTarget } from './report.mjs';
import { seed } from './world.mjs';

const rounds = Number(process.env.BENCH_ROUNDS ?? 100);

/** Maximum number of bytes that a merge adds to tree nodes and revisions, with their indexes. */
const maxBytes = 4096;

/**
 * Measures how much each table and its indexes grow when one changed page title is merged in a space of 197 pages, on
 * both databases. First one change request after the other is opened, edited and merged. Then all are opened
 * before the first is edited, and all are edited before the first is merged, so that each step is measured separately.
 */
export default function mergeSize() {
  return withCorpus(
    () =>
      withNewDatabases(async (newDatabase) => {
        for (const kind of ['sqlite', 'postgresql']) {
          const url = await newDatabase(kind);
          const { organization, token } = await seed(url, { spaces: 0, changeRequests: 0 });
          await inProcess(url, (app) => measure({ ...app, kind, url, token, organization }));
        }
      }),
    book,
  );
}

async function measure(app) {
  const steps = await stepsOn(app);
  console.log(`  ${app.kind}: bytes per merge, ${rounds} merges`);
  const total = await growthDuring(app, async () => {
    for (let round = 0; round < rounds; round++) await steps.merge(await steps.edit(await steps.open(), round));
  });
  print('opened, edited and merged one after the other', total);
  let [requests, merging] = [[], new Map()];
  const separate = {
    open: steps.open,
    edit: (request, round) => steps.edit(request, rounds + round),
    merge: steps.merge,
  };
  for (const [name, step] of Object.entries(separate)) {
    const growth = await growthDuring(app, async () => {
      const results = [];
      for (let round = 0; round < rounds; round++) results.push(await step(requests[round], round));
      requests = results;
    });
    print(name, growth);
    if (name === 'merge') merging = growth;
  }
  const content = (merging.get('TreeNode') ?? 0) + (merging.get('Revision') ?? 0);
  reportTarget(
    `a merge adds at most ${maxBytes} bytes of tree nodes and revisions (got ${content})`,
    content <= maxBytes,
  );
}

/** Imports the pages. Returns the steps of a change request; each returns the path of the change request. */
async function stepsOn({ store, ask, organization, token }) {
  const { readFolder } = await load('cli/folders/read-folder.js');
  const space = `/v1/spaces/${await importFiles(store, organization, readFolder(`${book}/src`))}`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = (path, body) => ask({ method: 'POST', path, headers, body: JSON.stringify(body) });
  const { pages } = await ask({ path: `${space}/content/pages`, headers });
  const documents = flatten(pages).filter(({ type }) => type === 'document');
  console.log(`  ${documents.length} pages`);
  return {
    open: async () => `${space}/change-requests/${(await post(`${space}/change-requests`, {})).id}`,
    async edit(request, round) {
      // Neighboring rounds change pages in different lists.
      const page = documents[(round * 67) % documents.length];
      const changes = [{ operation: 'update_page', page: page.id, title: `Title ${round}` }];
      await post(`${request}/content`, { changes });
      return request;
    },
    async merge(request) {
      const { result } = await post(`${request}/merge`, {});
      if (result !== 'merge') throw new Error(`A merge came to ${result}`);
      return request;
    },
  };
}

function flatten(pages) {
  return pages.flatMap((page) => [page, ...flatten(page.pages ?? [])]);
}

/** Returns by how many bytes each table grows in a round of the given work. Tables that do not grow are left out. */
async function growthDuring({ kind, url }, work) {
  const sizes = { sqlite: sqliteSizes, postgresql: postgresSizes }[kind];
  const before = await sizes(url);
  await work();
  const after = await sizes(url);
  const grown = [...after].map(([name, bytes]) => [name, Math.round((bytes - (before.get(name) ?? 0)) / rounds)]);
  return new Map(grown.filter(([, bytes]) => bytes !== 0).sort((one, other) => other[1] - one[1]));
}

function print(title, growth) {
  const total = [...growth.values()].reduce((sum, bytes) => sum + bytes, 0);
  console.log(`    ${title}: ${total}: ${[...growth].map(([name, bytes]) => `${name} ${bytes}`).join(', ')}`);
}

/** Sizes of tables with their indexes: the pages of the file that they take. */
function sqliteSizes(url) {
  const database = new Database(url.slice('file:'.length));
  try {
    database.pragma('wal_checkpoint(TRUNCATE)');
    const rows = database
      .prepare('select tbl_name as name, sum(pgsize) as bytes from dbstat join sqlite_schema using (name) group by 1')
      .all();
    return new Map(rows.map(({ name, bytes }) => [name, bytes]));
  } finally {
    database.close();
  }
}

/** Sizes of tables with their indexes, after `VACUUM FULL`, which removes the rows that updates replaced. */
async function postgresSizes(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('vacuum full');
    const { rows } = await client.query(
      `select relname as name, pg_total_relation_size(oid) as bytes from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
  } finally {
    await client.end();
  }
}
