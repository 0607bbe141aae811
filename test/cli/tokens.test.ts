import { beforeAll, describe, expect, it } from 'vitest';
import { docgraph, type Environment, runJsonCommand } from '../support/command-line.js';
import { emptyDatabase } from '../support/database.js';

describe('the command line', () => {
  let env: Environment;
  let org: string;
  const user = 'ann@acme.test';
  beforeAll(async () => {
    env = { DATABASE_URL: await emptyDatabase() };
    await runJsonCommand(['user', 'create', '--email', user, '--name', 'Ann'], env);
    ({ id: org } = await runJsonCommand(['org', 'create', '--title', 'Acme', '--owner', user], env));
  });

  const create = (...args: string[]) => docgraph(['token', 'create', '--user', user, ...args], env);
  const list = async () => JSON.parse((await docgraph(['token', 'list', '--user', user], env)).stdout).tokens;

  it('creates a token with limits, lists it without its value, and revokes it', async () => {
    const limits = ['--name', 'robot', '--expires', '2031-01-31', '--scope', 'read', 'space:edit', '--org', org];
    const { id, token } = await runJsonCommand(['token', 'create', '--user', user, ...limits], env);
    expect([id, token]).toEqual([expect.stringMatching(/^tok_\w{26}$/), expect.stringMatching(/^dg_[\w-]{43}$/)]);
    const [listed] = await list();
    expect(listed).toMatchObject({
      id,
      name: 'robot',
      issuer: 'operator',
      scopes: ['read', 'space:edit'],
      organizationId: org,
      expiresAt: '2031-01-31T00:00:00.000Z',
      lastUsedAt: null,
    });
    expect(Object.keys(listed)).not.toContain('hash');
    expect(await docgraph(['token', 'revoke', id], env)).toEqual({ code: 0, stdout: `{"id":"${id}"}\n`, stderr: '' });
    expect(await list()).toEqual([]);
    expect(await docgraph(['token', 'revoke', id], env)).toMatchObject({
      code: 1,
      stderr: `docgraph: No access token with the id "${id}"\n`,
    });
  });

  it.each([
    [['--expires', 'soon'], '`--expires` must be a number of days, or a date such as 2027-01-31 (got "soon")'],
    [['--scope', 'read', 'fly'], '`scopes[1]` must be one of read, agent, '],
  ])('refuses a token with %j, with exit code 1', async (args, message) => {
    expect(await create(...args)).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining(message) });
  });

  it('creates a service account, lists it, and creates a token that is bound to its organization', async () => {
    const named = ['--org', org, '--name', 'Deploys'];
    const { id } = await runJsonCommand(['service-account', 'create', ...named, '--role', 'edit'], env);
    await runJsonCommand(['service-account', 'create', ...named], env);
    const listed = await docgraph(['service-account', 'list', '--org', org], env);
    expect(JSON.parse(listed.stdout).serviceAccounts).toMatchObject([
      { name: 'Deploys', role: null, disabled: false },
      { id, name: 'Deploys', role: 'edit', disabled: false },
    ]);
    await runJsonCommand(['token', 'create', '--user', id], env);
    const tokens = await docgraph(['token', 'list', '--user', id], env);
    expect(JSON.parse(tokens.stdout).tokens).toMatchObject([{ issuer: 'operator', organizationId: org }]);
    expect(await docgraph(['service-account', 'create', '--org', org, '--name', ' '], env)).toMatchObject({
      code: 1,
      stderr: 'docgraph: `name` must have 1 to 100 characters (got 0)\n',
    });
    expect((await docgraph(['service-account', 'list', '--org', 'org_x'], env)).code).toBe(1);
  });

  it('refuses to list the tokens of an unknown user', async () => {
    expect(await docgraph(['token', 'list', '--user', 'no@one.test'], env)).toMatchObject({ code: 1, stdout: '' });
  });
});
