import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDump } from '../../../src/platform/db/dump/open-dump.js';
import { secret } from '../../support/app.js';
import { docgraph, type Environment } from '../../support/command-line.js';
import { emptyDatabase, provider, testFolder } from '../../support/database.js';

/** Returns the environment of a server on a database. */
export function serverOn(url: string, changed: Environment = {}): Environment {
  return { DATABASE_URL: url, SECRET: secret, LOG_LEVEL: 'silent', ...changed };
}

/** Returns the URL of a database that a backup can be restored into: one that does not exist, or that has no tables. */
export async function newTarget(): Promise<string> {
  return provider === 'sqlite' ? `file:${join(testFolder(), 'new', 'docgraph.db')}` : emptyDatabase();
}

/** Returns all rows of a database as texts, by table. */
export async function readRows(url: string): Promise<Record<string, string>> {
  const dump = await openDump({ url });
  const rows: Record<string, string> = {};
  for (const table of dump.tables)
    for await (const { bytes } of dump.parts(table))
      rows[table.name] = (rows[table.name] ?? '') + bytes.toString('latin1');
  await dump.close();
  return rows;
}

/** Backs up a database to a new folder. Returns the path of the file. */
export async function backUp(env: Environment, ...options: string[]): Promise<string> {
  const { code, stdout, stderr } = await docgraph(['backup', testFolder(), ...options], env);
  if (code !== 0) throw new Error(`The backup failed: ${stderr}`);
  return JSON.parse(stdout).location;
}

/** Returns the names of the files in a folder, other than locks; none if it does not exist. */
export function filesIn(folder: string): string[] {
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => !name.endsWith('.migration-lock'))
        .sort()
    : [];
}
