import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packagePath } from '../../src/platform/base/package-path.js';
import { type MetricDefinition, metricTable } from '../../src/platform/metrics/metric-table.js';
import { createMetrics } from '../../src/platform/metrics/metrics.js';
import { rowsOf } from '../docs/pages.js';
import { testFolder } from '../support/database.js';
import { skippedWithout } from '../support/programs.js';
import { promtool, readAlerts } from '../support/prometheus.js';
import { parseSeries } from '../support/scrape.js';

const alertFile = packagePath('deploy/prometheus/alerts.yml');

const alerts = readAlerts();

/** Returns the expressions of a dashboard. */
function dashboardExpressions(): string[] {
  const { panels } = JSON.parse(readFileSync(packagePath('deploy/grafana/docgraph.json'), 'utf8'));
  return panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) => targets.map(({ expr }) => expr));
}

/** Labels of each metric of a server, including the metrics of `prom-client`. */
async function labelsByMetric(): Promise<Map<string, Set<string>>> {
  const metrics = createMetrics();
  const table: Record<string, MetricDefinition> = metricTable;
  const known = new Map(Object.entries(table).map(([name, { labels }]) => [name, new Set(labels)]));
  for (const series of parseSeries(await metrics.print()).keys()) {
    const [, name = '', labels = ''] = /^([a-z0-9_]+)(?:\{(.*)\})?$/.exec(series) ?? [];
    if (!known.has(name)) known.set(name, new Set());
    for (const [, label] of labels.matchAll(/([a-z_]+)="/g)) known.get(name)!.add(label!);
  }
  return known;
}

/** Labels that Prometheus adds to each metric, or to the buckets of a histogram. */
const addedLabels = ['instance', 'job', 'le'];

/** Returns the metrics of an expression with the labels of their selectors. */
function metricsIn(expression: string): { name: string; labels: string[] }[] {
  const selectors = /\b((?:docgraph|nodejs|process)_[a-z0-9_]+)(?:\{([^}]*)\})?/g;
  return [...expression.matchAll(selectors)].map(([, name, selector = '']) => ({
    name: name!,
    labels: [...selector.matchAll(/([a-z_]+)(?:=|!=|=~|!~)"/g)].map(([, label]) => label!),
  }));
}

const groupLabels = (expression: string): string[] =>
  [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(', '));

describe('the manual', () => {
  it('lists every metric with its type, labels and help', () => {
    const table: Record<string, MetricDefinition> = metricTable;
    const rows = Object.entries(table).map(([name, { type, labels, help }]) => [
      name,
      type,
      labels.map((label) => `\`${label}\``).join(', ') || '–',
      help,
    ]);
    const listed = rowsOf('docs/metrics.md', /^docgraph_/).map(([name, type, labels, help]) => [
      name,
      type,
      labels === '–' ? labels : `\`${labels}\``.replaceAll('``', '`'),
      help,
    ]);
    expect(listed).toEqual(rows);
  });

  it('lists every alert', () => {
    const listed = rowsOf('docs/metrics.md', /^Docgraph[A-Z]/).map(([name]) => name);
    expect(listed).toEqual(alerts.map(({ alert }) => alert));
  });
});

describe('the dashboard and the alerts', () => {
  it('name only metrics that a server has, with their labels', async () => {
    const known = await labelsByMetric();
    const expressions = [...alerts.map(({ expr }) => expr), ...dashboardExpressions()];
    expect(expressions.length).toBeGreaterThan(40);
    for (const expression of expressions) {
      const metrics = metricsIn(expression).map((metric) => ({
        ...metric,
        known: known.get(metric.name) ?? known.get(metric.name.replace(/_(bucket|sum|count)$/, '')),
      }));
      expect.soft(metrics.filter((metric) => !metric.known).map(({ name }) => name)).toEqual([]);
      const all = new Set([...addedLabels, ...metrics.flatMap((metric) => [...(metric.known ?? [])])]);
      const used = [...groupLabels(expression), ...metrics.flatMap(({ labels }) => labels)];
      expect.soft(used.filter((label) => !all.has(label))).toEqual([]);
    }
  });

  it('use every metric of docgraph', () => {
    const text = readFileSync(packagePath('deploy/grafana/docgraph.json'), 'utf8');
    expect(Object.keys(metricTable).filter((name) => !text.includes(name))).toEqual([]);
  });
});

/** Series that make each alert fire, by alert. Each value is a series in the notation of promtool. */
const causes: Record<string, Record<string, string>> = {
  DocgraphInstanceDown: { 'up{job="docgraph",instance="a"}': '0x60' },
  DocgraphDatabaseDown: { 'docgraph_database_up{instance="a"}': '0x60' },
  DocgraphErrors: {
    'docgraph_requests_total{instance="a",status="5xx"}': '0+2x60',
    'docgraph_requests_total{instance="a",status="2xx"}': '0+50x60',
  },
  DocgraphSlow: {
    'docgraph_request_duration_seconds_bucket{instance="a",api="rest",le="1"}': '0+8x60',
    'docgraph_request_duration_seconds_count{instance="a",api="rest"}': '0+10x60',
  },
  DocgraphDeadJobs: { 'docgraph_jobs{instance="a",kind="content.sweep",state="dead"}': '1x60' },
  DocgraphJobsLate: { 'docgraph_oldest_due_job_seconds{instance="a"}': '900x60' },
  DocgraphWritesWait: { 'docgraph_writes_longest_wait_seconds{instance="a"}': '5x60' },
  DocgraphDiskNearlyFull: {
    'docgraph_disk_free_bytes{instance="a"}': '5x60',
    'docgraph_disk_size_bytes{instance="a"}': '100x60',
  },
  DocgraphBackupOld: { 'docgraph_backup_last_success_timestamp_seconds{instance="a"}': '-200000x60' },
  DocgraphEventLoopLag: { 'nodejs_eventloop_lag_p99_seconds{job="docgraph",instance="a"}': '0.5x60' },
  DocgraphMailFailing: {
    'docgraph_job_attempts_total{instance="a",kind="mail.send",outcome="failed"}': '0+1x60',
  },
  DocgraphRefuses: { 'docgraph_refused_requests_total{instance="a",status="503",reason="STORE_BUSY"}': '0+1x60' },
};

/** Series of a healthy server. */
const well: Record<string, string> = {
  'up{job="docgraph",instance="a"}': '1x60',
  'docgraph_database_up{instance="a"}': '1x60',
  'docgraph_requests_total{instance="a",status="2xx"}': '0+50x60',
  'docgraph_request_duration_seconds_bucket{instance="a",api="rest",le="1"}': '0+50x60',
  'docgraph_request_duration_seconds_count{instance="a",api="rest"}': '0+50x60',
  'docgraph_jobs{instance="a",kind="content.sweep",state="waiting"}': '1x60',
  'docgraph_oldest_due_job_seconds{instance="a"}': '1x60',
  'docgraph_writes_longest_wait_seconds{instance="a"}': '0x60',
  'docgraph_writes_waiting{instance="a"}': '0x60',
  'docgraph_disk_free_bytes{instance="a"}': '50x60',
  'docgraph_backup_last_success_timestamp_seconds{instance="a"}': '0x60',
  'docgraph_disk_size_bytes{instance="a"}': '100x60',
  'nodejs_eventloop_lag_p99_seconds{job="docgraph",instance="a"}': '0.01x60',
  'docgraph_mails{instance="a",state="failed"}': '0x60',
  'docgraph_refused_requests_total{instance="a",status="429",reason="none"}': '0+1x60',
};

/** Returns a test for promtool. It expects exactly the given alerts to fire after half an hour of the given series. */
function firingTest(series: Record<string, string>, expected: readonly string[]) {
  return {
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [
      {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: '30m',
        exp_samples: expected.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
      },
    ],
  };
}

describe.runIf(promtool)(`the alert rules, checked by promtool${skippedWithout('promtool')}`, () => {
  it('are valid', () => {
    expect(execFileSync(promtool!, ['check', 'rules', alertFile]).toString()).toContain('SUCCESS');
    const config = packagePath('deploy/prometheus/prometheus.yml');
    expect(execFileSync(promtool!, ['check', 'config', config]).toString()).toContain('SUCCESS');
  });

  it('fire for their own cause only, and not for a healthy server', () => {
    expect(Object.keys(causes)).toEqual(alerts.map(({ alert }) => alert));
    const tests = Object.entries(causes).map(([alert, series]) => firingTest(series, [alert]));
    const file = join(testFolder(), 'alerts.json');
    const all = { rule_files: [alertFile], evaluation_interval: '1m', tests: [firingTest(well, []), ...tests] };
    writeFileSync(file, JSON.stringify(all));
    expect(execFileSync(promtool!, ['test', 'rules', file]).toString()).toContain('SUCCESS');
  });
});
