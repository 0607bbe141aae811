import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// `npm test` runs everything that CI runs, in order, and stops at the first failure. `npm test -- types` runs one step.

const root = fileURLToPath(new URL('..', import.meta.url));
const binPath = (name) => `${root}node_modules/.bin/${name}`;
const node = process.execPath;

const steps = {
  'schema and openapi.json against the code': [node, 'scripts/schema.mjs', '--check'],
  'generated documents': [node, 'scripts/generate.mjs'],
  types: [binPath('tsc'), '--noEmit', '-p', 'tsconfig.test.json'],
  lint: [binPath('biome'), 'ci', '.'],
  'lint: nothing unused': [binPath('knip'), '--no-config-hints'],
  'lint of the schema: Relay and names': [binPath('eslint'), 'schema.graphql'],
  'lint of the schema: our own rules': [node, 'scripts/lint-schema.mjs'],
  'compatibility with the last release': [node, 'scripts/compat.mjs'],
  prose: [node, 'scripts/prose.mjs'],
  contract: [node, 'scripts/contract.mjs'],
  'unit, integration on SQLite and on Postgres, browser': [binPath('vitest'), 'run'],
};

if (!process.env.CHROMIUM_PATH && !existsSync('/usr/bin/chromium')) {
  console.error('SKIPPED: the browser tests need Chromium (CHROMIUM_PATH, or /usr/bin/chromium)');
}
const wantedStep = process.argv[2];
for (const [name, [command, ...args]] of Object.entries(steps)) {
  if (wantedStep && !name.includes(wantedStep)) continue;
  const start = performance.now();
  console.error(`\n== ${name}`);
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  console.error(
    `== ${name}: ${status === 0 ? 'passed' : 'FAILED'} after ${((performance.now() - start) / 1000).toFixed(1)} s`,
  );
  if (status !== 0) process.exit(1);
}
