import { exec } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { docgraph, type Environment, resultOf } from '../support/command-line.js';
import { emptyDatabase, migratedDatabase } from '../support/database.js';
import { type ServerProcess, startServer } from '../support/server-process.js';

/** What every start here has: a secret, since Postgres wants one, and no logs. */
const settings = { SECRET: 'a secret for tests, 32 bytes long', LOG_LEVEL: 'silent' };

async function environment(env: Environment = {}): Promise<Environment> {
  return { ...settings, DATABASE_URL: await emptyDatabase(), ...env };
}

async function get(server: ServerProcess, path: string, token?: string) {
  const answer = await fetch(`${server.url}${path}`, { headers: token ? { authorization: `Bearer ${token}` } : {} });
  const isJson = answer.headers.get('content-type')?.includes('json');
  return { status: answer.status, body: isJson ? ((await answer.json()) as any) : await answer.text() };
}

/** The token of the line that shows it. */
function tokenIn(printed: string): string {
  return /^ {2}Admin token (dg_\S+)$/m.exec(printed)![1]!;
}

describe('the first start', () => {
  it('shows the explorer, the reference, a command that works and the admin token, which later starts do not', async () => {
    const env = await environment();
    const first = await startServer(env);
    const token = tokenIn(first.printed());
    expect(first.printed()).toBe(`
docgraph is ready.
  Explorer    ${first.url}/graphql
  Reference   ${first.url}/v1/docs
  Try         curl -H "Authorization: Bearer ${token}" ${first.url}/v1/orgs
  Admin token ${token}
              Keep it: it is not shown again.

`);
    for (const path of ['/graphql', '/v1/docs']) {
      const page = await fetch(`${first.url}${path}`, { headers: { accept: 'text/html' } });
      expect([path, page.status, page.headers.get('content-type')]).toEqual([
        path,
        200,
        expect.stringMatching('text/html'),
      ]);
    }
    const command = /curl .*/.exec(first.printed())![0].replace('curl', 'curl --silent --fail');
    const { stdout } = await promisify(exec)(command);
    expect(JSON.parse(stdout).items).toMatchObject([{ title: 'Demo' }]);
    expect(await first.stop('SIGINT')).toMatchObject({ code: 0, stderr: '' });

    const second = await startServer(env);
    console.info(
      `ready after ${Math.round(first.startedIn)} ms, the second time after ${Math.round(second.startedIn)} ms`,
    );
    expect(second.printed()).not.toContain('dg_');
    expect(second.printed()).toContain('Bearer <token>');
    expect(second.startedIn).toBeLessThan(10_000);
    expect(await get(second, '/v1/orgs', token)).toMatchObject({ status: 200, body: { count: 1 } });
  });

  it('makes a demo organization with this manual as its space, once', async () => {
    const env = await environment({ BOOTSTRAP_TOKEN: 'the-token-of-the-demo' });
    for (const _ of ['first', 'second']) {
      const server = await startServer(env);
      const { items: organizations } = (await get(server, '/v1/orgs', env.BOOTSTRAP_TOKEN)).body;
      expect(organizations).toMatchObject([{ title: 'Demo' }]);
      const spaces = await get(server, `/v1/orgs/${organizations[0].id}/spaces`, env.BOOTSTRAP_TOKEN);
      expect(spaces.body.items).toMatchObject([{ title: 'docgraph manual' }]);
      const home = await get(
        server,
        `/v1/spaces/${spaces.body.items[0].id}/content/path/?format=markdown`,
        env.BOOTSTRAP_TOKEN,
      );
      const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
      expect(home.body.markdown).toBe(readFileSync(`${docs}/README.md`, 'utf8'));
      const { pages } = (await get(server, `/v1/spaces/${spaces.body.items[0].id}/content/pages`, env.BOOTSTRAP_TOKEN))
        .body;
      const markdown = readdirSync(docs).filter((name) => name.endsWith('.md') && name !== 'SUMMARY.md');
      expect(documentsIn(pages)).toBe(markdown.length);
      await server.stop('SIGINT');
    }
  });

  it('makes an admin and an empty organization without DEMO', async () => {
    const server = await startServer(await environment({ DEMO: 'false', BOOTSTRAP_TOKEN: 'the-token-of-no-demo' }));
    const { items } = (await get(server, '/v1/orgs', 'the-token-of-no-demo')).body;
    expect(items).toMatchObject([{ title: 'My organization' }]);
    expect((await get(server, `/v1/orgs/${items[0].id}/spaces`, 'the-token-of-no-demo')).body).toEqual({
      count: 0,
      items: [],
    });
    expect((await get(server, '/v1/user', 'the-token-of-no-demo')).body).toMatchObject({ email: 'admin@localhost' });
  });
});

