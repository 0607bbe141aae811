import { pathToFileURL } from 'node:url';

// A process that runs the jobs of a database: `node worker.mjs COMPILED URL LEASE [PAGE]`. It kills itself after page
// number PAGE, before it reports progress. A job writes one row per page under a fixed id, so a second attempt does not
// write it again.

const [, , compiled, url, lease, last] = process.argv;
const load = (path) => import(pathToFileURL(`${compiled}/${path}.js`).href);
const { openStore } = await load('platform/db/open');
const { startJobs } = await load('platform/jobs/start-jobs');
const store = await openStore({ url, patience: 10 });

async function run({ name, pages }, { progress, signal }) {
  for (let page = 0; page < pages; page += 1) {
    signal.throwIfAborted();
    const id = `usr_${name}_${page}`;
    const row = { id, displayName: id, email: id, createdAt: new Date() };
    await store.transaction(async ({ prisma }) => {
      if ((await prisma.user.count({ where: { id } })) === 0) await prisma.user.create({ data: row });
    });
    if (page === Number(last)) process.kill(process.pid, 'SIGKILL');
    await progress(page + 1, pages);
  }
}

await startJobs(store, [{ name: 'test.pages', run }], { lease: Number(lease), poll: 50, backoff: 1 });
