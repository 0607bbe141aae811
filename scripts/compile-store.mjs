import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Compiles the store to dist/ and nothing else, for scripts and for the processes that tests start: changed models may
 * leave the rest of the code in need of changes. It must have been generated.
 */
export function compileStore() {
  const folder = mkdtempSync(join(tmpdir(), 'docgraph-compile-'));
  try {
    const files = ['drift', 'migrate', 'open'].map((name) => join(root, 'src/store', `${name}.ts`));
    const compilerOptions = { typeRoots: [join(root, 'node_modules/@types')] };
    const config = { extends: join(root, 'tsconfig.json'), compilerOptions, files, include: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [compiler, '--project', folder], { stdio: 'inherit' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
