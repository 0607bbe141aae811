import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { docgraph } from '../support/command-line.js';
import { emptyDatabase, provider } from '../support/database.js';
import { postgresProxy } from '../support/postgres-proxy.js';
import { createRole } from '../support/postgres-role.js';

const away = 'postgres://ann:passw0rd@127.0.0.1:1/books';

describe.runIf(provider === 'postgresql')('a command whose Postgres server is not reachable', () => {
  it('reports that it waits, then exits with 1 and a message with host, port, database and role, but not the password', async () => {
    const ran = await docgraph(['migrate'], { DATABASE_URL: away, DATABASE_WAIT: '1' });
    const place = 'DATABASE_URL: host 127.0.0.1, port 1, database books, role ann';
    const reason = 'connect ECONNREFUSED 127.0.0.1:1';
    expect(ran).toEqual({
      code: 1,
      stdout: '',
      stderr: `docgraph: waiting up to 1 s for the database (${place}): ${reason}
docgraph: The database cannot be reached within 1 s (${place}): ${reason}. DATABASE_WAIT is the time\n`,
    });
  });

  it.each([[['migrate', '--check']], [['start']], [['org', 'create', '--title', 'Acme']]])(
    'prints a message that names the connection, whatever the command is: %s',
    async (args) => {
      const { code, stderr } = await docgraph(args, { DATABASE_URL: away, DATABASE_WAIT: '0', SECRET: 's'.repeat(32) });
      expect([code, stderr]).toEqual([1, expect.stringContaining('host 127.0.0.1, port 1, database books, role ann')]);
      expect(stderr).not.toContain('passw0rd');
    },
  );

  it('prints a message with the variable of the failing connection if the pooler has its own variable', async () => {
    const env = { DATABASE_URL: await emptyDatabase(), DATABASE_DIRECT_URL: away, DATABASE_WAIT: '0' };
    expect((await docgraph(['migrate'], env)).stderr).toContain('(DATABASE_DIRECT_URL: host 127.0.0.1, port 1,');
  });

  it('continues as soon as the server is reachable', async () => {
    const proxy = await postgresProxy(await emptyDatabase());
    proxy.breakAt('closed', 0);
    const running = docgraph(['migrate', '--check'], { DATABASE_URL: proxy.url, DATABASE_WAIT: '60' });
    await sleep(700);
    proxy.mend();
    const { code, stdout, stderr } = await running;
    expect([code, JSON.parse(stdout).pending.length > 0]).toEqual([1, true]);
    expect(stderr).toMatch(/^docgraph: waiting up to 60 s for the database \(.*\n$/);
  });
});

describe.runIf(provider === 'postgresql')(
  'a command whose connection the server refuses exits with 78 immediately',
  () => {
    it.each([
      ['a wrong password', { password: 'passw0rd' }, /password authentication failed for user "role_\w+" \(28P01\)/],
      ['an unknown role', { username: 'nobody' }, /role nobody\): .*nobody.* \(28\w{3}\)/],
      ['an unknown database', { pathname: '/passing' }, /database passing, .*"passing" does not exist \(3D000\)/],
      ['no TLS', { search: '?sslmode=require' }, /The server does not support SSL connections/],
    ])('for %s', async (_, wrong, reason) => {
      const role = await createRole();
      const url = Object.assign(new URL(role.at(await emptyDatabase())), wrong).href;
      const { code, stderr } = await docgraph(['migrate'], { DATABASE_URL: url, DATABASE_WAIT: '600' });
      expect(code).toBe(78);
      expect(stderr).toMatch(
        /^docgraph: The database refuses the connection \(DATABASE_URL: host 127\.0\.0\.1, port \d+,/m,
      );
      expect(stderr).toMatch(reason);
      expect(stderr).not.toMatch(/passw0rd|secret/);
    });
  },
);
