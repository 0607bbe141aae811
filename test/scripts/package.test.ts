import { execFile, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { install, pack, publish } from '../../scripts/packed.mjs';
import { type Lock, shrinkwrap } from '../../scripts/published.mjs';
import { readPdf } from '../render/pdf/read-pdf.js';
import { settings, startServer, tokenIn } from '../support/server-process.js';
import { get, post } from '../support/server-requests.js';

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

it('lock files contain no registry, and the one of the package contains no development packages', () => {
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
  let installed: Awaited<ReturnType<typeof install>>;

  beforeAll(async () => {
    const { registry, close } = await publish(await pack(folder));
    // Compiling the native addon takes a minute, and the checkout has the same addon. The addon is therefore copied.
    installed = await install(join(folder, 'prefix'), { registry, args: ['--ignore-scripts'] }).finally(close);
    mkdirSync(join(installed.package, addon, '..'), { recursive: true });
    copyFileSync(join(root, addon), join(installed.package, addon));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('has the versions that were tested, without a warning', () => {
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
});
