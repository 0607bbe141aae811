import { execFile, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import { nodeProgram } from '../../scripts/node-program.mjs';
import { pack } from '../../scripts/packed.mjs';
import { startPostgres } from '../../scripts/postgres.mjs';
import { buildImage } from '../support/dockerfile-steps.js';
import { settings, startServer } from '../support/server-process.js';
import { deployFile } from './files.js';

const isRoot = process.getuid?.() === 0;
const node = isRoot ? tryNode() : undefined;
const reason = isRoot ? 'npm cannot install Node 24' : 'only root can run it as another user';

function tryNode(): string | undefined {
  try {
    return nodeProgram('24');
  } catch {
    return undefined;
  }
}

it.runIf(node)(
  `the steps of the Dockerfile build a program that passes its health check as its own user, and can write only to its data folder${node ? '' : `, SKIPPED: ${reason}`}`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'docgraph-image-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    chmodSync(folder, 0o755);
    await pack(folder);
    const PATH = [dirname(node!), process.env.PATH].join(delimiter);
    // The driver of SQLite would be compiled, which takes a minute. The server runs on Postgres.
    const environment = { ...process.env, PATH, npm_config_ignore_scripts: 'true' };
    const image = buildImage(deployFile('docker/Dockerfile'), {
      context: folder,
      folder: join(folder, 'image'),
      environment,
    });
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const env = {
      PATH,
      ...image.environment,
      ...settings,
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      DATABASE_URL: await postgres.createDatabase('image'),
      DEMO: 'false',
    };
    const options = { cwd: image.workFolder, env, ...image.user };
    const [program, ...args] = image.command;
    const server = await startServer(env, () => spawn(program!, args, options));
    const [check, ...rest] = image.healthCheck;
    const isHealthy = () =>
      promisify(execFile)(check!, rest, options).then(
        () => true,
        () => false,
      );
    expect(await isHealthy()).toBe(true);
    const write = (path: string) => promisify(execFile)('touch', [join(path, 'file')], options);
    await write(image.workFolder);
    await expect(write(join(image.workFolder, '../app'))).rejects.toThrow('Permission denied');
    const { code } = await server.stop();
    expect([code, await isHealthy()]).toEqual([0, false]);
  },
);
