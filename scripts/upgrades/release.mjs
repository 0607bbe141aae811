import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../free-port.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Token of the operator of a dumped database. */
const operatorToken = 'the-token-of-the-release-dump';

/** Settings of an earlier version. The secret and the address are those of the tests that read the dump. */
const settings = {
  SECRET: 'a secret for tests, 32 bytes long',
  PUBLIC_URL: 'https://docs.test',
  BOOTSTRAP_TOKEN: operatorToken,
  DEMO: 'false',
  RATE_LIMIT: 'off',
  LOG_LEVEL: 'error',
};

/**
 * Checks out a revision into a folder, installs its packages and builds it. Does only what the folder lacks.
 * @returns the folder, the full commit, and the routes of `/v1` by operation id
 */
export function prepareRelease(revision, folder) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 }).trim();
  const commit = git('rev-parse', `${revision}^{commit}`);
  if (!existsSync(join(folder, 'package.json'))) {
    mkdirSync(folder, { recursive: true });
    const archive = `${folder}.tar`;
    git('archive', '--output', archive, commit);
    execFileSync('tar', ['-xf', archive, '-C', folder]);
  }
  const npm = (...args) => execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  if (!existsSync(join(folder, 'node_modules'))) npm('ci', '--no-audit', '--no-fund', '--loglevel=error');
  if (!existsSync(join(folder, 'dist/main.js'))) npm('run', '--silent', 'build');
  return { folder, commit, routes: readRoutes(folder) };
}

function readRoutes(folder) {
  const { paths } = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8'));
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => [operationId, { method: method.toUpperCase(), path }]),
  );
  return new Map(routes.filter(([operationId]) => operationId));
}

/**
 * Starts the server of an earlier version.
 * @returns functions that call its API and its command line, and that stop it
 */
export async function startRelease({ folder, routes }, database) {
  const port = await freePort();
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings, ...database, PORT: String(port) };
  const main = join(folder, 'dist/main.js');
  const child = spawn(process.execPath, [main, 'start'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.resume();
  const base = `http://127.0.0.1:${port}`;
  await untilReady(base, child);
  const runFile = promisify(execFile);
  return {
    routes,
    base,
    call: (method, path, options) => call(`${base}${path}`, { method, ...options }),
    run: async (args) => JSON.parse((await runFile(process.execPath, [main, ...args, '--json'], { env })).stdout),
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

async function untilReady(base, child) {
  for (;;) {
    const response = await fetch(`${base}/readyz`).catch(() => null);
    if (response?.status === 200) return;
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function call(url, { method, token = operatorToken, body }) {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
  return { status: response.status, body: isJson ? JSON.parse(text) : text };
}
