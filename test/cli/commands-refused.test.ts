import { beforeAll, describe, expect, it } from 'vitest';
import { docgraph, type Environment, runJsonCommand } from '../support/command-line.js';
import { emptyDatabase } from '../support/database.js';

describe('the command line', () => {
  let env: Environment;
  beforeAll(async () => {
    env = { DATABASE_URL: await emptyDatabase() };
  });

  it.each([
    [['org', 'create', '--title', 'A'], '`title` must have 2 to 255 characters (got 1)'],
    [
      ['org', 'create', '--title', 'Acme', '--owner', 'no@one.test'],
      'No user with the e-mail address "no@one.test"; create one first',
    ],
    [
      ['user', 'create', '--email', 'nobody', '--name', 'Bo'],
      '`email` must be an e-mail address of at most 254 characters, none of them a space or invisible (got "nobody")',
    ],
    [['user', 'create', '--email', 'b@o.test', '--name', ' '], '`name` must have 1 to 255 characters (got 0)'],
    [['token', 'create', '--user', 'no@one.test'], 'No user with the id, e-mail address or name "no@one.test"'],
    [['export', 'spc_1', '/tmp/nowhere'], 'No space with the id or title "spc_1"'],
  ])('refuses %j with one sentence and exit code 1', async (args, message) => {
    expect(await docgraph(args, env)).toEqual({ code: 1, stdout: '', stderr: `docgraph: ${message}\n` });
  });

  it('refuses a role and an organization that do not exist, and creates no user', async () => {
    const create = ['user', 'create', '--email', 'cy@acme.test', '--name', 'Cy', '--org'];
    const { id: org } = await runJsonCommand(['org', 'create', '--title', 'Roles'], env);
    const wrongRole = await docgraph([...create, org, '--role', 'king'], env);
    expect(wrongRole).toMatchObject({ code: 1, stdout: '' });
    expect(wrongRole.stderr).toMatch(/^docgraph: `role` must be one of .*, guest \(got "king"\)\n$/);
    const wrongOrganization = await docgraph([...create, 'org_1'], env);
    expect(wrongOrganization).toEqual({
      code: 1,
      stdout: '',
      stderr: 'docgraph: No organization with the id or title "org_1"\n',
    });
    expect(await docgraph(['token', 'create', '--user', 'cy@acme.test'], env)).toMatchObject({ code: 1 });
  });
});
