import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

/**
 * Writes the results to a file of JSON lines. The first line describes the machine. Each other line is a row: its
 * title, its peer and every round of every server. A round has requests per second, requests per second of CPU time,
 * and the 99th percentile in milliseconds.
 */
export function writeResults(path, rows) {
  const machine = {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    cpus: `${cpus().length} × ${cpus()[0]?.model.trim()}`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
  };
  const lines = rows.map(({ cells, title, against, rounds }) => cells ?? { title, against, rounds });
  writeFileSync(path, [machine, ...lines].map((line) => `${JSON.stringify(line, rounded)}\n`).join(''));
}

function rounded(_key, value) {
  return typeof value === 'number' ? Number(value.toPrecision(4)) : value;
}
