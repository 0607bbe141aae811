import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Generates src/platform/db/generated: a Prisma client for each database, the table types for Kysely and the list of
// all columns.

const root = fileURLToPath(new URL('..', import.meta.url));
const schemaFolder = join(root, 'prisma/schema');
const output = join(root, 'src/platform/db/generated');
const stampFile = join(output, 'inputs.sha256');

/** Generates the store's code if an input has changed since the last run; returns whether it did. */
export function generateStore() {
  const inputs = hashInputs();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === inputs) return false;
  const work = join(root, 'dist', `.generate.${process.pid}`);
  mkdirSync(work, { recursive: true });
  try {
    for (const provider of ['sqlite', 'postgresql']) generateProvider(work, provider);
    rmSync(join(work, 'schema'), { recursive: true });
    writeFileSync(join(work, 'inputs.sha256'), inputs);
    replaceFolder(work);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return true;
}

function schemaFiles() {
  return readdirSync(schemaFolder)
    .filter((name) => name.endsWith('.prisma'))
    .sort();
}

function hashInputs() {
  const hash = createHash('sha256');
  for (const name of schemaFiles()) hash.update(`${name}\0${readFileSync(join(schemaFolder, name), 'utf8')}\0`);
  for (const script of ['generate-store.mjs', 'columns-generator.mjs']) {
    hash.update(readFileSync(join(root, 'scripts', script)));
  }
  for (const name of ['prisma', 'prisma-kysely'])
    hash.update(readFileSync(join(root, 'node_modules', name, 'package.json')));
  return hash.digest('hex');
}

function generateProvider(work, provider) {
  const schema = join(work, 'schema', provider);
  cpSync(schemaFolder, schema, { recursive: true });
  const base = readFileSync(join(schemaFolder, 'base.prisma'), 'utf8');
  writeFileSync(join(schema, 'base.prisma'), generatorsFor(base, provider));
  // Prisma's command line is not in the `exports` of its package, so it is started by its path.
  const prisma = join(root, 'node_modules/prisma/build/index.js');
  execFileSync(process.execPath, [prisma, 'generate', '--schema', schema], {
    cwd: root,
    // The output matters only if the command fails; then the error contains it.
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PRISMA_HIDE_UPDATE_MESSAGE: '1', CHECKPOINT_DISABLE: '1', NO_UPDATE_NOTIFIER: '1' },
  });
}

function generatorsFor(base, provider) {
  const client = base
    .replace(/output\s*=.*/, `output = "../../${provider}"`)
    .replace(/(datasource db \{\s*provider\s*=\s*)"\w+"/, `$1"${provider}"`);
  // Only one client needs the table types, because the rows of both databases are decoded to the same values.
  return provider === 'sqlite' ? client + typeGenerators : client;
}

const typeGenerators = `
generator kysely {
  provider             = "node ./node_modules/prisma-kysely/dist/bin.js"
  output               = "../.."
  fileName             = "types.ts"
  exportWrappedTypes   = false
  booleanTypeOverride  = "boolean"
  dateTimeTypeOverride = "string"
  jsonTypeOverride     = "JsonValue"
  bytesTypeOverride    = "Uint8Array"
  banner               = "import type { JsonValue } from '../query/json.js';"
}

generator columns {
  provider = "node ./scripts/columns-generator.mjs"
  output   = "../../columns.ts"
}
`;

/** Two processes may generate at the same time: each writes its own folder, and the first rename wins. */
function replaceFolder(work) {
  const old = `${output}.old.${process.pid}`;
  if (existsSync(output)) renameSync(output, old);
  try {
    renameSync(work, output);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
  }
  rmSync(old, { recursive: true, force: true });
}
