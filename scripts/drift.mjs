import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withSchemaEngine } from './schema-engine.mjs';

const models = fileURLToPath(new URL('../prisma/schema', import.meta.url));

/**
 * Returns the SQL that updates a migrated database to the models of prisma/schema; '' if nothing is missing. A new
 * migration consists of this text; a test fails if it is not ''.
 * @param url URL of the database
 * @param externalTables SQLite tables that are not models
 */
export async function findDrift(url, externalTables) {
  const isFile = url.startsWith('file:');
  const files = readModels(isFile ? 'sqlite' : 'postgresql');
  return withSchemaEngine(url, async (engine) => {
    const { stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: '' },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters: { externalTables: isFile ? externalTables : [], externalEnums: [] },
    });
    return /^-- This is an empty migration\.\s*$/.test(stdout ?? '') ? '' : (stdout ?? '');
  });
}

/** Reads the models for a provider. base.prisma names another provider as a placeholder, which is replaced. */
function readModels(provider) {
  const names = readdirSync(models).filter((name) => name.endsWith('.prisma'));
  return names.map((name) => ({
    path: join(models, name),
    content: readFileSync(join(models, name), 'utf8').replace(
      /(datasource \w+ \{\s*provider\s*=\s*)"\w+"/,
      `$1"${provider}"`,
    ),
  }));
}
