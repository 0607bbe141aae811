import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compiledModules } from '../../scripts/compiled.mjs';

const program = fileURLToPath(new URL('store-process.mjs', import.meta.url));

/** Migrates a database, in a process of its own: two of one process would share the migration engine. */
export function migrated(url: string): string {
  execFileSync(process.execPath, [program, compiledModules(), 'migrate', url], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return url;
}
