import { beforeAll, describe, expect, it } from 'vitest';
import { openVerification } from '../../src/platform/secrets/verification-link.js';
import { docgraph, type Environment, runJsonCommand } from '../support/command-line.js';
import { emptyDatabase } from '../support/database.js';

const secret = 'a secret for tests, 32 bytes long';

describe('the command line', () => {
  let env: Environment;
  let org: string;
  let ann: string;
  beforeAll(async () => {
    env = { DATABASE_URL: await emptyDatabase(), SECRET: secret, PUBLIC_URL: 'https://docs.acme.test/' };
    ({ id: ann } = await runJsonCommand(['user', 'create', '--email', 'ann@acme.test', '--name', 'Ann'], env));
    ({ id: org } = await runJsonCommand(['org', 'create', '--title', 'Acme', '--owner', 'ann@acme.test'], env));
  });

  it('prints a link that verifies an e-mail address, signed with the secret of the server', async () => {
    const { code, stdout } = await docgraph(['user', 'verify', 'Ann@acme.test'], env);
    const url = new URL(JSON.parse(stdout).url);
    expect([code, url.origin, url.pathname]).toEqual([0, 'https://docs.acme.test', '/verify-email']);
    const query = Object.fromEntries(url.searchParams);
    expect(openVerification(secret, query)).toEqual({ userId: ann, email: 'ann@acme.test' });
    expect(await docgraph(['user', 'verify', 'no@one.test'], env)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'docgraph: No user with the e-mail address "no@one.test"\n',
    });
  });

  it('disables and enables a member, but not the last admin', async () => {
    const bo = ['--email', 'bo@acme.test', '--org', org];
    const { id } = await runJsonCommand(['user', 'create', '--name', 'Bo', ...bo], env);
    const jsonLine = (disabled: boolean) => ({ code: 0, stdout: `${JSON.stringify({ id, disabled })}\n`, stderr: '' });
    expect(await docgraph(['user', 'disable', ...bo], env)).toEqual(jsonLine(true));
    expect(await docgraph(['user', 'enable', ...bo], env)).toEqual(jsonLine(false));
    expect(await docgraph(['user', 'disable', '--email', 'ann@acme.test', '--org', org], env)).toEqual({
      code: 1,
      stdout: '',
      stderr: `docgraph: The user ${ann} is the last admin of the organization; give someone else the role admin first\n`,
    });
    const everywhere = { id, disabled: true, organizations: [org] };
    expect(await runJsonCommand(['user', 'disable', '--email', 'bo@acme.test'], env)).toEqual(everywhere);
    expect(await runJsonCommand(['user', 'enable', '--email', 'bo@acme.test'], env)).toEqual({
      ...everywhere,
      disabled: false,
    });
    expect(await docgraph(['user', 'disable', '--email', 'ann@acme.test'], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`is the last admin of Acme (${org})`),
    });
    expect(await docgraph(['user', 'disable'], env)).toMatchObject({ code: 2 });
  });

  it('lists organizations and users, and finds them by title, name or address', async () => {
    const list = async (...args: string[]) => JSON.parse((await docgraph(args, env)).stdout);
    expect(await list('org', 'list', '--search', 'ACME')).toEqual({
      organizations: [
        {
          ...{ id: org, title: 'Acme', plan: expect.any(String), members: 2, maxMembers: null, maxSpaces: null },
          ...{ createdAt: expect.any(String), deletedAt: null },
        },
      ],
    });
    expect(await list('org', 'list', '--limit', '0')).toEqual({ organizations: [] });
    const { users } = await list('user', 'list', '--search', 'ann@');
    const createdAt = expect.any(String);
    expect(users).toEqual([{ id: ann, displayName: 'Ann', email: 'ann@acme.test', createdAt, erasedAt: null }]);
    expect((await list('user', 'list')).users.length).toBeGreaterThan(1);
  });

  it('sets and clears the limits of an organization', async () => {
    const update = (...args: string[]) => docgraph(['org', 'update', org, ...args], env);
    expect((await update('--max-members', '2', '--max-spaces', '5')).code).toBe(0);
    const third = ['user', 'create', '--name', 'Cy', '--email', 'cy@acme.test', '--org', org];
    expect((await docgraph(third, env)).stderr).toContain('the organization may have at most 2');
    expect((await update('--max-members', '')).code).toBe(0);
    expect((await docgraph(third, env)).code).toBe(0);
    expect((await update('--max-spaces', 'many')).stderr).toContain('must be a whole number from 1 to 1,000,000');
  });

  it('erases a person, and lists the data that remains', async () => {
    const person = ['--email', 'di@acme.test', '--org', org];
    const { id } = await runJsonCommand(['user', 'create', '--name', 'Di', ...person], env);
    expect(await docgraph(['user', 'erase', 'di@acme.test'], env)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'docgraph: Cannot erase di@acme.test: not confirmed. Add --yes.\n',
    });
    expect(await runJsonCommand(['user', 'erase', 'di@acme.test', '--yes'], env)).toEqual({
      id,
      displayName: expect.stringMatching(/^Former member [0-9a-f]{4}$/),
      remains: expect.arrayContaining([expect.stringContaining('Backups')]),
    });
    const jobs = await docgraph(['jobs', 'list', '--kind', 'users.erase', '--json'], env);
    expect(jobs.stdout).toContain('"status":"done"');
    expect(await docgraph(['user', 'erase', 'di@acme.test', '--yes'], env)).toMatchObject({ code: 1 });
  });

  it('sets the fields of an organization that only the operator may set', async () => {
    const update = (...args: string[]) => docgraph(['org', 'update', org, ...args], env);
    const done = { code: 0, stdout: `{"id":"${org}"}\n`, stderr: '' };
    expect(await update('--plan', 'plus', '--custom-hostname', 'docs.acme.test')).toEqual(done);
    expect(
      await update('--trial', '{"status":"ended","count":2}', '--blocked', 'null', '--custom-hostname', ''),
    ).toEqual(done);
    const refused = (message: string) => ({ code: 1, stdout: '', stderr: expect.stringContaining(message) });
    expect(await update('--blocked', '{')).toEqual(
      refused('docgraph: `--blocked` must be JSON, or null to clear it (got "{")\n'),
    );
    expect(await update('--blocked', '{"reason":1}')).toEqual(refused('docgraph: `blocked.reason`: '));
    expect(await update()).toEqual(refused('docgraph: At least one change is required (got none)\n'));
    expect(await docgraph(['org', 'update', 'org_x', '--plan', 'plus'], env)).toEqual(
      refused('No organization with the id or title'),
    );
  });
});
