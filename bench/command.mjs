import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dist } from './dist.mjs';

const meter = fileURLToPath(new URL('meter.mjs', import.meta.url));

/**
 * Runs a Node program to its end and measures it from inside (see meter.mjs). Returns its output, its duration in
 * seconds, its peak memory in MB, and the longest time in ms that a transaction held SQLite's write lock.
 */
export async function runMeasured(program, { args = [], env = {} } = {}) {
  const start = performance.now();
  const child = spawn(process.execPath, ['--import', meter, program, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const texts = child.stdio.slice(1).map(collect);
  const [code] = await once(child, 'close');
  const seconds = (performance.now() - start) / 1000;
  const [output, errors, measures] = texts.map((chunks) => Buffer.concat(chunks).toString());
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${errors}`);
  return { output, seconds, ...JSON.parse(measures) };
}

const secret = 'a secret of the benchmark, 32 bytes long';

/** Runs a command of docgraph on a database. Returns what `runMeasured` does, and the members of the JSON that it prints. */
export async function runDocgraph(args, url) {
  const measured = await runMeasured(join(dist, 'main.js'), { args, env: { DATABASE_URL: url, SECRET: secret } });
  return { ...measured, ...JSON.parse(measured.output) };
}

function collect(stream) {
  const chunks = [];
  stream.on('data', (chunk) => chunks.push(chunk));
  return chunks;
}
