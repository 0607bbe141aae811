import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import { freePort } from '../free-port.mjs';

const folder = new URL('../../deploy/prometheus/', import.meta.url);
const read = (name) => parse(readFileSync(new URL(name, folder), 'utf8'));

/** Longest time in milliseconds until an expression has a value, or has none. */
const patience = 60_000;

/**
 * Starts Prometheus with the files of `deploy/prometheus`, which scrapes each target once a second. `until` resolves
 * when an expression has as many series as given, or rejects after a minute.
 */
export async function startPrometheus(machine, targets) {
  const [port, file] = [await freePort(), join(machine.folder, 'prometheus.yml')];
  const config = read('prometheus.yml');
  config.scrape_configs[0].static_configs = [{ targets }];
  const pace = { scrape_interval: '1s', evaluation_interval: '1s' };
  writeFileSync(file, stringify({ ...config, global: pace, rule_files: [new URL('alerts.yml', folder).pathname] }));
  const options = [`--config.file=${file}`, `--storage.tsdb.path=${machine.folder}/prometheus`];
  machine.spawn('prometheus', [...options, `--web.listen-address=127.0.0.1:${port}`], { stdio: 'ignore' });
  const count = async (expression) => {
    const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(expression)}`;
    // Prometheus responds with 503 until it has started.
    const answer = await fetch(url)
      .then((response) => response.json())
      .catch(() => null);
    return answer?.data?.result.length ?? -1;
  };
  return {
    async until(expression, series) {
      const end = performance.now() + patience;
      while ((await count(expression)) !== series) {
        if (performance.now() > end) throw new Error(`\`${expression}\` does not have ${series} series.`);
        await sleep(200);
      }
    },
  };
}

/** Returns the expression of an alert. */
export function alertExpression(name) {
  return read('alerts.yml').groups[0].rules.find(({ alert }) => alert === name).expr;
}