describe('the configured token', () => {
  it('works from the start, is not printed, and a changed one replaces it', async () => {
    const env = await environment({ DEMO: 'false', BOOTSTRAP_TOKEN: 'the-first-token-16' });
    const first = await startServer(env);
    expect(first.printed()).toContain(`curl -H "Authorization: Bearer $BOOTSTRAP_TOKEN" ${first.url}/v1/orgs`);
    expect(first.printed()).toContain('  Admin token as configured\n');
    expect(first.printed()).not.toContain('the-first-token-16');
    expect((await get(first, '/v1/orgs', 'the-first-token-16')).status).toBe(200);
    await first.stop('SIGINT');

    const second = await startServer({ ...env, BOOTSTRAP_TOKEN: 'the-second-token-16' });
    expect((await get(second, '/v1/orgs', 'the-first-token-16')).status).toBe(401);
    expect((await get(second, '/v1/orgs', 'the-second-token-16')).status).toBe(200);
  });

  it('is not used up by a start that cannot listen', async () => {
    const env = await environment({ DEMO: 'false' });
    const other = await startServer(await environment({ DEMO: 'false' }));
    const failed = await docgraph(['start'], { ...env, PORT: new URL(other.url).port });
    expect(failed).toMatchObject({ code: 78, stdout: '' });
    const server = await startServer(env);
    expect((await get(server, '/v1/orgs', tokenIn(server.printed()))).status).toBe(200);
  });
});

describe('stopping', () => {
  it('on SIGTERM, says so for a while and serves on, then exits with 0', async () => {
    const server = await startServer(await environment({ DEMO: 'false', BOOTSTRAP_TOKEN: 'the-token-of-the-stop' }));
    expect((await get(server, '/readyz')).status).toBe(200);
    server.signal('SIGTERM');
    await sleep(200);
    expect(await get(server, '/readyz')).toEqual({ status: 503, body: { status: 'unavailable', problem: 'stopping' } });
    expect((await get(server, '/healthz')).status).toBe(200);
    expect((await get(server, '/v1/orgs', 'the-token-of-the-stop')).status).toBe(200);
    expect((await server.ended).code).toBe(0);
    await expect(fetch(server.url)).rejects.toThrow();
  });

  it('answers a request under way, with what it wrote kept', async () => {
    const token = 'the-token-of-the-stop';
    const env = await environment({ DEMO: 'true', BOOTSTRAP_TOKEN: token });
    const server = await startServer(env);
    const [organization] = (await get(server, '/v1/orgs', token)).body.items;
    const [space] = (await get(server, `/v1/orgs/${organization.id}/spaces`, token)).body.items;
    const changeRequest = await post(server, `/v1/spaces/${space.id}/change-requests`, { token, body: '{}' });
    const insertPage = { operation: 'insert_page', title: 'Long', document: { markdown: long } };
    const path = `/v1/spaces/${space.id}/change-requests/${changeRequest.body.id}/content`;
    const answer = post(server, path, {
      token,
      body: JSON.stringify({ changes: [insertPage] }),
      halfway: () => server.signal('SIGINT'),
    });
    expect(await answer).toMatchObject({ status: 200 });
    expect((await server.ended).code).toBe(0);
    const again = await startServer(env);
    const pages = await get(
      again,
      `/v1/spaces/${space.id}/change-requests/${changeRequest.body.id}/content/pages`,
      token,
    );
    expect(pages.body.pages).toContainEqual(expect.objectContaining({ title: 'Long' }));
  });
});

it('a server and the command line write to one database at the same time, and nothing is lost', async () => {
  const token = 'the-token-of-the-server';
  const env = { ...settings, DATABASE_URL: await migratedDatabase(), DEMO: 'false', BOOTSTRAP_TOKEN: token };
  const server = await startServer(env);
  const [organization] = (await get(server, '/v1/orgs', token)).body.items;
  const names = Array.from({ length: 4 }, (_, index) => index);
  const commands = (async () => {
    for (const name of names)
      await resultOf(['import', manual, '--org', organization.id, '--title', `By command ${name}`], env);
  })();
  let done = false;
  void commands.finally(() => (done = true));
  const titles: string[] = [];
  while (!done) {
    const title = `By request ${titles.length}`;
    const made = await post(server, `/v1/orgs/${organization.id}/spaces`, { token, body: JSON.stringify({ title }) });
    expect(made).toMatchObject({ status: 201 });
    titles.push(title);
  }
  await commands;
  console.info(`${names.length} imports beside ${titles.length} requests that write`);
  const { items } = (await get(server, `/v1/orgs/${organization.id}/spaces?limit=1000`, token)).body;
  const expected = [...titles, ...names.map((name) => `By command ${name}`)];
  expect(items.map((space: { title: string }) => space.title).sort()).toEqual(expected.sort());
});

const manual = fileURLToPath(new URL('../../docs/', import.meta.url));

const long = 'A paragraph of many words that fills the page.\n\n'.repeat(10_000);

function documentsIn(pages: { type: string; pages?: never[] }[]): number {
  return pages.reduce((sum, page) => sum + Number(page.type === 'document') + documentsIn(page.pages ?? []), 0);
}

/** Sends a body in two halves, with something done between them. */
async function post(
  server: ServerProcess,
  path: string,
  { token, body, halfway }: { token: string; body: string; halfway?: () => void },
): Promise<{ status: number; body: any }> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const sending = request(`${server.url}${path}`, { method: 'POST', headers });
  const answered = new Promise<{ status: number; body: any }>((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', (answer) => {
      text(answer).then((content) => resolve({ status: answer.statusCode!, body: JSON.parse(content) }), reject);
    });
  });
  sending.write(body.slice(0, body.length / 2));
  if (halfway) {
    await sleep(100);
    halfway();
    await sleep(500);
  }
  sending.end(body.slice(body.length / 2));
  return answered;
}
