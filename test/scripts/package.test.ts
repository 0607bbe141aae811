import { execFile, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { pack, publish } from '../../scripts/packed.mjs';
import { type Lock, shrinkwrap } from '../../scripts/published.mjs';
import { deployFile } from '../deploy/files.js';
import { readPdf } from '../render/pdf/read-pdf.js';
import { waitForExit } from '../support/command-line.js';
import { settings, startServer, tokenIn } from '../support/server-process.js';
import { get, post } from '../support/server-requests.js';
import { createSystemUser, readUnit } from '../support/systemd-unit.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const addon = 'node_modules/better-sqlite3/build/Release/better_sqlite3.node';

const lockIn = (path: string): Lock => JSON.parse(readFileSync(path, 'utf8'));

/**
 * Returns the path and query of a URL. The server does not know the port that the system chose, so its origin is wrong.
 */
function pathIn(address: string): string {
  const { pathname, search } = new URL(address);
  return `${pathname}${search}`;
}

/** An installed package. */
interface Installation {
  /** Folder of the package. */
  package: string;
  command: string;
  /** Lines that npm printed. */
  printed: string[];
}

/**
 * Runs the first command that docs/install.md gives for an installation. Variables of npm name the folder and the
 * registry.
 */
async function installAsDocumented(prefix: string, registry: string): Promise<Installation> {
  const page = readFileSync(join(root, 'docs/install.md'), 'utf8');
  const command = /^npm install --global .*$/m.exec(page)![0];
  const variables = { prefix, registry, ignore_scripts: 'true', audit: 'false', fund: 'false' };
  const named = Object.entries(variables).map(([name, value]) => [`npm_config_${name}`, value]);
  const env = { ...process.env, ...Object.fromEntries(named) };
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', command], { env });
  const printed = `${stdout}${stderr}`.split('\n').filter(Boolean);
  return { package: join(prefix, 'lib/node_modules/docgraph'), command: join(prefix, 'bin/docgraph'), printed };
}

it('package-lock.json names no registry; npm-shrinkwrap.json has the same versions, without development packages', () => {
  const { packages } = lockIn(join(root, 'package-lock.json'));
  const packed = shrinkwrap().packages;
  expect(Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  expect(Object.keys(packed).length).toBeGreaterThan(10);
  for (const [path, { version }] of Object.entries(packed)) {
    expect([path, version, packages[path]?.dev]).toEqual([path, packages[path]?.version, undefined]);
  }
});

describe('the package, installed from a registry', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docgraph-package-'));
  let installed: Installation;

  beforeAll(async () => {
    const { registry, close } = await publish(await pack(folder));
    // Compiling the native addon takes a minute, and the checkout has the same addon. The addon is therefore copied.
    installed = await installAsDocumented(join(folder, 'prefix'), registry).finally(close);
    mkdirSync(join(installed.package, addon, '..'), { recursive: true });
    copyFileSync(join(root, addon), join(installed.package, addon));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('has the tested versions of its dependencies, and installs without a warning', () => {
    expect(installed.printed.filter((line) => /warn/i.test(line))).toEqual([]);
    const { '': _own, ...expected } = shrinkwrap().packages;
    const paths = Object.keys(expected);
    for (const path of paths) {
      const { version } = JSON.parse(readFileSync(join(installed.package, path, 'package.json'), 'utf8'));
      expect([path, version]).toEqual([path, expected[path]!.version]);
    }
    expect(installed.printed).toContainEqual(expect.stringMatching(`^added ${paths.length + 1} packages`));
  });

  it('starts, stores and returns data; a PDF names the fonts that are not installed', async () => {
    const database = join(folder, 'docgraph.db');
    const env = { ...settings, PATH: process.env.PATH!, DATABASE_URL: `file:${database}` };
    const server = await startServer(env, (args, own) => spawn(installed.command, args, { env: own, cwd: folder }));
    const token = tokenIn(server.printed());
    for (const path of ['/explorer/graphiql.js', '/v1/docs/swagger-ui-bundle.js'])
      expect([path, (await get(server, path)).status]).toEqual([path, 200]);
    const [organization] = (await get(server, '/v1/orgs', token)).body.items;
    const create = `mutation { createTeam(input: { organization: "${organization.id}", title: "Writers" }) { team { title } } }`;
    const { data } = (await post(server, '/graphql', { token, body: { query: create } })).body;
    expect(data.createTeam.team).toEqual({ title: 'Writers' });
    const { items: teams } = (await get(server, `/v1/orgs/${organization.id}/teams`, token)).body;
    expect(teams).toMatchObject([{ title: 'Writers' }]);

    const pages = join(folder, 'pages');
    mkdirSync(pages);
    writeFileSync(join(pages, 'README.md'), '# 安装\n\n本文档介绍如何安装与配置服务器。\n');
    const importing = ['import', pages, '--org', organization.id, '--json'];
    const { stdout } = await promisify(execFile)(installed.command, importing, { env });
    const { url } = (await get(server, `/v1/spaces/${JSON.parse(stdout).id}/pdf`, token)).body;
    const pdf = await readPdf(new Uint8Array(await (await fetch(`${server.url}${pathIn(url)}`)).arrayBuffer()));
    expect(pdf.text).toContain('Install@fontsource-variable/noto-sans-sc.');
    expect((await server.stop()).code).toBe(0);
  });

  const isRoot = process.getuid?.() === 0;
  const skipped = isRoot ? '' : ', SKIPPED: only root can run it as another user';

  it.runIf(isRoot)(`runs as the systemd unit says, as its user with its environment${skipped}`, async () => {
    const unit = readUnit(deployFile('systemd/docgraph.service'));
    const removeUser = createSystemUser(unit.user);
    onTestFinished(removeUser);
    const state = join(folder, unit.stateFolder);
    mkdirSync(state, { mode: 0o700 });
    const idOf = (option: string) => Number(execFileSync('id', [option, unit.user], { encoding: 'utf8' }));
    const [uid, gid] = [idOf('-u'), idOf('-g')];
    chownSync(state, uid, gid);
    chmodSync(folder, 0o755);
    const entries = Object.entries(unit.environment);
    const env = Object.fromEntries(entries.map(([name, value]) => [name, value.replace('/var/lib/docgraph', state)]));
    const [, ...words] = unit.command;
    const server = await startServer({ ...env, PATH: process.env.PATH! }, (_args, own) =>
      spawn(installed.command, words, { env: own, cwd: state, uid, gid }),
    );
    expect(await get(server, '/readyz')).toEqual({ status: 200, body: { status: 'ok' } });
    expect(readdirSync(state).sort()).toContain('docgraph.db.secret');
    const refused = spawn(installed.command, words, { env: { PATH: process.env.PATH!, PORT: 'x' }, uid, gid });
    expect((await waitForExit(refused)).code).toBe(78);
    expect((await server.stop()).code).toBe(0);
  });
});
