import { exec } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { withinBounds } from '../support/cost.js';
import { emptyDatabase } from '../support/database.js';
import { costOf, type ServerProcess, settings, startServer, tokenIn } from '../support/server-process.js';
import { get } from '../support/server-requests.js';

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));

/** Expects the content that a first start creates to equal `docs/`. */
async function checkDemo(server: ServerProcess, token: string): Promise<void> {
  const { items: organizations } = (await get(server, '/v1/orgs', token)).body;
  expect(organizations).toMatchObject([{ title: 'Demo' }]);
  const { items: spaces } = (await get(server, `/v1/orgs/${organizations[0].id}/spaces`, token)).body;
  expect(spaces).toMatchObject([{ title: 'docgraph manual' }]);
  const content = `/v1/spaces/${spaces[0].id}/content`;
  const home = await get(server, `${content}/path/?format=markdown`, token);
  expect(home.body.markdown).toBe(readFileSync(`${docs}/README.md`, 'utf8'));
  const { pages } = (await get(server, `${content}/pages`, token)).body;
  const files = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.md') && name !== 'SUMMARY.md',
  );
  expect(documentsIn(pages)).toBe(files.length);
}

function documentsIn(pages: { type: string; pages?: never[] }[]): number {
  return pages.reduce((sum, page) => sum + Number(page.type === 'document') + documentsIn(page.pages ?? []), 0);
}

describe('a first start', () => {
  it('prints the addresses and the token of the admin, and imports the manual, but a later start prints only the addresses', async () => {
    const env = { ...settings, DATABASE_URL: await emptyDatabase() };
    const first = await startServer(env);
    const token = tokenIn(first.printed());
    const manual = /Manual {6}(.+)/.exec(first.printed())?.[1];
    expect(first.printed()).toBe(`
docgraph is ready.
  Explorer    ${first.url}/graphql
  Reference   ${first.url}/v1/docs
  Manual      ${manual}
  Try         curl -H "Authorization: Bearer ${token}" ${first.url}/v1/orgs
  Admin token ${token}
              Keep it: it is not shown again.

`);
    const { pathname } = new URL(manual!);
    for (const path of ['/graphql', '/v1/docs', pathname]) {
      const page = await fetch(`${first.url}${path}`, { headers: { accept: 'text/html' } });
      const type = page.headers.get('content-type');
      expect([path, page.status, type]).toEqual([path, 200, expect.stringMatching('text/html')]);
    }
    const command = /curl .*/.exec(first.printed())![0].replace('curl', 'curl --silent --fail');
    const { stdout } = await promisify(exec)(command);
    expect(JSON.parse(stdout).items).toMatchObject([{ title: 'Demo' }]);
    await checkDemo(first, token);
    expect(await first.stop('SIGINT')).toMatchObject({ code: 0, stderr: '' });

    const second = await withinBounds({ cpu: 20 }, () => startServer(env), costOf);
    const [one, two] = [first, second].map(({ startedIn }) => Math.round(startedIn));
    console.info(`the first start was ready after ${one} ms, the second after ${two} ms`);
    expect(second.printed()).not.toContain('dg_');
    expect(second.printed()).toContain('Bearer <token>');
    await checkDemo(second, token);
  });
});
