import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// `npm run schema`: writes schema.graphql and openapi.json from the code. With `--check` it only compares, and fails
// where the committed files say something else than the code.

const root = fileURLToPath(new URL('..', import.meta.url));
const outputs = { 'schema.graphql': ['schema'], 'openapi.json': ['schema', '--openapi'] };
const stale = [];
for (const [file, args] of Object.entries(outputs)) {
  const made = execFileSync(process.execPath, [`${root}/dist/main.js`, ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (!process.argv.includes('--check')) writeFileSync(`${root}/${file}`, made);
  else if (readFileSync(`${root}/${file}`, 'utf8') !== made) stale.push(file);
}
if (stale.length > 0) {
  console.error(`${stale.join(' and ')} must say what the code says; run \`npm run schema\` and commit`);
  process.exit(1);
}
console.error(
  process.argv.includes('--check')
    ? 'schema.graphql and openapi.json are true'
    : 'wrote schema.graphql and openapi.json',
);
