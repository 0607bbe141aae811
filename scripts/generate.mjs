import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { writeBrowserFiles } from './browser-files.mjs';
import { generateStore } from './generate-store.mjs';

// `npm run generate` generates everything that is not committed: the store's clients and tables, the files that
// browsers load, and typed documents.

const root = fileURLToPath(new URL('..', import.meta.url));
console.error(generateStore() ? 'store generated' : 'store is up to date');
await writeBrowserFiles();
const codegen = `${root}node_modules/@graphql-codegen/cli/cjs/bin.js`;
execFileSync(process.execPath, [codegen, '--config', 'codegen.ts'], { cwd: root, stdio: 'inherit' });
