import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { startPostgres } from './postgres.mjs';
import { dumpPostgres } from './upgrades/dump-postgres.mjs';
import { dumpSqlite } from './upgrades/dump-sqlite.mjs';
import { fillWorld } from './upgrades/fill-world.mjs';
import { readAnswers } from './upgrades/read-answers.mjs';
import { prepareRelease, startRelease } from './upgrades/release.mjs';

// `npm run release-dump -- REVISION [FOLDER]` writes test/upgrades/REVISION: a database of an earlier version on SQLite
// and on Postgres, and its answers to a fixed set of reads. FOLDER keeps the checkout and its packages for another run.

const [revision, given] = process.argv.slice(2);
if (!/^[\w.-]+$/.test(revision ?? '')) {
  console.error(
    `Name a commit or a tag, as in: npm run release-dump -- v0.1.0 (got ${JSON.stringify(revision ?? '')})`,
  );
  process.exit(2);
}

const scratch = mkdtempSync(join(tmpdir(), 'docgraph-release-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
const release = prepareRelease(revision, given ?? join(scratch, 'checkout'));
const target = fileURLToPath(new URL(`../test/upgrades/${revision}`, import.meta.url));
mkdirSync(target, { recursive: true });

const path = join(scratch, 'docgraph.db');
await record('sqlite', `file:${path}`);
write('sqlite.db.gz', dumpSqlite(path, join(scratch, 'small.db')));

const server = await startPostgres();
try {
  const url = await server.createDatabase('release');
  await record('postgresql', url);
  write('postgresql.sql.gz', await dumpPostgres(url));
} finally {
  await server.stop();
}

/** Fills a database with the earlier version, and writes the answers of that version. The server is stopped then. */
async function record(provider, url) {
  const running = await startRelease(release, { DATABASE_URL: url });
  try {
    const world = await fillWorld(running);
    const { ids, tokens } = world;
    const answers = await readAnswers(running, world);
    const at = new Date().toISOString();
    write(`${provider}.answers.json.gz`, JSON.stringify({ commit: release.commit, at, ids, tokens, answers }));
    console.log(`${provider}: ${answers.length} reads; skipped steps: ${world.skipped.join(', ') || 'none'}`);
  } finally {
    await running.stop();
  }
}

function write(name, content) {
  const bytes = gzipSync(content, { level: 9 });
  writeFileSync(join(target, name), bytes);
  console.log(`${name}: ${Math.ceil(bytes.length / 1024)} KB`);
}
