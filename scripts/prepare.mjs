import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// Makes the checkout ready to run: installs, generates and builds what is missing or older than its sources. Free
// where nothing has changed. It uses nothing but Node, since it runs before anything is installed.

const root = fileURLToPath(new URL('..', import.meta.url));
const stamps = join(root, 'node_modules/.docgraph');

/** Brings the checkout up to date; an installed package has no sources and needs nothing. */
export function prepare() {
  if (!existsSync(join(root, 'src'))) return;
  step('install', ['package.json', 'package-lock.json'], install);
  step('build', ['src', 'prisma', 'scripts', 'schema.graphql', 'tsconfig.json', 'package-lock.json'], build);
}

/** Does a step where one of its inputs has changed since it was last done. */
function step(name, inputs, run) {
  const stamp = join(stamps, name);
  const hash = hashOf(inputs);
  if (
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === hash &&
    (name !== 'build' || existsSync(join(root, 'dist/main.js')))
  )
    return;
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
  console.error(
    'docgraph: installing packages (about a minute: better-sqlite3 is compiled where no prebuilt one can be had)',
  );
  try {
    npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  } catch {
    console.error(
      'docgraph: the installation failed. Compiling better-sqlite3 needs python3, make, g++ and the headers of Node.',
    );
    process.exit(1);
  }
}

function build() {
  console.error('docgraph: building');
  npm(['run', '--silent', 'build']);
}

function npm(args) {
  // What npm prints is no result of ours: everything goes to stderr.
  execFileSync('npm', args, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) prepare();
