import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compiledProgram } from '../../scripts/compiled.mjs';
import { testFolder } from '../support/database.js';

/** Starts a command of a release; like `spawnDocgraph`. */
export type Release = typeof import('../support/command-line.js').spawnDocgraph;

/**
 * Makes a release from the present code with one more migration. Its packages are those of the checkout.
 * @param scripts text of the migration for each database
 */
export function nextRelease(name: string, scripts: Record<'sqlite' | 'postgresql', string>): Release {
  const folder = testFolder();
  const program = dirname(compiledProgram());
  for (const entry of readdirSync(program)) {
    if (entry === 'dist') cpSync(join(program, entry), join(folder, entry), { recursive: true });
    else if (entry !== 'prisma') symlinkSync(join(program, entry), join(folder, entry));
  }
  cpSync(join(program, 'prisma/migrations'), join(folder, 'prisma/migrations'), { recursive: true, dereference: true });
  for (const [provider, script] of Object.entries(scripts)) {
    const path = join(folder, 'prisma/migrations', provider, name);
    mkdirSync(path);
    writeFileSync(join(path, 'migration.sql'), script);
  }
  return (args, env, cwd) => {
    const options = { env: { PATH: process.env.PATH ?? '', ...env }, cwd };
    return spawn(process.execPath, [join(folder, 'dist/main.js'), ...args], {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  };
}
