import { describe, expect, it, vi } from 'vitest';
import { readServerState } from '../../../../src/app/server-metrics.js';
import { openStore } from '../../../../src/platform/db/open.js';
import { enqueue } from '../../../../src/platform/jobs/enqueue.js';
import { createMetrics } from '../../../../src/platform/metrics/metrics.js';
import { appWithMetrics } from '../../../support/app.js';
import { migratedDatabase, provider } from '../../../support/database.js';
import { parseSeries, seriesOf } from '../../../support/scrape.js';

describe('the metrics of the state', () => {
  it('describe the build, the database, the queues, the caches and the log of events', async () => {
    const test = await appWithMetrics();
    const series = parseSeries(await test.scrape());
    const at = (name: string) => series.get(name);
    expect(seriesOf(series, 'docgraph_build_info')).toEqual({
      [`docgraph_build_info{version="0.1.0",provider="${provider}"}`]: 1,
    });
    expect(at('docgraph_database_up')).toBe(1);
    expect(at('docgraph_writes_waiting')).toBe(0);
    expect(at('docgraph_writes_limit')).toBe(provider === 'sqlite' ? 1 : 7);
    expect(at('docgraph_event_followers')).toBe(0);
    expect(at('docgraph_http_connections')).toBe(0);
    expect(at('docgraph_event_log_head')).toBe(0);
    expect(Object.keys(seriesOf(series, 'docgraph_cache_bytes'))).not.toEqual([]);
    expect(Object.keys(seriesOf(series, 'docgraph_worker_threads_limit'))).not.toEqual([]);
    expect(at('docgraph_database_connections_limit{pool="main"}')).toBe(provider === 'sqlite' ? undefined : 10);
    expect(at('docgraph_disk_free_bytes') !== undefined).toBe(provider === 'sqlite');
    expect(at('docgraph_database_file_bytes{file="main"}') !== undefined).toBe(provider === 'sqlite');
  });

  it('count jobs by kind and state and count mails, and have the age of the oldest due job of this server', async () => {
    const test = await appWithMetrics();
    const runAt = new Date(Date.now() - 60_000);
    await test.store.transaction(async (tx) => {
      const job = { organizationId: null, payload: {} };
      const earlier = new Date(Date.now() - 600_000);
      await enqueue(tx, { ...job, kind: 'content.sweep', runAt });
      await enqueue(tx, { ...job, kind: 'mail.send', lane: 'fetching', runAt: earlier });
    });
    const series = parseSeries(await test.scrape());
    expect(seriesOf(series, 'docgraph_jobs')).toEqual({
      'docgraph_jobs{kind="content.sweep",state="waiting"}': 1,
      'docgraph_jobs{kind="mail.send",state="waiting"}': 1,
    });
    expect(series.get('docgraph_oldest_due_job_seconds')).toBeGreaterThanOrEqual(60);
    expect(series.get('docgraph_oldest_due_job_seconds')).toBeLessThan(500);
    expect(seriesOf(series, 'docgraph_mails')).toEqual({
      'docgraph_mails{state="waiting"}': 1,
      'docgraph_mails{state="failed"}': 0,
    });
  });

  it('read the database once for many scrapes', async () => {
    const test = await appWithMetrics();
    const problem = vi.spyOn(test.store, 'problem');
    for (let scrape = 0; scrape < 5; scrape++) await Promise.all([test.scrape(), test.scrape()]);
    expect(problem).toHaveBeenCalledTimes(1);
  });

  it('are served while the database is down, and report that it is down', async () => {
    const store = await openStore({ url: await migratedDatabase() });
    const metrics = createMetrics();
    readServerState(metrics, { store, kinds: new Set() });
    await store.close();
    const series = parseSeries(await metrics.print());
    expect(series.get('docgraph_database_up')).toBe(0);
    expect(seriesOf(series, 'docgraph_jobs')).toEqual({});
    expect(series.has('docgraph_oldest_due_job_seconds')).toBe(false);
    expect(series.get('docgraph_writes_waiting')).toBe(0);
  });
});
