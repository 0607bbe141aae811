import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compiledProgram } from './compiled.mjs';
import { manifest, shrinkwrap } from './published.mjs';

// Installs the package as users do, for tests and benchmarks. It is packed from the current sources, published to a
// registry in this process, and installed from there.

const root = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

/**
 * Packs the sources into a folder. It does not build in the checkout, because other processes may use it. Returns the
 * path of the packed file.
 */
export async function pack(folder) {
  const stage = join(folder, 'stage');
  mkdirSync(stage);
  const { name: own, version } = manifest();
  cpSync(compiledProgram(), join(stage, 'dist'), { recursive: true });
  writeFileSync(join(stage, 'npm-shrinkwrap.json'), JSON.stringify(shrinkwrap()));
  writeFileSync(join(stage, 'package.json'), JSON.stringify(manifest()));
  for (const name of [
    'README.md',
    'LICENSE',
    'bin',
    'demo',
    'deploy',
    'docs',
    'prisma',
    'src',
    'scripts',
    'schema.graphql',
  ])
    cpSync(join(root, name), join(stage, name), { recursive: true });
  for (const name of ['openapi.json', 'CHANGELOG.md']) cpSync(join(root, name), join(stage, name));
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: stage });
  return join(folder, `${own}-${version}.tgz`);
}

/**
 * Serves a packed file from a registry in this process. It redirects all other requests to the registry that npm uses.
 * A registry is needed because npm obeys npm-shrinkwrap.json only in packages from a registry, not in files.
 */
export async function publish(file) {
  const own = manifest();
  const { stdout } = await run('npm', ['config', 'get', 'registry']);
  const bytes = readFileSync(file);
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const server = createServer(({ url }, response) => {
    const dist = { tarball: `http://127.0.0.1:${server.address().port}/file.tgz`, integrity };
    const versions = { [own.version]: { ...own, _hasShrinkwrap: true, dist } };
    const published = { name: own.name, 'dist-tags': { latest: own.version }, versions };
    if (url === `/${own.name}`) response.end(JSON.stringify(published));
    else if (url === '/file.tgz') response.end(bytes);
    else response.writeHead(302, { location: new URL(`.${url}`, stdout.trim()).href }).end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { registry: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/**
 * Installs the published package into a folder, in the way that the manual describes.
 * @returns the folder of the package, its command, and the lines that npm printed
 */
export async function install(folder, { registry, node = process.execPath, args = [] }) {
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  const options = ['--global', '--prefix', folder, '--registry', registry, '--no-audit', '--no-fund'];
  const { stdout, stderr } = await run('npm', ['install', ...options, ...args, 'docgraph'], { env });
  const printed = `${stdout}${stderr}`.split('\n').filter(Boolean);
  return { package: join(folder, 'lib/node_modules/docgraph'), command: join(folder, 'bin/docgraph'), printed };
}
