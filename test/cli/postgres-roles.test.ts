import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { packagePath } from '../../src/platform/base/package-path.js';
import { migrate } from '../../src/platform/db/migrations/migrate.js';
import { readMigrations } from '../../src/platform/db/migrations/migrations-folder.js';
import { docgraph } from '../support/command-line.js';
import { administerPostgres, atEnd, emptyDatabase, migratedDatabase, provider } from '../support/database.js';
import { createRole, runStatements } from '../support/postgres-role.js';
import { settings, startServer } from '../support/server-process.js';
import { get, post } from '../support/server-requests.js';

/** SQL blocks of the section Roles of docs/operating.md, with role names that no other test uses. */
function manualBlocks(owner: string, app: string): string[][] {
  const page = readFileSync(packagePath('docs/operating.md'), 'utf8');
  const section = page.slice(page.indexOf('### Roles'), page.indexOf('### Behind a pooler'));
  return [...section.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, text]) =>
    text!
      .replaceAll(/\bdocgraph(_owner)?\b/g, (_name, isOwner) => (isOwner ? owner : app))
      .split(/;\n/)
      .filter((statement) => statement.trim() !== ''),
  );
}

/** Creates the two roles and the database with the statements of the manual. */
async function createManualRoles() {
  const id = randomUUID().slice(0, 8);
  const [owner, app] = [`owner_${id}`, `app_${id}`];
  const [make, beforehand, afterwards] = manualBlocks(owner, app);
  atEnd(() => administerPostgres(`drop database ${app} with (force)`, `drop role ${app}`, `drop role ${owner}`));
  await administerPostgres(...make!);
  const database = new URL(`/${app}`, await emptyDatabase());
  const at = (username: string, password: string) => Object.assign(new URL(database), { username, password }).href;
  return { owner: at(owner, 'a password'), app: at(app, 'another password'), beforehand, afterwards };
}

const token = 'token-of-the-first-admin';

describe.runIf(provider === 'postgresql')('the two roles of the manual', () => {
  it('suffice: the owner migrates, and the other role, which owns nothing, runs the server and its commands', async () => {
    const { owner, app, beforehand } = await createManualRoles();
    await runStatements(owner, ...beforehand!);
    expect((await docgraph(['migrate'], { DATABASE_URL: owner })).code).toBe(0);
    const env = { ...settings, DATABASE_URL: app, BOOTSTRAP_TOKEN: token };
    const server = await startServer(env);
    const [organization] = (await get(server, '/v1/orgs', token)).body.items;
    const query = `mutation { createTeam(input: { organization: "${organization.id}", title: "Ops" }) { team { id } } }`;
    expect((await post(server, '/graphql', { token, body: { query } })).body.errors).toBeUndefined();
    const found = await get(server, `/v1/orgs/${organization.id}/search?query=webhook`, token);
    expect(found.body.items.length).toBeGreaterThan(0);
    expect((await server.stop()).code).toBe(0);
    for (const args of [
      ['search', 'rebuild'],
      ['links', 'rebuild'],
      ['jobs', 'run-schedules'],
      ['secrets', 'rotate'],
    ])
      expect(await docgraph(args, env), args.join(' ')).toMatchObject({ code: 0 });
    const again = await startServer(env);
    expect((await get(again, '/readyz')).status).toBe(200);
  });

  it('suffice if the tables exist already', async () => {
    const { owner, app, beforehand, afterwards } = await createManualRoles();
    expect((await docgraph(['migrate'], { DATABASE_URL: owner })).code).toBe(0);
    await runStatements(owner, ...beforehand!);
    const create = () => docgraph(['org', 'create', '--title', 'Acme'], { DATABASE_URL: app });
    const refused = await create();
    expect(refused.code).toBe(78);
    expect(refused.stderr).toMatch(
      /^docgraph: The role app_\w+ lacks DELETE on "AccessToken", .* and \d+ more; docs\/operating\.md/,
    );
    await runStatements(owner, ...afterwards!);
    expect((await create()).code).toBe(0);
  });
});

const tables = "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace";

describe.runIf(provider === 'postgresql')('a command whose role lacks a right exits with 78', () => {
  it.each([
    ['no CREATE', (name: string) => [`grant usage on schema public to ${name}`], 'CREATE on the schema public'],
    [
      'no USAGE',
      (name: string) => ['revoke all on schema public from public', `revoke all on schema public from ${name}`],
      'USAGE on a schema of its search_path',
    ],
  ])('and does not create a table: %s', async (_, grants, lack) => {
    const role = await createRole();
    const url = await emptyDatabase();
    await runStatements(url, ...grants(role.name));
    const { code, stderr } = await docgraph(['migrate'], { DATABASE_URL: role.at(url) });
    expect([code, stderr]).toEqual([
      78,
      expect.stringContaining(`${role.name} cannot migrate the database: it lacks ${lack}`),
    ]);
    expect(stderr).toContain('Run `docgraph migrate` with the role that owns the tables');
    expect(await runStatements(url, tables)).toEqual([]);
  });

  it('and does not migrate if another role owns the tables', async () => {
    const role = await createRole();
    const url = await emptyDatabase();
    const shipped = readMigrations(provider);
    const earlier = { ...shipped, migrations: shipped.migrations.slice(0, -1) };
    await migrate({ url, folder: earlier });
    await runStatements(
      url,
      `grant all on schema public to ${role.name}`,
      `grant all on all tables in schema public to ${role.name}`,
      `grant all on all sequences in schema public to ${role.name}`,
    );
    const { code, stderr } = await docgraph(['migrate'], { DATABASE_URL: role.at(url) });
    expect([code, stderr]).toEqual([78, expect.stringContaining('it lacks ownership of "AccessToken"')]);
  });

  it('and reports each missing right on a table, a sequence or a function', async () => {
    const role = await createRole();
    const url = await migratedDatabase();
    await runStatements(
      url,
      `grant usage on schema public to ${role.name}`,
      `grant select, insert, update, delete on all tables in schema public to ${role.name}`,
      `revoke update on "Space" from ${role.name}`,
      'revoke execute on function docgraph_require from public',
    );
    const { code, stderr } = await docgraph(['org', 'create', '--title', 'Acme'], { DATABASE_URL: role.at(url) });
    expect([code, stderr]).toEqual([
      78,
      expect.stringMatching(
        / lacks EXECUTE on the function docgraph_require, UPDATE on "Space", USAGE on the sequence "SearchPage_number_seq"; docs/,
      ),
    ]);
  });
});
