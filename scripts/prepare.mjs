import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// Prepares the checkout to run: installs, generates and builds everything that is missing or older than its sources.
// Does nothing if nothing has changed. Uses only Node modules, because it runs before packages are installed.

const root = fileURLToPath(new URL('..', import.meta.url));
const stamps = join(root, 'node_modules/.docgraph');

/** Updates the checkout. An installed package has no sources and needs nothing. */
export function prepare() {
  if (!existsSync(join(root, 'src/main.ts'))) return;
  step('install', { inputs: ['package-lock.json'], output: 'node_modules', run: install });
  const inputs = ['src', 'prisma', 'scripts', 'tsconfig.json', 'package-lock.json'];
  step('build', { inputs, output: 'dist/main.js', run: build });
}

/** Runs a step if its output is missing or one of its inputs has changed since the last run. */
function step(name, { inputs, output, run }) {
  const stamp = join(stamps, name);
  const isDone = existsSync(join(root, output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOf(inputs);
  if (isDone) return;
  run();
  mkdirSync(stamps, { recursive: true });
  writeFileSync(stamp, hashOf(inputs));
}

function hashOf(inputs) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap((input) => filesIn(join(root, input))))
    hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

function filesIn(path) {
  if (!existsSync(path)) return [];
  try {
    return readdirSync(path)
      .sort()
      .filter((name) => name !== 'generated' && !name.startsWith('generated.'))
      .flatMap((name) => filesIn(join(path, name)));
  } catch {
    return [path];
  }
}

function install() {
  console.error('docgraph: installing packages (about a minute where better-sqlite3 has to be compiled)');
  const help = 'where it is better-sqlite3 that failed: it needs python3, make, g++ and the headers of Node';
  npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], `the installation failed; ${help}`);
}

function build() {
  console.error('docgraph: building');
  npm(['run', '--silent', 'build'], 'the build failed');
}

/** Runs npm. Its output is not a result of this program, so all of it goes to stderr. */
function npm(args, failure) {
  const { status } = spawnSync('npm', args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  console.error(`docgraph: ${failure}`);
  process.exit(1);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) prepare();
