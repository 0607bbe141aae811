import { describe, expect, it } from 'vitest';
import { provider } from '../support/database.js';
import { runStatements } from '../support/postgres-role.js';
import { settings, startServer } from '../support/server-process.js';
import { get } from '../support/server-requests.js';
import { earlierDatabase, operatorToken, readEarlierAnswers } from './earlier-database.js';
import { nextRelease } from './next-release.js';
import { startReadinessProxy } from './readiness-proxy.js';
import { startTraffic } from './start-traffic.js';

const revision = '6e68f8b';
const name = '29990101000000_expands';
const script = `ALTER TABLE "Space" ADD COLUMN "more" TEXT;
ALTER TABLE "Organization" ADD COLUMN "more" INTEGER NOT NULL DEFAULT 0;
CREATE TABLE "More" ("id" TEXT NOT NULL PRIMARY KEY, "organizationId" TEXT NOT NULL,
  CONSTRAINT "More_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id"));
CREATE INDEX "Space_more_idx" ON "Space"("organizationId", "more");`;

describe.runIf(provider === 'postgresql')('a rolling upgrade of two instances', () => {
  it('refuses no request while the next release migrates and starts, and while the older one stops', async () => {
    const url = await earlierDatabase(revision);
    const env = { ...settings, DATABASE_URL: url, BOOTSTRAP_TOKEN: operatorToken, RATE_LIMIT: 'off' };
    const older = await startServer(env);
    const instances = [older.url];
    const proxy = await startReadinessProxy(instances);
    await expect.poll(async () => (await get(proxy, '/readyz')).status).toBe(200);
    const traffic = startTraffic(proxy.url, readEarlierAnswers(revision).ids);
    await expect.poll(() => traffic.count(), { timeout: 60_000 }).toBeGreaterThan(10);

    const newer = await startServer(env, nextRelease(name, { sqlite: script, postgresql: script }));
    expect(await runStatements(url, `select 1 from _prisma_migrations where migration_name = '${name}'`)).toHaveLength(
      1,
    );
    expect((await get(older, '/readyz')).status).toBe(200);
    instances.push(newer.url);
    await expect.poll(() => proxy.responses(newer.url), { timeout: 60_000 }).toBeGreaterThan(10);

    expect((await older.stop()).code).toBe(0);
    const before = proxy.responses(newer.url);
    await expect.poll(() => proxy.responses(newer.url), { timeout: 60_000 }).toBeGreaterThan(before + 10);
    expect(await traffic.stop()).toEqual([]);
  });
});
