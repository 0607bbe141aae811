import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compiledModules } from '../../scripts/compiled.mjs';

const program = fileURLToPath(new URL('store-process.mjs', import.meta.url));

/** Migrates a database in a separate process, because two in one process would share the migration engine. */
export function migrateInProcess(url: string): string {
  execFileSync(process.execPath, [program, compiledModules(), 'migrate', url], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return url;
}
