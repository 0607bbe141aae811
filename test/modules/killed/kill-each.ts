import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { compiledModules } from '../../../scripts/compiled.mjs';
import type { TestApp } from '../../support/app.js';
import { sampled, seeds } from '../../support/properties.js';
import { randomFrom } from '../../support/random.js';
import { seedOrganization } from '../../support/seed.js';
import { load } from './load.js';
import { expectConsistentOrganization } from './whole.js';
import { type Scene, setScene, type Writes } from './writes.mjs';

const compiled = compiledModules();
const worker = fileURLToPath(new URL('worker.mjs', import.meta.url));

/** A write in another process, and the point at which that process ends. */
export interface KillPoint {
  url: string;
  scene: Scene;
  moment: string;
  count: number;
  /** Idempotency key of the request that the write sends, if it has one. */
  key?: string;
}

/**
 * Runs a write in another process until that process kills itself. Returns the number of rounds that it reported as
 * done.
 */
export function runUntilKilled(write: string, { url, scene, moment, count, key }: KillPoint) {
  const args = [worker, compiled, url, write, JSON.stringify(scene), moment, String(count), ...(key ? [key] : [])];
  return new Promise<number>((resolve, reject) => {
    execFile(process.execPath, args, (error, stdout, stderr) => {
      if (error?.signal !== 'SIGKILL') return reject(new Error(`It ended with ${error?.code}: ${stderr}`));
      resolve(stdout.split('\n').length - 1);
    });
  });
}

/**
 * Adds a test for a third of the writes. Each test kills a process at the end of one of its transactions, and compares
 * the stored data with its output. `SEED` selects other writes and moments.
 */
export function testKilledWrites(test: TestApp, writes: Writes): void {
  const actor = { store: test.store, viewer: test.operator };
  const random = randomFrom(seeds(1)[0]!);
  const kills = Object.entries(writes).map(([write, { event, run }]) => {
    const moment = random(10) < 7 ? 'before' : 'after';
    return { write, event, run, moment, count: 1 + random(4) };
  });
  it.concurrent.each(sampled(kills, 3))(
    '$write: killing the process $moment the commit of transaction $count leaves only complete writes',
    async ({ write, event, run, moment, count }) => {
      const { id: organization } = await seedOrganization(test);
      const scene = await setScene(load, actor, organization);
      const logged = async () =>
        (await expectConsistentOrganization(test, organization)).filter(({ action }) => action === event);
      const before = (await logged()).length;
      const done = await runUntilKilled(write, { url: test.url, scene, moment, count });
      const after = (await logged()).length - before;
      await expectConsistentOrganization(test, scene.elsewhere);
      // The process may have ended before it reported its last write.
      if (event) expect([done, done + 1]).toContain(after);
      await run(actor, scene, after + 1);
      if (event) expect((await logged()).length).toBe(before + after + 1);
    },
  );
}
