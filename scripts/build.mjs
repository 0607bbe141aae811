import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeBrowserFiles } from './browser-files.mjs';
import { bundle } from './bundle.mjs';
import { generateStore } from './generate-store.mjs';

// `npm run build` generates the store's code and the files that browsers load, and bundles `src/` to `dist/`. It does
// not check types; `npm test` does.

const dist = fileURLToPath(new URL('../dist', import.meta.url));
generateStore();
await writeBrowserFiles();
rmSync(dist, { recursive: true, force: true });
await bundle(dist);
