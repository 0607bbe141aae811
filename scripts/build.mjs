import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generateStore } from './generate-store.mjs';

// `npm run build`: generates the store's code and compiles `src/` to `dist/`.

const root = fileURLToPath(new URL('..', import.meta.url));
generateStore();
rmSync(`${root}dist`, { recursive: true, force: true });
const compiler = [`${root}node_modules/typescript/bin/tsc`, '-p', `${root}tsconfig.json`];
process.exitCode = spawnSync(process.execPath, compiler, { stdio: 'inherit' }).status ?? 1;
