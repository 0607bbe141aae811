import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SchemaContainer } from '@prisma/schema-engine-wasm';
import { packagePath } from '../package-path.js';
import { fullTextTables } from './full-text.js';
import type { Provider } from './runner.js';
import { diffToModels, withSchemaEngine } from './schema-engine.js';
import { providerOf, targetOf } from './store-url.js';

/**
 * The SQL that would turn a migrated database into what the models of prisma/schema say; '' where nothing is missing.
 * A new migration is this text; CI fails where it is not ''. Only the tables of SQLite's full-text index may be there
 * beside the models: their names begin with `search_fts`.
 */
export async function findDrift(url: string): Promise<string> {
  const provider = providerOf(url);
  const target = targetOf(url);
  return withSchemaEngine({ provider, target }, (engine) =>
    diffToModels(engine, readModels(provider), provider === 'sqlite' ? fullTextTables : []),
  );
}

/** The models as Prisma reads them for a provider: base.prisma names another as a placeholder. */
function readModels(provider: Provider): SchemaContainer[] {
  const folder = packagePath('prisma/schema');
  const names = readdirSync(folder).filter((name) => name.endsWith('.prisma'));
  return names.map((name) => ({
    path: join(folder, name),
    content: readFileSync(join(folder, name), 'utf8').replace(
      /(datasource \w+ \{\s*provider\s*=\s*)"\w+"/,
      `$1"${provider}"`,
    ),
  }));
}
