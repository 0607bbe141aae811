import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import { sqlitePath } from '../../src/platform/db/connection/store-url.js';
import { emptyDatabase } from '../support/database.js';
import { skippedWithout } from '../support/programs.js';
import { prometheus, readAlerts, startPrometheus } from '../support/prometheus.js';
import { settings, startServer } from '../support/server-process.js';

const alerts = readAlerts();
const expressionOf = (name: string): string => alerts.find(({ alert }) => alert === name)!.expr;

/** Alerts that may fire on a test machine whose disk is nearly full or whose processors are busy. */
const ofMachine = ['DocgraphDiskNearlyFull', 'DocgraphEventLoopLag'];

/** Makes a scheduled job dead, as after its last attempt. Returns the number of changed jobs. */
function killJob(url: string): number {
  const database = new Database(sqlitePath(url), { timeout: 10_000 });
  const dead = `update "Job" set "status" = 'dead' where "id" = (select "id" from "Job" where "status" = 'done' limit 1)`;
  const { changes } = database.prepare(dead).run();
  database.close();
  return changes;
}

describe(`Prometheus${skippedWithout('prometheus')}`, () => {
  it.runIf(prometheus)('scrapes a server, and its alerts detect a dead job and a killed server', async () => {
    const port = await freePort();
    const url = await emptyDatabase();
    const server = await startServer({ ...settings, DATABASE_URL: url, DEMO: 'false', METRICS_PORT: String(port) });
    const { query } = await startPrometheus(`127.0.0.1:${port}`);
    await expect.poll(() => query('up{job="docgraph"}'), { timeout: 30_000 }).toEqual([1]);
    expect(await query('docgraph_database_up')).toEqual([1]);
    for (const { alert, expr } of alerts.filter(({ alert }) => !ofMachine.includes(alert)))
      expect([alert, await query(expr)]).toEqual([alert, []]);
    await expect.poll(() => killJob(url), { timeout: 30_000 }).toBe(1);
    await expect.poll(() => query(expressionOf('DocgraphDeadJobs')), { timeout: 30_000 }).toEqual([1]);
    server.signal('SIGKILL');
    await expect.poll(() => query(expressionOf('DocgraphInstanceDown')), { timeout: 30_000 }).toEqual([0]);
    const pending = 'ALERTS{alertname="DocgraphInstanceDown",alertstate="pending"}';
    await expect.poll(() => query(pending), { timeout: 30_000 }).toEqual([1]);
  });
});
