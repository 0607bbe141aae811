import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { docgraph, type Environment, runJsonCommand } from '../support/command-line.js';
import { emptyDatabase, testFolder } from '../support/database.js';

describe('the commands of identity providers', () => {
  let env: Environment;
  let org: string;
  let secretFile: string;
  beforeAll(async () => {
    const secret = 'a secret for tests, 32 bytes long';
    env = { DATABASE_URL: await emptyDatabase(), SECRET: secret, PUBLIC_URL: 'https://docs.acme.test/' };
    await runJsonCommand(['user', 'create', '--email', 'ann@acme.test', '--name', 'Ann'], env);
    ({ id: org } = await runJsonCommand(['org', 'create', '--title', 'Acme', '--owner', 'ann@acme.test'], env));
    secretFile = join(testFolder(), 'secret');
    writeFileSync(secretFile, 'a client secret\n');
  });

  const required = (issuer = 'https://openid.test') => [
    ...['--org', org, '--label', 'Acme'],
    ...['--issuer', issuer, '--client-id', 'docgraph'],
  ];
  const list = async () => JSON.parse((await docgraph(['sso', 'list', '--org', org], env)).stdout).providers;

  it('add, change, list and remove an OpenID provider, and print the addresses to enter at the provider', async () => {
    const options = ['--client-secret-file', secretFile, '--role', 'guest', '--groups-claim', 'groups'];
    const made = await docgraph(['sso', 'create-oidc', ...required(), ...options], env);
    const { id, service } = JSON.parse(made.stdout);
    const own = `https://docs.acme.test/oidc/${id}`;
    expect([made.code, service]).toEqual([
      0,
      {
        callbackURL: `${own}/callback`,
        startURL: `${own}/start`,
        backchannelLogoutURL: `${own}/backchannel-logout`,
        postLogoutURL: `${own}/signed-out`,
      },
    ]);
    expect(made.stdout + made.stderr).not.toContain('a client secret');
    const update = await docgraph(['sso', 'update-oidc', id, '--label', 'Other', '--groups-claim', ''], env);
    expect(update).toEqual({ code: 0, stdout: `{"id":"${id}"}\n`, stderr: '' });
    expect(await list()).toEqual([{ id, kind: 'oidc', organizationId: org, label: 'Other', status: 'active' }]);
    expect(await docgraph(['sso', 'delete', id], env)).toEqual({ code: 0, stdout: `{"id":"${id}"}\n`, stderr: '' });
    expect(await list()).toEqual([]);
  });

  it('refuse invalid values with one sentence that does not contain a secret', async () => {
    const create = async (...args: string[]) => (await docgraph(['sso', 'create-oidc', ...args], env)).stderr;
    expect(await create(...required('openid.test'))).toBe(
      'docgraph: `issuer` must be an https address (got "openid.test")\n',
    );
    expect(await create(...required(), '--role', 'boss')).toMatch(/^docgraph: `role` must be one of/);
    expect(await create(...required(), '--team', 'team_x')).toBe('docgraph: No team with the id or title "team_x"\n');
    expect(await create(...required(), '--label', 'a'.repeat(31))).toBe(
      'docgraph: `label` must have 1 to 30 characters (got 31)\n',
    );
    expect(await create(...required(), '--client-secret-file', '/nowhere')).toBe(
      'docgraph: `--client-secret-file` must be a readable file (ENOENT)\n',
    );
    writeFileSync(secretFile, 'x'.repeat(1025));
    expect(await create(...required(), '--client-secret-file', secretFile)).toBe(
      'docgraph: `clientSecret` must have 1 to 1024 characters (got 1025)\n',
    );
    writeFileSync(secretFile, '\n');
    expect(await create(...required(), '--client-secret-file', secretFile)).toBe(
      'docgraph: `--client-secret-file` must not be empty\n',
    );
    for (const args of [
      ['update-oidc', 'oidc_x', '--label', 'a'],
      ['delete', 'oidc_x'],
      ['list', '--org', 'org_x'],
    ])
      expect(await docgraph(['sso', ...args], env)).toMatchObject({ code: 1, stderr: expect.stringMatching(/: No /) });
  });
});
