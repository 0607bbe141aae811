import { statSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { jobKinds } from '../../../../src/app/job-kinds.js';
import { hashOf } from '../../../../src/engine/base/blob.js';
import { contentRoots } from '../../../../src/modules/content/content-garbage-collection/content-roots.js';
import { storeBlobs } from '../../../../src/modules/content/revisions/store-content.js';
import { sqlitePath } from '../../../../src/platform/db/connection/store-url.js';
import { tables } from '../../../../src/platform/db/generated/columns.js';
import { createOutbound } from '../../../../src/platform/outbound/outbound.js';
import { testApp } from '../../../support/app.js';
import { moveClock } from '../../../support/clock.js';
import { provider } from '../../../support/database.js';
import { runKind } from '../../../support/run-kind.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';
import { makeFullWorld } from '../../lists/full-world.js';

const test = await testApp();
const day = 86_400_000;
const collectGarbage = ({ store } = test) =>
  runKind(jobKinds({ store, outbound: createOutbound([]) }), 'content.sweep');
const bytes = (text: string) => new TextEncoder().encode(text);

/** Returns the hashes of the blobs and tree nodes of an organization. */
async function stored(organization: string, { store } = test): Promise<string[]> {
  const of = (table: string) =>
    sql<{ hash: string }>`select "hash" from ${sql.table(table)} where "organizationId" = ${organization}`;
  const rows = [...(await store.read.all(of('Blob'))), ...(await store.read.all(of('TreeNode')))];
  return rows.map(({ hash }) => hash).sort();
}

/** Stores unreachable texts. */
const storeUnreachableTexts = (organizationId: string, ...texts: string[]) =>
  test.store.transaction((tx) =>
    storeBlobs(
      tx,
      { organizationId, storedAt: new Date() },
      new Map(texts.map((text) => [hashOf(bytes(text)), bytes(text)])),
    ),
  );

it('every column that holds a hash is in the list of content roots or in the list of exceptions', () => {
  const others = [
    // Hashes for lookups, which do not refer to content.
    'AccessToken.hash',
    'IdempotencyKey.hash',
    'IdempotencyKey.requestHash',
    'OidcLogin.browserHash',
    'RateWindow.hash',
    'RenderedPdf.hash',
    'RetiredBootstrapToken.hash',
    'SamlLogin.browserHash',
    'SamlLogin.ticketHash',
    'ShareLink.keyHash',
    'SignInLink.hash',
    'TranslatedPage.sourceHash',
    'TranslatedPage.textHash',
    // Columns of the content itself, and of the times when it was used.
    'Blob.hash',
    'TreeNode.hash',
    'ContentTouch.hash',
    'ObjectDeletion.hash',
  ];
  const holding = Object.entries(tables).flatMap(([table, { columns }]) =>
    Object.keys(columns).flatMap((name) => (/hash|blob/i.test(name) ? [`${table}.${name}`] : [])),
  );
  const roots = contentRoots.map(({ table, column }) => `${table}.${column}`);
  expect([...roots, ...others].sort()).toEqual(holding.sort());
});

describe('the garbage collection', () => {
  it('deletes no reachable content, however old it is', async () => {
    const { organization } = await makeFullWorld(test);
    const before = await stored(organization);
    for (const days of [1, 2, 3]) {
      moveClock(days * day + 1000);
      await collectGarbage();
    }
    expect(await stored(organization)).toEqual(before);
  });

  it('deletes unreachable content one day after a garbage collection first found it, but not earlier', async () => {
    const { id } = await seedOrganization(test);
    await storeUnreachableTexts(id, 'one', 'two');
    await collectGarbage();
    expect(await stored(id)).toHaveLength(2);
    moveClock(day + 1000);
    await collectGarbage();
    expect(await stored(id)).toHaveLength(2);
    moveClock(day + 1000);
    await collectGarbage();
    expect(await stored(id)).toEqual([]);
  });

  it('does not delete content that was used again meanwhile', async () => {
    const { id } = await seedOrganization(test);
    await storeUnreachableTexts(id, 'used', 'unused');
    moveClock(day + 1000);
    await collectGarbage();
    moveClock(day + 1000);
    await storeUnreachableTexts(id, 'used');
    await collectGarbage();
    expect(await stored(id)).toEqual([hashOf(bytes('used'))]);
  });

  it('does not delete content that a writer stores again during the garbage collection', async () => {
    const { id } = await seedOrganization(test);
    const texts = ['one', 'two', 'three', 'four'];
    for (let round = 0; round < 5; round++) {
      await storeUnreachableTexts(id, ...texts);
      moveClock(day + 1000);
      await collectGarbage();
      moveClock(day + 1000);
      await Promise.all([
        collectGarbage(),
        storeUnreachableTexts(id, 'two'),
        storeUnreachableTexts(id, 'three', 'one'),
      ]);
      expect(await stored(id)).toEqual(
        expect.arrayContaining(['one', 'two', 'three'].map((text) => hashOf(bytes(text)))),
      );
    }
  });

  it('frees the disk space of a deleted space', async () => {
    const own = await testApp();
    const acme = await seedOrganization(own);
    const texts = Array.from({ length: 40 }, (_, index) => [`${index}.txt`, `${index} ${'x'.repeat(100_000)}`]);
    const space = await seedSpace(own, acme.id, { 'README.md': '# Welcome\n', ...Object.fromEntries(texts) });
    const kinds = jobKinds({ store: own.store, outbound: createOutbound([]) });
    const before = await sizeOf(own);
    await own.rest('DELETE', `/spaces/${space}`, acme.admin);
    moveClock(7 * day);
    await runKind(kinds, 'spaces.purge');
    await collectGarbage(own);
    moveClock(day + 1000);
    await collectGarbage(own);
    expect(await stored(acme.id, own)).toEqual([]);
    const after = await sizeOf(own);
    expect(before).toBeGreaterThan(4_000_000);
    expect(after).toBeLessThan(provider === 'sqlite' ? before / 2 : before);
  });
});

/**
 * Returns the bytes that the database uses: the size of the file on SQLite, of live rows on Postgres. Postgres reuses
 * the space of deleted rows.
 */
async function sizeOf({ store, url }: { store: typeof test.store; url: string }): Promise<number> {
  if (provider !== 'sqlite') {
    const live = sql<{ size: string }>`select coalesce(sum("size"), 0)::text as "size" from "Blob"`;
    return Number((await store.read.first(live))!.size);
  }
  const { default: Database } = await import('better-sqlite3');
  const database = new Database(sqlitePath(url));
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  return statSync(sqlitePath(url)).size;
}
