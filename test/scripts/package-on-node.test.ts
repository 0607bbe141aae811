import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeProgram } from '../../scripts/node-program.mjs';
import { install, pack, publish } from '../../scripts/packed.mjs';
import { startPostgres } from '../../scripts/postgres.mjs';
import { settings, startServer, tokenIn } from '../support/server-process.js';
import { get, post } from '../support/server-requests.js';

/** The oldest supported version of Node, and the later versions with long-term support. */
const versions = ['20.19.0', '22', '24'];

/** The path of Node's program by version; undefined for a version that npm cannot install. */
const programs = new Map(versions.map((version) => [version, tryProgram(version)]));

function tryProgram(version: string): string | undefined {
  try {
    return nodeProgram(version);
  } catch {
    return undefined;
  }
}

// The tests run on Postgres: the driver of SQLite would be compiled for each version. `npm run bench -- package` does it.
describe('the package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docgraph-on-node-'));
  let registry: Awaited<ReturnType<typeof publish>>;
  let postgres: Awaited<ReturnType<typeof startPostgres>>;

  beforeAll(async () => {
    postgres = await startPostgres();
    registry = await publish(await pack(folder));
  });

  afterAll(async () => {
    registry.close();
    await postgres.stop();
    rmSync(folder, { recursive: true });
  });

  for (const [version, node] of programs)
    it.runIf(node)(
      `installs on Node ${version} without a warning, starts, reads and writes${node ? '' : ', SKIPPED: npm cannot install it'}`,
      async () => {
        const options = { ...registry, node: node!, args: ['--ignore-scripts'] };
        const { command, printed } = await install(join(folder, version), options);
        expect(printed.filter((line) => /warn/i.test(line))).toEqual([]);
        const env = {
          ...settings,
          PATH: `${dirname(node!)}:${process.env.PATH}`,
          DATABASE_URL: await postgres.createDatabase(`node_${version.split('.')[0]}`),
          DEMO: 'false',
        };
        const server = await startServer(env, (args, own) => spawn(command, args, { env: own }));
        const token = tokenIn(server.printed());
        const [organization] = (await get(server, '/v1/orgs', token)).body.items;
        const query = `mutation { createTeam(input: { organization: "${organization.id}", title: "Writers" }) { team { title } } }`;
        const { data } = (await post(server, '/graphql', { token, body: { query } })).body;
        expect(data.createTeam.team).toEqual({ title: 'Writers' });
        expect((await server.stop('SIGINT')).code).toBe(0);
      },
    );
});
