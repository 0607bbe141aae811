import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { medianAndRange } from './compare.mjs';
import { corpus, importFiles, withCorpus } from './corpus.mjs';
import { load } from './dist.mjs';
import { range, reportTarget } from './report.mjs';
import { seed, withFolder } from './world.mjs';

const rounds = Number(process.env.BENCH_ROUNDS ?? 7);

/**
 * Compares our search of the largest corpus on SQLite, which ranks pages and finds sections, with a plain FTS5 query
 * for the best 50 rows.
 */
export default function search() {
  return withCorpus(compareSearches);
}

async function compareSearches() {
  await withFolder(async (folder) => {
    const texts = readTexts();
    const queries = queriesFrom(texts);
    const bare = bareSearch(join(folder, 'bare.db'), texts);
    const ours = await ourSearch(`file:${join(folder, 'ours.db')}`);
    try {
      await report(queries, { ours: ours.search, bare: bare.search });
    } finally {
      await ours.close();
      bare.close();
    }
  });
}

async function report(queries, { ours, bare }) {
  // Warms up the server, so that its statements are prepared and its texts are parsed.
  for (const query of queries) await ours(query);
  for (const [kind, run] of Object.entries(bare)) {
    const pairs = [];
    for (let round = 0; round < rounds; round++) pairs.push(await measure(queries, ours, run));
    const of = (number) => medianAndRange(pairs.map(number));
    const [mine, theirs] = [of((pair) => pair.ours), of((pair) => pair.bare)];
    console.log(`  ours ${range(mine)} ms; bare FTS5, ${kind}, ${range(theirs)} ms (p50 of ${queries.length} queries)`);
    const ratio = of((pair) => pair.ours / pair.bare);
    console.log(`  ratio ${range(ratio)}`);
    reportTarget(`at most 3 times a bare FTS5 query, ${kind}`, ratio.median <= 3);
  }
}

async function measure(queries, ours, bare) {
  return { ours: await median(queries, ours), bare: await median(queries, bare) };
}

async function median(queries, run) {
  const times = [];
  for (const query of queries) {
    const start = performance.now();
    await run(query);
    times.push(performance.now() - start);
  }
  return medianAndRange(times).median;
}

/** Returns the texts of all pages of the large corpus. */
export function readTexts() {
  const files = readdirSync(corpus, { recursive: true }).filter((file) => file.endsWith('.md'));
  return files.map((file) => readFileSync(join(corpus, file), 'utf8'));
}

/** Returns queries of one to three words that follow each other on some page. */
export function queriesFrom(texts) {
  const words = texts.flatMap((text) => text.match(/[A-Za-z]{4,}/g) ?? []);
  return Array.from({ length: 200 }, (_, index) => {
    const at = (index * 7919) % (words.length - 3);
    return words.slice(at, at + 1 + (index % 3)).join(' ');
  });
}

/** Creates an FTS5 table with the pages as rows, ranked by its own bm25, with excerpts. */
function bareSearch(path, texts) {
  const db = new Database(path);
  db.exec('create virtual table page using fts5(title, body)');
  const insert = db.prepare('insert into page values (?, ?)');
  db.transaction(() => {
    for (const text of texts) insert.run(/^#\s*(.*)/m.exec(text)?.[1] ?? '', text);
  })();
  const best = (columns) =>
    db.prepare(`select ${columns} from page where page match ? order by bm25(page, 10, 1) limit 50`);
  const [excerpts, rows] = [best("rowid, title, snippet(page, 1, '<', '>', '…', 64)"), best('rowid, title')];
  // Returns the FTS5 expression that our own search uses: every word must match, and the last word may be a prefix.
  const matchOf = (query) =>
    `${query
      .split(' ')
      .map((word) => `"${word}"`)
      .join(' ')} *`;
  return {
    search: {
      'with excerpts': (query) => excerpts.all(matchOf(query)).length,
      'titles alone': (query) => rows.all(matchOf(query)).length,
    },
    close: () => db.close(),
  };
}

/** Returns a function that runs our own search in a space: the best 50 pages with their sections. */
async function ourSearch(url) {
  const { organization } = await seed(url);
  const { openStore } = await load('platform/db/open.js');
  const { operatorOf } = await load('modules/identity/tokens/bootstrap.js');
  const { findInSpace } = await load('modules/content/search/find-pages.js');
  const { foundSections } = await load('modules/content/search/found-sections.js');
  const { createLoaders } = await load('platform/db/query/loaders.js');
  const store = await openStore({ url });
  const viewer = await operatorOf(store);
  const id = await importFiles(store, organization);
  const space = await store.read.first(store.sql.selectFrom('Space').selectAll().where('id', '=', id));
  return {
    async search(query) {
      const context = { viewer, store, read: store.read, loaders: createLoaders(store.read) };
      const pages = await findInSpace(context, space, query);
      await Promise.all(pages.slice(0, 50).map((page) => foundSections(context, page)));
      return pages.length;
    },
    close: () => store.close(),
  };
}
