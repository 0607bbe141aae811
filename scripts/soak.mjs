import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// `npm run soak` runs the tests that use random data or check limits of seconds and megabytes, with one seed after
// another, until one fails. These limits are checked only here. `npm run soak -- content` runs only the files with that
// text in their path; `SEED=500 npm run soak` begins at that seed instead of a random one.

const root = fileURLToPath(new URL('..', import.meta.url));
const namePatterns = process.argv.slice(2);

const files = readdirSync(`${root}test`, { recursive: true, encoding: 'utf8' })
  .map((name) => `test/${name}`)
  .filter(
    (name) =>
      name.endsWith('.test.ts') && (namePatterns.length === 0 || namePatterns.some((part) => name.includes(part))),
  )
  .filter((name) =>
    /\b(fc\.assert|seeds|sampled|killEach|withinBounds)\(/.test(readFileSync(`${root}${name}`, 'utf8')),
  );
if (files.length === 0) {
  console.error(`No file with ${namePatterns.join(' or ')} in its path draws at random or states bounds`);
  process.exit(2);
}

const firstSeed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
for (let seed = firstSeed; ; seed++) {
  const env = { ...process.env, SEED: String(seed), DOCGRAPH_BOUNDS: '1' };
  const args = ['run', '--reporter', 'dot', ...files];
  const { status } = spawnSync(`${root}node_modules/.bin/vitest`, args, { cwd: root, env, stdio: 'inherit' });
  if (status !== 0) {
    console.error(`\n== FAILED with SEED=${seed}, after ${seed - firstSeed} seeds that passed`);
    process.exit(1);
  }
}
