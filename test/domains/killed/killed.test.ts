import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { provider } from '../../support/database.js';
import { seedOrganization, seedSpace } from '../../support/seed.js';
import { compileSources } from './compiled.js';

const rounds = 2;

// On Postgres the server ends the transaction of a process that is gone; what is at stake here is the file of SQLite.
describe.skipIf(provider !== 'sqlite')(
  'a process killed in its work (skipped on Postgres: its server outlives it)',
  async () => {
    const test = await testApp();
    const acme = await seedOrganization(test);
    const compiled = provider === 'sqlite' ? compileSources() : '';
    const get = async (path: string) => (await test.rest('GET', path, acme.admin)).body;

    /** Works on a space in another process, kills it at a random moment, and answers the lines that it printed. */
    async function killedAfter(delay: number, command: string, space: string): Promise<string[]> {
      const script = fileURLToPath(new URL('worker.mjs', import.meta.url));
      const args = [script, compiled, command, test.url, acme.id, space];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      const lines: string[] = [];
      const output = createInterface(child.stdout);
      output.on('line', (line) => lines.push(line));
      await firstDone(child, output);
      await sleep(delay);
      child.kill('SIGKILL');
      await once(child, 'close');
      return lines;
    }

    const done = (lines: string[]) => lines.filter((line) => line.startsWith('done ')).map((line) => line.slice(5));

    /** The head index has exactly the pages of the head, each at its path and with its text. */
    async function expectIndexIsWhole(space: string): Promise<string[]> {
      const { read } = test.store;
      const content = await get(`/spaces/${space}/content/pages`);
      const rows = await read.all(read.sql.selectFrom('Page').select(['id', 'path']).where('spaceId', '=', space));
      const pages = content.pages as { id: string; path: string; createdAt: string; title: string }[];
      const places = (some: { id: string; path: string | null }[]) =>
        some.map(({ id, path }) => `${id} ${path}`).sort();
      expect(places(rows)).toEqual(places(pages));
      for (const { id, createdAt } of pages) {
        expect(createdAt).toBeDefined();
        expect((await test.rest('GET', `/spaces/${space}/content/page/${id}?format=markdown`, acme.admin)).status).toBe(
          200,
        );
      }
      return pages.map(({ title }) => title);
    }

    async function expectEventsHaveNoGap(): Promise<{ action: string; targetId: string }[]> {
      const { read } = test.store;
      const query = read.sql.selectFrom('Event').selectAll().where('organizationId', '=', acme.id).orderBy('sequence');
      const events = await read.all(query);
      expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
      return events;
    }

    it.each(delays())(
      'merging, %i ms after its first merge: each change request is merged whole or not at all',
      async (delay) => {
        const space = await seedSpace(test, acme.id);
        const acknowledged = done(await killedAfter(delay, 'merge', space));
        const titles = await expectIndexIsWhole(space);
        const merged = (await get(`/spaces/${space}/change-requests?status=merged&limit=1000`)).items;
        const open = (await get(`/spaces/${space}/change-requests?status=open&limit=1000`)).items;
        const ids = merged.map(({ id }: { id: string }) => id);
        expect(ids).toEqual(expect.arrayContaining(acknowledged));
        expect(merged.length + open.length).toBe((await get(`/spaces/${space}`)).changeRequests);
        expect(merged[0].revisionMerged).toBe((await get(`/spaces/${space}`)).revision);
        const expected = merged.flatMap(({ subject }: { subject: string }) =>
          ['a', 'b', 'c'].map((part) => `Page ${subject} ${part}`),
        );
        expect(titles.filter((title) => title.startsWith('Page')).sort()).toEqual(expected.sort());
        const events = await expectEventsHaveNoGap();
        const recorded = events.filter(
          ({ action, targetId }) => action === 'mergeChangeRequest' && ids.includes(targetId),
        );
        expect(recorded).toHaveLength(merged.length);
        await expectWorkGoesOn(space);
      },
    );

    it.each(delays())(
      'importing, %i ms after its first import: the space has one state of the folder, whole',
      async (delay) => {
        const space = await seedSpace(test, acme.id);
        const acknowledged = done(await killedAfter(delay, 'import', space));
        const titles = await expectIndexIsWhole(space);
        expect(titles).toHaveLength(20);
        const texts = await Promise.all(
          titles.map(
            async (_, index) => (await get(`/spaces/${space}/content/path/page-${index}?format=markdown`)).markdown,
          ),
        );
        const states = new Set(texts.map((text) => Number(/Round (\d+)/.exec(text)?.[1])));
        expect(states.size).toBe(1);
        expect([...states][0]).toBeGreaterThanOrEqual(Number(acknowledged.at(-1)));
        await expectEventsHaveNoGap();
        await expectWorkGoesOn(space);
      },
    );

    async function expectWorkGoesOn(space: string): Promise<void> {
      expect((await test.rest('PATCH', `/spaces/${space}`, { ...acme.admin, body: { title: 'After' } })).status).toBe(
        200,
      );
    }
  },
);

/** Moments from 0 to 120 ms; the title of each test tells its own. */
function delays(): number[] {
  return Array.from({ length: rounds }, () => Math.floor(Math.random() * 120));
}

async function firstDone(child: ChildProcess, output: NodeJS.EventEmitter): Promise<void> {
  const ended = once(child, 'close').then(([code]) => {
    throw new Error(`The process ended with ${code} before anything was done`);
  });
  const done = new Promise<void>((resolve) => output.on('line', (line) => line.startsWith('done') && resolve()));
  await Promise.race([done, ended]);
  ended.catch(() => undefined);
}
