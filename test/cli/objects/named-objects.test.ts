import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { docgraph, runJsonCommand } from '../../support/command-line.js';
import { migratedDatabase, testFolder } from '../../support/database.js';
import { seedMember, seedOrganization, seedSpace, seedTeam } from '../../support/seed.js';

describe('a command on a server with one organization', () => {
  let env: { DATABASE_URL: string };
  let id: string;
  beforeAll(async () => {
    env = { DATABASE_URL: await migratedDatabase() };
    expect((await docgraph(['service-account', 'list'], env)).stderr).toBe(
      'docgraph: `--org` must be an organization, and there is none yet\n',
    );
    await runJsonCommand(['org', 'create', '--title', 'Former'], env);
    await runJsonCommand(['org', 'delete', 'former', '--yes'], env);
    ({ id } = await runJsonCommand(['org', 'create', '--title', 'Acme'], env));
  });

  it('needs no --org, and ignores deleted organizations', async () => {
    const account = await runJsonCommand(['service-account', 'create', '--name', 'Deploys'], env);
    const { stdout } = await docgraph(['member', 'list', '--search', 'deploys'], env);
    expect(JSON.parse(stdout).members).toMatchObject([{ id: account.id, role: 'guest' }]);
    expect(await runJsonCommand(['org', 'show'], env)).toMatchObject({ id, title: 'Acme' });
    expect(await runJsonCommand(['import', testFolder(), '--title', 'Guide'], env)).toMatchObject({ pages: 0 });
  });

  it('finds a deleted organization by its title if no other has it', async () => {
    await runJsonCommand(['org', 'create', '--title', 'Gone'], env).then(({ id }) =>
      runJsonCommand(['org', 'delete', id, '--yes'], env),
    );
    const shown = await runJsonCommand(['org', 'show', 'gone'], env);
    expect(shown).toMatchObject({ title: 'Gone', deletedAt: expect.any(String), removeAt: expect.any(String) });
    expect(await runJsonCommand(['org', 'restore', 'Gone'], env)).toEqual({ id: shown.id });
    await runJsonCommand(['org', 'delete', 'Gone', '--yes'], env);
  });
});

describe('a command on a server with several organizations', async () => {
  const test = await testApp();
  const env = { DATABASE_URL: test.url };
  const acme = await seedOrganization(test, 'Acme');
  const initech = await seedOrganization(test, 'Initech');
  const [manual, other] = [await seedSpace(test, acme.id), await seedSpace(test, initech.id)];
  const namesake = await seedMember(test, acme.id, 'read');
  const refusal = (message: string) => ({ code: 1, stdout: '', stderr: `docgraph: ${message}\n` });

  it('accepts the title of an organization, in any case and without diacritics', async () => {
    expect(await runJsonCommand(['space', 'list', '--org', 'ÁCME'], env)).toMatchObject({ spaces: [{ id: manual }] });
    expect(await runJsonCommand(['org', 'update', 'initech', '--plan', 'plus'], env)).toEqual({ id: initech.id });
    expect(await docgraph(['space', 'list', '--org', 'None'], env)).toEqual(
      refusal('No organization with the id or title "None"'),
    );
  });

  it('names the organizations if --org is left out', async () => {
    expect(await docgraph(['space', 'list'], env)).toEqual(
      refusal(`\`--org\` must be one of the organizations (got none): ${acme.id} (Acme), ${initech.id} (Initech)`),
    );
  });

  it('names the candidates of an ambiguous title, unless --org leaves only one', async () => {
    expect(await docgraph(['export', 'Manual', testFolder()], env)).toEqual(
      refusal(
        `Cannot choose the space "Manual": 2 match. Use one of the ids: ${manual} (Manual, in ${acme.id}), ${other} (Manual, in ${initech.id})`,
      ),
    );
    const shown = await runJsonCommand(['space', 'show', 'Manual', '--org', 'Initech'], env);
    expect(shown.id).toBe(other);
    expect(await docgraph(['links', 'rebuild', '--space', 'manual'], env)).toMatchObject({ code: 1 });
  });

  it('prefers a title in the same case, and mentions the others', async () => {
    const lower = await test.rest('POST', `/orgs/${acme.id}/spaces`, { ...acme.admin, body: { title: 'handbook' } });
    const upper = await test.rest('POST', `/orgs/${acme.id}/spaces`, { ...acme.admin, body: { title: 'Handbook' } });
    const { stdout, stderr } = await docgraph(['space', 'show', 'handbook'], env);
    expect(JSON.parse(stdout).id).toBe(lower.body.id);
    expect(stderr).toBe(
      `docgraph: using the space ${lower.body.id} (handbook, in ${acme.id}); not used: ${upper.body.id} (Handbook, in ${acme.id})\n`,
    );
    expect((await docgraph(['space', 'show', 'HANDBOOK'], env)).stderr).toContain('Cannot choose the space "HANDBOOK"');
  });

  it('accepts the name of a user, and lists users with the same name', async () => {
    const name = 'Ada Lovelace';
    const { id } = await runJsonCommand(['user', 'create', '--name', name, '--email', 'ada@acme.test'], env);
    await runJsonCommand(['token', 'create', '--user', 'ada lovelace'], env);
    expect(await runJsonCommand(['token', 'list', '--user', name], env)).toMatchObject({
      tokens: [{ issuer: 'operator' }],
    });
    const second = await runJsonCommand(['user', 'create', '--name', name, '--email', 'ada@initech.test'], env);
    expect(await docgraph(['session', 'list', '--user', name], env)).toEqual(
      refusal(
        `Cannot choose the user "Ada Lovelace": 2 match. Use one of the ids: ${id} (Ada Lovelace, ada@acme.test), ${second.id} (Ada Lovelace, ada@initech.test)`,
      ),
    );
    expect(await docgraph(['session', 'list', '--user', 'Lovelace'], env)).toEqual(
      refusal('No user with the id, e-mail address or name "Lovelace"'),
    );
    await runJsonCommand(['user', 'create', '--name', 'eve@acme.test', '--email', 'mallory@acme.test'], env);
    expect(await docgraph(['session', 'list', '--user', 'eve@acme.test'], env)).toEqual(
      refusal('No user with the id, e-mail address or name "eve@acme.test"'),
    );
    expect((await docgraph(['events', '--org', 'Acme', '--actor', namesake.email], env)).code).toBe(0);
  });

  it('accepts the title of a team of the organization', async () => {
    await seedTeam(test, initech.id, { title: 'Writers' });
    const team = await seedTeam(test, acme.id, { title: 'Writers' });
    expect((await runJsonCommand(['team', 'show', 'writers', '--org', 'Acme'], env)).id).toBe(team);
    expect((await docgraph(['team', 'show', 'writers'], env)).stderr).toContain('Cannot choose the team "writers"');
  });
});
