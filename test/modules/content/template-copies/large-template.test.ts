import { describe, expect, it } from 'vitest';
import { readFolder } from '../../../../src/cli/folders/read-folder.js';
import { importIntoSpace } from '../../../../src/modules/content/folders/import-actions.js';
import { applyTemplateToSpace } from '../../../../src/modules/review/templates/actions.js';
import type { Query } from '../../../../src/platform/db/query/queries.js';
import type { Store } from '../../../../src/platform/db/write/store.js';
import { testApp } from '../../../support/app.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';
import { sharedPath, skippedWithout } from '../../../support/shared-data.js';

const test = await testApp();
const folder = sharedPath('docs/large-rocketchat-dev');
const skipped = skippedWithout(folder);

/** Returns the store, and a list that gets the names of the tables in which each transaction inserts rows. */
function recordInsertedTables(store: Store): { store: Store; steps: string[][] } {
  const steps: string[][] = [];
  const transaction: Store['transaction'] = async (work) => {
    const tables = new Set<string>();
    const result = await store.transaction((tx) => {
      const recordInsert = (query: Query<unknown>): void => {
        const [, table] = /^insert into "(\w+)"/.exec(query.compile(tx.read.sql).sql) ?? [];
        if (table) tables.add(table);
      };
      const all: typeof tx.read.all = (query, ...decoding) => {
        recordInsert(query);
        return tx.read.all(query, ...decoding);
      };
      const buffer: typeof tx.buffer = (query) => {
        recordInsert(query);
        tx.buffer(query);
      };
      return work({ ...tx, buffer, read: { ...tx.read, all } });
    });
    steps.push([...tables]);
    return result;
  };
  return { store: { ...store, transaction }, steps };
}

describe.skipIf(skipped !== '')(`a template of 841 pages${skipped}`, () => {
  it('of another organization is copied completely; its blobs are stored before the transaction that makes it visible', async () => {
    const [theirs, ours] = [await seedOrganization(test), await seedOrganization(test)];
    const { store, steps } = recordInsertedTables(test.store);
    const actor = { store, viewer: test.operator };
    const entries = readFolder(folder);
    const template = await importIntoSpace(actor, { organization: theirs.id, entries });
    const space = await seedSpace(test, ours.id);
    steps.length = 0;
    await applyTemplateToSpace(actor, { space, id: template.spaceId });
    expect(steps.filter((tables) => tables.join() === 'Blob').length).toBeGreaterThan(5);
    expect(steps.at(-1)).toContain('Revision');
    expect(steps.at(-1)).not.toContain('Blob');
    const { body } = await test.rest('GET', `/spaces/${space}/content`, ours.admin);
    const count = (pages: { pages?: [] }[]): number =>
      pages.reduce((sum, page) => sum + 1 + count(page.pages ?? []), 0);
    // The space had one page, and `.gitbook.yaml` of the template is not copied.
    expect([count(body.pages), body.files.length]).toEqual([template.pages + 1, template.files - 1]);
  });
});
