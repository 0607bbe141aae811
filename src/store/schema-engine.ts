import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type { MigrationList, SchemaContainer, SchemaEngine } from '@prisma/schema-engine-wasm';
import { createMigrationAdapter, type MigratedDatabase } from './migration-adapter.js';
import type { MigrationsFolder } from './migrations-folder.js';

/**
 * Runs something with Prisma's migration engine, connected to a database. Nothing of it is loaded before the first use.
 */
export async function withSchemaEngine<Result>(
  database: MigratedDatabase,
  run: (engine: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  const { SchemaEngine } = await loadBindings();
  const { factory, close } = createMigrationAdapter(database);
  try {
    const adapter = bindMigrationAwareSqlAdapterFactory(factory);
    const engine = await SchemaEngine.new({ datamodels: undefined }, () => {}, adapter);
    return await run(engine).finally(() => engine.free());
  } finally {
    await close();
  }
}

/** The migrations of a folder as the engine takes them. */
export function migrationList({ path, lock, migrations }: MigrationsFolder): MigrationList {
  return {
    baseDir: path,
    lockfile: { path: 'migration_lock.toml', content: lock },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, script }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: script } },
    })),
  };
}

/** The SQL that turns a database, but for some tables, into what the models say; '' where it is that already. */
export async function diffToModels(
  engine: SchemaEngine,
  models: SchemaContainer[],
  externalTables: string[],
): Promise<string> {
  const { stdout } = await engine.diff({
    from: { tag: 'schemaDatasource', files: models, configDir: '' },
    to: { tag: 'schemaDatamodel', files: models },
    script: true,
    exitCode: null,
    filters: { ...noFilter, externalTables },
  });
  return /^-- This is an empty migration\.\s*$/.test(stdout ?? '') ? '' : (stdout ?? '');
}

/** Every table belongs to the models or to Prisma. */
export const noFilter = { externalTables: [], externalEnums: [] };

type Bindings = { SchemaEngine: typeof SchemaEngine };
let bindings: Promise<Bindings> | undefined;

function loadBindings(): Promise<Bindings> {
  bindings ??= instantiate();
  return bindings;
}

interface Glue extends Bindings {
  __wbg_set_wasm(exports: unknown): void;
}

/** The part of WebAssembly that is used here: Node has it, the types of Node leave it to those of browsers. */
interface WebAssemblyApi {
  instantiate(binary: Uint8Array, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
}

/** The package imports its binary as a module, which Node does not do; so it is instantiated by hand. */
async function instantiate(): Promise<Bindings> {
  const { resolve } = createRequire(import.meta.url);
  const { WebAssembly } = globalThis as unknown as { WebAssembly: WebAssemblyApi };
  const glue: Glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const binary = readFileSync(resolve('@prisma/schema-engine-wasm').replace(/\.js$/, '_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(binary, { './schema_engine_bg.js': withIdleTimers(glue) });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return glue;
}

/** The engine gives its lock on Postgres 10 s and never clears that timer, which would keep the process alive. */
function withIdleTimers(glue: Glue): object {
  const setIdleTimeout = (run: () => void, delay: number) => setTimeout(run, delay >>> 0).unref();
  const name = Object.keys(glue).find((key) => key.startsWith('__wbg_setTimeout_'));
  return name ? { ...glue, [name]: setIdleTimeout } : glue;
}
