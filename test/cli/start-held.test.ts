import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { sqlitePath } from '../../src/platform/db/connection/store-url.js';
import { spawnDocgraph } from '../support/command-line.js';
import { migratedDatabase } from '../support/database.js';
import { settings } from '../support/server-process.js';

it('a server that starts waits for a write lock, even if it is held for longer than a request waits', async () => {
  const url = await migratedDatabase();
  const holder = new Database(sqlitePath(url));
  holder.exec('begin immediate');
  const child = spawnDocgraph(['start'], { ...settings, DEMO: 'false', PORT: '0', DATABASE_URL: url });
  let stderr = '';
  child.stderr!.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
  const ended = once(child, 'exit').then(() => 'ended');
  expect([await Promise.race([ended, sleep(5_000, 'waiting')]), stderr]).toEqual(['waiting', '']);
  holder.close();
  expect(await Promise.race([ended, once(child.stdout!, 'data').then(String)])).toContain('docgraph is ready');
  child.kill('SIGKILL');
  await ended;
});
