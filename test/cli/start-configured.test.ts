import { describe, expect, it } from 'vitest';
import { docgraph } from '../support/command-line.js';
import { emptyDatabase } from '../support/database.js';
import { settings, startServer } from '../support/server-process.js';
import { get } from '../support/server-requests.js';

describe('a start with a configured token', () => {
  it('creates an empty organization without DEMO, and a changed BOOTSTRAP_TOKEN replaces the token of the admin', async () => {
    const env = {
      ...settings,
      DATABASE_URL: await emptyDatabase(),
      DEMO: 'false',
      BOOTSTRAP_TOKEN: 'the-first-token-16',
    };
    const first = await startServer(env);
    expect(first.printed()).toContain(`curl -H "Authorization: Bearer $BOOTSTRAP_TOKEN" ${first.url}/v1/orgs`);
    expect(first.printed()).toContain('  Admin token as configured\n');
    expect(first.printed()).not.toContain('the-first-token-16');
    const { items } = (await get(first, '/v1/orgs', 'the-first-token-16')).body;
    expect(items).toMatchObject([{ title: 'My organization' }]);
    const spaces = await get(first, `/v1/orgs/${items[0].id}/spaces`, 'the-first-token-16');
    expect(spaces.body).toEqual({ count: 0, items: [] });
    const user = await get(first, '/v1/user', 'the-first-token-16');
    expect(user.body).toMatchObject({ email: 'admin@localhost' });
    await first.stop('SIGINT');

    const second = await startServer({ ...env, BOOTSTRAP_TOKEN: 'the-second-token-16' });
    expect((await get(second, '/v1/orgs', 'the-first-token-16')).status).toBe(401);
    expect((await get(second, '/v1/orgs', 'the-second-token-16')).body.items).toMatchObject([{ id: items[0].id }]);
    await second.stop('SIGINT');

    const restarted = await startServer({ ...env, LOG_LEVEL: 'warn' });
    expect(restarted.printed()).toContain('  Admin token not as configured. The value of BOOTSTRAP_TOKEN was replaced');
    expect((await get(restarted, '/v1/orgs', 'the-first-token-16')).status).toBe(401);
    expect((await get(restarted, '/v1/orgs', 'the-second-token-16')).status).toBe(200);
    expect((await restarted.stop('SIGINT')).stderr).toContain('docgraph token bootstrap --force');

    const forced = await docgraph(['token', 'bootstrap', '--force', '--json'], env);
    expect(forced).toMatchObject({ code: 0, stderr: '' });
    const again = await startServer(env);
    expect((await get(again, '/v1/orgs', 'the-first-token-16')).status).toBe(200);
  });
});
