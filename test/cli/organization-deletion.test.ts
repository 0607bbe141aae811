import { expect, it } from 'vitest';
import { docgraph, runJsonCommand } from '../support/command-line.js';
import { emptyDatabase } from '../support/database.js';

it('the command line deletes, restores and removes an organization', async () => {
  const env = { DATABASE_URL: await emptyDatabase() };
  const { id } = await runJsonCommand(['org', 'create', '--title', 'Acme'], env);
  const remove = (...args: string[]) => docgraph(['org', 'delete', id, ...args], env);
  expect(await remove()).toMatchObject({ code: 1, stderr: expect.stringContaining('`--title TITLE` or `--yes`') });
  expect(await remove('--title', 'Other')).toMatchObject({ code: 1, stderr: expect.stringContaining('"Acme"') });
  const { removeAt } = JSON.parse((await remove('--title', 'Acme')).stdout);
  expect(Date.parse(removeAt)).toBeGreaterThan(Date.now() + 6 * 86_400_000);
  expect((await remove('--yes')).stdout).toBe(`${JSON.stringify({ id, removeAt })}\n`);
  expect(await docgraph(['org', 'restore', id], env)).toMatchObject({ code: 0, stdout: `{"id":"${id}"}\n` });
  expect(await remove('--yes')).toMatchObject({ code: 0 });
  const now = JSON.parse((await remove('--yes', '--now')).stdout);
  expect(Date.parse(now.removeAt)).toBeLessThanOrEqual(Date.now());
  expect(await docgraph(['jobs', 'run-schedules'], env)).toMatchObject({ code: 0 });
  expect(await docgraph(['org', 'restore', id], env)).toMatchObject({ code: 1, stderr: expect.stringContaining(id) });
  const list = await docgraph(['jobs', 'list', '--kind', 'organizations.purge', '--json'], env);
  expect(JSON.parse(list.stdout).jobs).toMatchObject([{ status: 'done', error: null }]);
});
