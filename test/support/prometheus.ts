import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { freePort } from '../../scripts/free-port.mjs';
import { packagePath } from '../../src/platform/base/package-path.js';
import { testFolder } from './database.js';
import { findProgram, waitForPort } from './programs.js';

/** Path of Prometheus on this machine; undefined if it is not installed. */
export const prometheus = findProgram('prometheus');

/** Path of the tool that checks rules of Prometheus; undefined if it is not installed. */
export const promtool = findProgram('promtool');

/** A running Prometheus. */
export interface Prometheus {
  /** Evaluates an expression, and returns the values of its series. */
  query(expression: string): Promise<number[]>;
}

/**
 * Starts Prometheus with the configuration of the package, which scrapes one server each second. It ends with the test
 * file.
 * @param target host and port of the metrics
 */
export async function startPrometheus(target: string): Promise<Prometheus> {
  const [folder, port] = [testFolder(), await freePort()];
  const config = parse(readFileSync(packagePath('deploy/prometheus/prometheus.yml'), 'utf8'));
  const pace = { scrape_interval: '500ms', evaluation_interval: '1s' };
  const [job] = config.scrape_configs;
  const own = {
    global: pace,
    rule_files: [packagePath('deploy/prometheus/alerts.yml')],
    scrape_configs: [{ ...job, static_configs: [{ targets: [target] }] }],
  };
  writeFileSync(join(folder, 'prometheus.yml'), stringify(own));
  const address = `127.0.0.1:${port}`;
  const files = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`];
  await waitForPort(spawn(prometheus!, [...files, `--web.listen-address=${address}`]), port);
  return {
    async query(expression) {
      const answer = await fetch(`http://${address}/api/v1/query?query=${encodeURIComponent(expression)}`);
      const { status, data, error } = (await answer.json()) as { status: string; data: any; error?: string };
      if (status !== 'success') throw new Error(error);
      return data.result.map(({ value }: { value: [number, string] }) => Number(value[1]));
    },
  };
}

/** An alert rule of the package. */
export interface AlertRule {
  alert: string;
  expr: string;
}

/** Returns the alert rules of the package. */
export function readAlerts(): AlertRule[] {
  return parse(readFileSync(packagePath('deploy/prometheus/alerts.yml'), 'utf8')).groups[0].rules;
}
