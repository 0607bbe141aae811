import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { files, steps } from './world.mjs';

/**
 * Fills the database of a server through its API and its command line.
 * @returns ids and tokens by the names of the steps, and the steps that this version has no operation for
 */
export async function fillWorld(server) {
  const folder = writeFiles();
  const values = { folder };
  const skipped = [];
  try {
    for (const step of steps) {
      const title = step.call ?? step.run.slice(0, 2).join(' ');
      const ready = resolveStep(step, { values, routes: server.routes });
      if (!ready) skipped.push(title);
      else save(await runStep(server, ready), { step, values });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  delete values.folder;
  const isToken = ([name]) => name.endsWith('Token');
  const entries = Object.entries(values);
  return {
    ids: Object.fromEntries(entries.filter((entry) => !isToken(entry))),
    tokens: Object.fromEntries(entries.filter(isToken)),
    skipped: [...new Set(skipped)],
  };
}

function writeFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'docgraph-world-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Replaces `{name}` by the saved values. Returns null if one is missing, or if the version lacks the operation. */
function resolveStep(step, { values, routes }) {
  const route = step.call && routes.get(step.call);
  if (step.call && !route) return null;
  const missing = [];
  const find = (known) => (_, name) => {
    if (known[name] === undefined) missing.push(name);
    return known[name];
  };
  const fill = (data, known = values) => data && JSON.parse(JSON.stringify(data).replace(/\{(\w+)\}/g, find(known)));
  const { with: own, run, body, as } = step;
  const ready = {
    ...step,
    run: fill(run),
    body: fill(body),
    ...(route && { method: route.method, path: fill(route.path, { ...values, ...fill(own) }) }),
    ...(as && { token: find(values)('', as) }),
  };
  return missing.length === 0 ? ready : null;
}

async function runStep(server, step) {
  if (step.run) return server.run(step.run);
  for (;;) {
    const { status, body } = await server.call(step.method, step.path, step);
    if (status >= 400) throw new Error(`${step.method} ${step.path}: ${status} ${JSON.stringify(body)}`);
    const isDone = Object.entries(step.until ?? {}).every(([name, value]) => body[name] === value);
    if (isDone) return body;
    await sleep(200);
  }
}

function save(result, { step, values }) {
  for (const [name, place] of Object.entries(step.save ?? {})) {
    const value = place.split('.').reduce((inner, key) => inner?.[key], result);
    if (value === undefined) throw new Error(`${step.call ?? step.run}: no ${place} in ${JSON.stringify(result)}`);
    values[name] = value;
  }
}
