import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import pg from 'pg';

// Runs Prisma's schema engine as WebAssembly, because the command line of Prisma would download it. It writes
// migrations and is not in the published package: `src/platform/db/migrations/apply-migrations.ts` applies them.

/**
 * Runs a function with the engine, connected to a database.
 * @param url `file:<path>` for SQLite, or the URL of a Postgres database
 */
export async function withSchemaEngine(url, run) {
  const { SchemaEngine } = await loadBindings();
  const { factory, close } = adapterFor(url);
  try {
    const engine = await SchemaEngine.new(
      { datamodels: undefined },
      () => {},
      bindMigrationAwareSqlAdapterFactory(factory),
    );
    return await run(engine).finally(() => engine.free());
  } finally {
    await close();
  }
}

/** Returns an adapter whose connections can be closed. The engine leaves them open. */
function adapterFor(url) {
  const isFile = url.startsWith('file:');
  const inner = isFile
    ? new PrismaBetterSqlite3({ url: url.slice('file:'.length) })
    : new PrismaPg({ connectionString: url, max: 1 });
  const opened = [];
  const open = async (connecting) => {
    const connection = await connecting;
    opened.push(connection);
    return isFile ? connection : withCatalogue(connection);
  };
  const { provider, adapterName } = inner;
  const factory = {
    provider,
    adapterName,
    connect: () => open(inner.connect()),
    connectToShadowDb: () => open(inner.connectToShadowDb()),
  };
  return {
    factory,
    async close() {
      for (const connection of opened) await connection.dispose();
    },
  };
}

/**
 * The engine reads the catalog of Postgres. The adapter does not support the type `"char"` of one byte, so queries that
 * use it bypass the adapter.
 */
function withCatalogue(adapter) {
  const pool = adapter.underlyingDriver();
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = (query) =>
    queryRaw(query).catch((error) => {
      if (error.cause?.kind !== 'UnsupportedNativeDataType') throw error;
      return readCatalogue(pool, query);
    });
  return adapter;
}

async function readCatalogue(pool, { sql, args }) {
  const { fields, rows } = await pool.query({ text: sql, values: args, rowMode: 'array' });
  return {
    columnNames: fields.map(({ name }) => name),
    columnTypes: fields.map(({ dataTypeID }) => catalogueTypes.get(dataTypeID) ?? ColumnTypeEnum.Text),
    rows,
  };
}

/** Types of catalog columns that are not text. */
const catalogueTypes = new Map([
  [pg.types.builtins.BOOL, ColumnTypeEnum.Boolean],
  [pg.types.builtins.INT2, ColumnTypeEnum.Int32],
  [pg.types.builtins.INT4, ColumnTypeEnum.Int32],
  [pg.types.builtins.INT8, ColumnTypeEnum.Int64],
  [pg.types.builtins.OID, ColumnTypeEnum.Int64],
  [pg.types.builtins.CHAR, ColumnTypeEnum.Character],
]);

let bindings;

function loadBindings() {
  bindings ??= instantiate();
  return bindings;
}

/** The package imports its binary as a module, which Node does not support, so it is instantiated here. */
async function instantiate() {
  const { resolve } = createRequire(import.meta.url);
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const binary = readFileSync(resolve('@prisma/schema-engine-wasm').replace(/\.js$/, '_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(binary, { './schema_engine_bg.js': withIdleTimers(glue) });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return glue;
}

/**
 * The engine sets a timer of 10 s for its lock on Postgres and never clears it. The timer would keep the process
 * running.
 */
function withIdleTimers(glue) {
  const setIdleTimeout = (run, delay) => setTimeout(run, delay >>> 0).unref();
  const name = Object.keys(glue).find((key) => key.startsWith('__wbg_setTimeout_'));
  return name ? { ...glue, [name]: setIdleTimeout } : glue;
}
