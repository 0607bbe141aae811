import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { docgraph, type Environment } from '../support/command-line.js';
import { migratedDatabase } from '../support/database.js';
import { type ServerProcess, startServer } from '../support/server-process.js';
import { type Answer, get, post } from '../support/server-requests.js';

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const token = 'the-token-of-the-server';

/** Imports a folder, and repeats the command while the database is busy. */
async function importRepeatedly(args: string[], env: Environment): Promise<void> {
  for (;;) {
    const { code, stderr } = await docgraph(args, env);
    if (code === 0) return;
    expect(stderr).toBe('docgraph: The database is busy with other writes; try again\n');
  }
}

/** Creates a space, and repeats the request while the response is 503. */
async function createRepeatedly(server: ServerProcess, path: string, title: string): Promise<Answer> {
  for (;;) {
    const answer = await post(server, path, { token, body: { title } });
    if (answer.status !== 503) return answer;
  }
}

it('a server and commands can write to one database concurrently without losing a write', async () => {
  const secret = 'a secret for tests, 32 bytes long';
  const url = await migratedDatabase();
  const env = {
    SECRET: secret,
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
    DATABASE_URL: url,
    DEMO: 'false',
    BOOTSTRAP_TOKEN: token,
  };
  const server = await startServer(env);
  const [organization] = (await get(server, '/v1/orgs', token)).body.items;
  const spaces = `/v1/orgs/${organization.id}/spaces`;
  const byCommand = ['By command 1', 'By command 2', 'By command 3'];
  let done = false;
  const commands = (async () => {
    for (const title of byCommand)
      await importRepeatedly(['import', docs, '--org', organization.id, '--title', title], env);
  })().finally(() => {
    done = true;
  });
  const byRequest: string[] = [];
  while (!done && byRequest.length < 900) {
    const title = `By request ${byRequest.length}`;
    expect(await createRepeatedly(server, spaces, title)).toMatchObject({ status: 201, body: { title } });
    byRequest.push(title);
  }
  await commands;
  console.info(`${byCommand.length} imports beside ${byRequest.length} requests that write`);
  expect(byRequest.length).toBeGreaterThan(0);
  const { items } = (await get(server, `${spaces}?limit=1000`, token)).body;
  const titles = items.map((space: { title: string }) => space.title);
  expect(titles.sort()).toEqual([...byRequest, ...byCommand].sort());
});
