import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../scripts/postgres.mjs';
import { commentSpace, readMembers } from './comment-space.mjs';
import { medianAndRange } from './compare.mjs';
import { inProcess } from './in-process.mjs';
import { range, reportTarget } from './report.mjs';
import { seed, withFolder } from './world.mjs';

const rounds = Number(process.env.BENCH_ROUNDS ?? 101);
const [mostBatches, mostTimes] = [4, 1.2];

/**
 * Compares comment lists of a large space with those of a space with a tenth as many comments, on both databases. The
 * large space has 10,000 comments, 1,000 of them on one page.
 */
export default async function comments() {
  await withFolder((folder) => onDatabase('SQLite', `file:${join(folder, 'comments.db')}`));
  const postgres = await startPostgres();
  try {
    await onDatabase('Postgres', await postgres.createDatabase('comments'));
  } finally {
    await postgres.stop();
  }
}

async function onDatabase(name, url) {
  const { organization, token } = await seed(url);
  console.log(`  ${name}`);
  await inProcess(url, async (app) => {
    const world = { ...app, organization, token, authors: await readMembers(app, organization) };
    const sides = [await commentSpace(world, 1000), await commentSpace(world, 10_000)];
    if (name === 'Postgres') await vacuum(url);
    for (const [title, request] of Object.entries(measuredRequests(token, world.authors)))
      await compareSizes(app, { title, few: request(...sides[0]), many: request(...sides[1]) });
  });
}

/**
 * Runs `VACUUM ANALYZE`. Postgres would run it by itself some minutes after many inserts; until then, a count reads
 * every row.
 */
async function vacuum(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
}

/** Returns the requests to measure: lists of 50 comments of a space and of one of its pages. */
function measuredRequests(token, [, one, another]) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const list = (path) => (space, page) => ({ path: `/v1/spaces/${space}/${path.replace('PAGE', page)}`, headers });
  const counted = (filters) => (space, page) => {
    const query = `query ($space: ID!) { space(id: $space) { comments(first: 50, ${filters.replace('PAGE', page)}) { totalCount
      nodes { status body { markdown } postedBy { displayName } anchor { state quote } replyCount } } } }`;
    return { method: 'POST', path: '/graphql', headers, body: JSON.stringify({ query, variables: { space } }) };
  };
  return {
    'the list': list('comments?limit=50'),
    'open ones': list('comments?limit=50&status=open'),
    'those on one page': list('comments?limit=50&targetPage=PAGE'),
    'those of two authors': list(`comments?limit=50&authors=${one}&authors=${another}`),
    'open ones, counted': counted('status: OPEN'),
    'those on one page, counted': counted('page: "PAGE"'),
    'those of two authors, counted': counted(`authors: ["${one}", "${another}"]`),
    'who commented': list('commenters?limit=50'),
  };
}

async function compareSizes({ ask, batches }, { title, few, many }) {
  const taken = [[], []];
  for (let round = -3; round < rounds; round++) {
    const order = round % 2 === 0 ? [0, 1] : [1, 0];
    for (const side of order) {
      const took = await milliseconds(() => ask([few, many][side]));
      if (round >= 0) taken[side].push(took);
    }
  }
  const [short, long] = taken.map(medianAndRange);
  const ratio = long.median / short.median;
  const read = (await batches(() => ask(many))).filter((sql) => !isAccess(sql));
  console.log(`  ${title}: ${range(short)} ms, of ten times as many ${range(long)} ms; ${ratio.toFixed(2)} times`);
  reportTarget(`at most ${mostBatches} batches beside access (got ${read.length})`, read.length <= mostBatches);
  reportTarget(`at most ${mostTimes} times as long`, ratio <= mostTimes);
}

/**
 * Reports whether a statement belongs to an access check. Access checks read the space, and the organizations of the
 * users in the list.
 */
function isAccess(sql) {
  return /^select \* from "Space"|^select "userId", "organizationId" from "Member"/.test(sql);
}

async function milliseconds(run) {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
