import { expect, it } from 'vitest';
import '../../../../src/app/head-hooks.js';
import type { Context } from '../../../../src/api/graphql/execution/context.js';
import { importIntoSpace } from '../../../../src/modules/content/folders/import-actions.js';
import { findPages } from '../../../../src/modules/content/search/find-pages.js';
import { fillSearch } from '../../../../src/modules/content/search/rebuild.js';
import { createOrganization } from '../../../../src/modules/identity/members/creation-actions.js';
import { operatorOf } from '../../../../src/modules/identity/tokens/bootstrap.js';
import { migrate } from '../../../../src/platform/db/migrations/migrate.js';
import { readMigrations } from '../../../../src/platform/db/migrations/migrations-folder.js';
import { openStore } from '../../../../src/platform/db/open.js';
import { createLoaders } from '../../../../src/platform/db/query/loaders.js';
import type { Store } from '../../../../src/platform/db/write/store.js';
import { atEnd, emptyDatabase, provider } from '../../../support/database.js';

/** There are more pages than the ranking considers, so the first page can only be found by its title. */
const pages = Object.fromEntries(
  Array.from({ length: 1_002 }, (_, index) => [`p${index}.md`, `# Page ${index}\n\n## Part\n\nCommon, common é.\n`]),
);
const files = { 'first.md': '# Common ground\n\nNothing else.\n', ...pages };

async function imported(store: Store): Promise<string> {
  const actor = { store, viewer: await operatorOf(store) };
  const organization = await createOrganization(actor, { title: 'Older' });
  const entries = new Map(Object.entries(files).map(([name, text]) => [name, () => new TextEncoder().encode(text)]));
  const { spaceId } = await importIntoSpace(actor, { organization, entries });
  return `${organization}/${spaceId}`;
}

async function searchPaths(store: Store, scope: string, query: string): Promise<string[]> {
  const viewer = await operatorOf(store);
  const context = { viewer, store, read: store.read, loaders: createLoaders(store.read) } as unknown as Context;
  return (await findPages(context, scope, { text: query })).map(({ path }) => path);
}

function terms({ read }: Store): Promise<object[]> {
  return read.all(read.sql.selectFrom('SearchPage').select(['pageId', 'terms']).orderBy('pageId'));
}

/** Changes the rows to the format from before the markers in `terms` became ASCII. */
async function downgradeRows(store: Store): Promise<void> {
  const signs = `replace(replace("terms", '^', '¶'), '|', '§')`;
  await store.transaction(async ({ prisma }) => {
    await prisma.$executeRawUnsafe(`update "SearchPage" set "terms" = ${signs}`);
    await prisma.searchSpace.updateMany({ data: { version: 3 } });
  });
}

it('a search returns the same results after the upgrade of a database with non-ASCII markers, also for words in titles', async () => {
  const url = await emptyDatabase();
  const shipped = readMigrations(provider);
  const older = shipped.migrations.filter(({ name }) => !name.endsWith('_search_signs'));
  await migrate({ url, folder: { ...shipped, migrations: older } });
  const old = await openStore({ url, patience: 10 });
  const scope = await imported(old);
  const before = await terms(old);
  await downgradeRows(old);
  expect(await terms(old)).not.toEqual(before);
  await old.close();
  await migrate({ url });
  const store = await openStore({ url, patience: 10 });
  atEnd(() => store.close());
  expect(await fillSearch(store)).toEqual({ spaces: 1, pages: 1_003 });
  expect(await terms(store)).toEqual(before);
  const ask = (query: string) => searchPaths(store, scope, query);
  const common = await ask('common');
  expect(common).toHaveLength(1_000);
  expect(common[0]).toBe('first');
  expect((await ask('common 17'))[0]).toBe('p17');
  expect(await ask('nothing gro')).toEqual(['first']);
});
