import { join } from 'node:path';
import { medianAndRange } from './compare.mjs';
import { importFiles, withCorpus } from './corpus.mjs';
import { inProcess } from './in-process.mjs';
import { range, reportTarget } from './report.mjs';
import { seed, withFolder } from './world.mjs';

const rounds = Number(process.env.BENCH_ROUNDS ?? 7);

/**
 * Measures how many batches of reads the largest corpus needs, and how many rows are stored when one page of 1,000
 * changes.
 */
export default async function content() {
  await withCorpus(() => withFolder(readCorpus));
  await withFolder(changeOnePage);
}

async function readCorpus(folder) {
  const url = `file:${join(folder, 'bench.db')}`;
  const { organization, token } = await seed(url);
  await inProcess(url, async (app) => {
    const space = `/v1/spaces/${await importFiles(app.store, organization)}`;
    const headers = { authorization: `Bearer ${token}` };
    const get = (path) => app.ask({ path: `${space}${path}`, headers });
    const { pages } = await get('/content/pages');
    const path = pages.findLast(({ type }) => type === 'document').path;
    const { revision } = await get('');
    for (const [name, target, most] of [
      ['all pages', '/content/pages', 1],
      ['a page by its path', `/content/path/${path}`, 2],
      ['all pages of a revision', `/revisions/${revision}/pages`, 1],
    ]) {
      await get(target);
      const batches = (await app.batches(() => get(target))).filter((sql) => !isAccess(sql));
      reportTarget(`${name} in at most ${most} batches beside access (got ${batches.length})`, batches.length <= most);
      console.log(`  ${name}: ${range(medianAndRange(await measureRounds(() => get(target))), 1)} ms`);
    }
  });
}

/** Reports whether a statement is an access check. Access checks read the row of the space. */
function isAccess(sql) {
  return /from "Space"/.test(sql);
}

async function measureRounds(run) {
  const taken = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await run();
    taken.push(performance.now() - start);
  }
  return taken;
}

async function changeOnePage(folder) {
  const url = `file:${join(folder, 'bench.db')}`;
  const { organization, token } = await seed(url);
  await inProcess(url, async ({ store, ask }) => {
    const space = `/v1/spaces/${await importFiles(store, organization, thousandPages())}`;
    const headers = { authorization: `Bearer ${token}` };
    const post = (path, body) =>
      ask({ method: 'POST', path: `${space}${path}`, headers: { ...headers, ...json }, body: JSON.stringify(body) });
    const { id: page } = await ask({ path: `${space}/content/path/part-4/chapter-2/page-7`, headers });
    const { id } = await post('/change-requests', {});
    const before = await countRows(store);
    const changes = [{ operation: 'update_page', page, document: { markdown: 'Another text.\n' } }];
    await post(`/change-requests/${id}/content`, { changes });
    const after = await countRows(store);
    const stored = tables.map((table, index) => `${after[index] - before[index]} ${table}`).join(', ');
    const wanted = '1 Blob, 3 TreeNode, 1 Revision';
    reportTarget(`changing one page of 1,000 stores ${wanted} (got ${stored})`, stored === wanted);
  });
}

const json = { 'content-type': 'application/json' };

/** Returns 1,000 pages: the home page, and nine parts with ten chapters of ten pages. */
function thousandPages() {
  const files = new Map([['README.md', () => Buffer.from('# All of it\n')]]);
  const add = (path, text) => files.set(path, () => Buffer.from(text));
  for (let number = 0; number < 900; number++) {
    const [part, chapter, page] = String(number).padStart(3, '0');
    add(`part-${part}/README.md`, `# Part ${part}\n`);
    add(`part-${part}/chapter-${chapter}/README.md`, `# Chapter ${part}.${chapter}\n`);
    add(`part-${part}/chapter-${chapter}/page-${page}.md`, `# Page ${number}\n\nText of page ${number}.\n`);
  }
  return files;
}

const tables = ['Blob', 'TreeNode', 'Revision'];

function countRows({ sql, read }) {
  const count = (table) => sql.selectFrom(table).select(({ fn }) => fn.countAll().as('rows'));
  return Promise.all(tables.map(async (table) => (await read.first(count(table), { rows: 'int' })).rows));
}
