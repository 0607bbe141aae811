import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compiledModules } from './compiled.mjs';
import { findDrift } from './drift.mjs';
import { generateStore } from './generate-store.mjs';
import { findContractions } from './migration-rules.mjs';

// `npm run migration -- NAME` writes a migration for both databases with those parts of the models that the migrations
// lack. It applies the migrations to a scratch database and compares the result with prisma/schema.

const root = fileURLToPath(new URL('..', import.meta.url));
const name = process.argv[2];
if (!/^[a-z][a-z0-9_]*$/.test(name ?? '')) {
  console.error(
    `A migration is named with a-z, 0-9 and _, as in: npm run migration -- add_comments (got ${JSON.stringify(name ?? '')})`,
  );
  process.exit(2);
}

const scratch = mkdtempSync(join(tmpdir(), 'docgraph-migration-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
generateStore();
const modules = compiledModules();
const { fullTextTables } = await import(pathToFileURL(`${modules}/platform/db/query/full-text.js`).href);
const { migrate } = await import(pathToFileURL(`${modules}/platform/db/migrations/migrate.js`).href);
const { readMigrations } = await import(pathToFileURL(`${modules}/platform/db/migrations/migrations-folder.js`).href);
const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
write('sqlite', await draft(`file:${join(scratch, 'scratch.db')}`));
write('postgresql', await withPostgres(draft));

async function draft(url) {
  await migrate({ url });
  return findDrift(url, fullTextTables);
}

async function withPostgres(run) {
  const { startPostgres } = await import('./postgres.mjs');
  const server = await startPostgres();
  try {
    return await run(await server.createDatabase('scratch'));
  } finally {
    await server.stop();
  }
}

function earlierScripts(provider) {
  const { migrations } = readMigrations(provider);
  return migrations.filter((migration) => migration.name < stamp).map(({ script }) => script);
}

function write(provider, script) {
  if (script === '') {
    console.log(`${provider}: the migrations say what the models say; nothing written`);
    return;
  }
  const folder = join(root, 'prisma/migrations', provider, `${stamp}_${name}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'migration.sql'), script);
  console.log(`${provider}: ${folder}/migration.sql`);
  for (const fault of findContractions(provider, script, earlierScripts(provider)))
    console.log(`  ${fault}: see docs/upgrading.md`);
}
