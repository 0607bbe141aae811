import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// `npm run contract` checks openapi.json against the contract, for the operations in test/contract/claimed.txt.

const root = fileURLToPath(new URL('..', import.meta.url));
const shared = process.env.DOCGRAPH_SHARED ?? `${root}../shared`;
const checker = `${shared}/tools/check-contract.mjs`;
if (!existsSync(checker)) {
  console.error(
    'SKIPPED: the contract is not beside the project (set DOCGRAPH_SHARED); openapi.json is not held against it',
  );
  process.exit(0);
}
const args = [checker, `${root}openapi.json`, '--ids', `${root}test/contract/claimed.txt`, ...process.argv.slice(2)];
process.exit(spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1);
