import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readFolder } from '../../../../src/cli/folders/read-folder.js';
import '../../../../src/app/head-hooks.js';
import type { Context } from '../../../../src/api/graphql/execution/context.js';
import { importIntoSpace } from '../../../../src/modules/content/folders/import-actions.js';
import { findPages } from '../../../../src/modules/content/search/find-pages.js';
import { createOrganization } from '../../../../src/modules/identity/members/creation-actions.js';
import { operatorOf } from '../../../../src/modules/identity/tokens/bootstrap.js';
import { migrate } from '../../../../src/platform/db/migrations/migrate.js';
import { openStore } from '../../../../src/platform/db/open.js';
import { createLoaders } from '../../../../src/platform/db/query/loaders.js';
import type { Store } from '../../../../src/platform/db/write/store.js';
import { provider, testDatabase, testFolder } from '../../../support/database.js';
import { sharedPath, skippedWithout } from '../../../support/shared-data.js';
import { filesIn } from '../revisions/whole-corpus.js';

const folder = sharedPath('docs/medium-elsa');
/** Whether the test runs: only on Postgres, where it compares the results with those in a SQLite file. */
const runs = provider === 'postgresql' && existsSync(folder);

/** Imports a corpus into a database. Returns a function that finds the best five paths for a query. */
async function corpusIn(store: Store): Promise<(query: string) => Promise<string[]>> {
  const viewer = await operatorOf(store);
  const organization = await createOrganization({ store, viewer }, { title: 'Corpus' });
  const { spaceId } = await importIntoSpace({ store, viewer }, { organization, entries: readFolder(folder) });
  return async (query) => {
    const context = { viewer, store, read: store.read, loaders: createLoaders(store.read) } as unknown as Context;
    const pages = await findPages(context, `${organization}/${spaceId}`, { text: query });
    return pages.slice(0, 5).map(({ path }) => path);
  };
}

/** Returns 200 queries from the texts of the pages: one to three consecutive words, incomplete words, phrases. */
function queries(): string[] {
  const words = filesIn(folder)
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').match(/\p{L}{3,}/gu) ?? []);
  return Array.from({ length: 200 }, (_, index) => {
    const at = (index * 7919) % (words.length - 3);
    const some = words.slice(at, at + 1 + (index % 3)).join(' ');
    if (index % 5 === 0) return some.slice(0, -1);
    return index % 7 === 0 ? `"${some}"` : some;
  });
}

it.runIf(runs)(
  `both databases share at least four of the best five results of 200 queries on a corpus (on Postgres${skippedWithout(folder)})`,
  async () => {
    const { store: postgres } = await testDatabase();
    const url = `file:${join(testFolder(), 'corpus.db')}`;
    await migrate({ url });
    const sqlite = await openStore({ url });
    afterAll(() => sqlite.close());
    const [onPostgres, onSqlite] = [await corpusIn(postgres), await corpusIn(sqlite)];
    let found = 0;
    for (const query of queries()) {
      const [one, other] = [await onPostgres(query), await onSqlite(query)];
      const alike = one.filter((path) => other.includes(path)).length;
      expect(alike, query).toBeGreaterThanOrEqual(Math.min(4, Math.max(one.length, other.length)));
      if (one.length > 0) found += 1;
    }
    expect(found).toBeGreaterThan(150);
  },
);
