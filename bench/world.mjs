import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from './dist.mjs';

/** Secrets that sign cursors and addresses; the compared servers share them. */
export const secrets = { current: 'a secret for benchmarks, 32 bytes long', previous: null };

/** Public URL in responses, the same for all compared servers. */
export const publicUrl = 'http://bench.test';

/** Runs a function with a folder that is deleted afterwards. */
export async function withFolder(run) {
  const folder = mkdtempSync(join(tmpdir(), 'docgraph-bench-'));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Default number of spaces, and of change requests in each space. */
const defaultSize = { spaces: 20, changeRequests: 5 };

/**
 * Migrates an empty database and fills it. Returns ids, and a token of the organization's admin.
 * @param size number of spaces, and of change requests in each; `first` is called with the store and the organization
 * before the spaces are created
 */
export function seed(url, size = defaultSize) {
  return withStore(url, (store) => fill(store, size));
}

/** Migrates an empty database and runs a function with a store on it. Returns its result. */
export async function withStore(url, run) {
  const { migrate } = await load('platform/db/migrations/migrate.js');
  const { openStore } = await load('platform/db/open.js');
  await migrate({ url });
  const store = await openStore({ url });
  try {
    return await run(store);
  } finally {
    await store.close();
  }
}

/** Creates one organization, its spaces, and the change requests of each space, by 10 alternating authors. */
async function fill(store, size) {
  await load('app/head-hooks.js');
  const { operatorOf } = await load('modules/identity/tokens/bootstrap.js');
  const { createToken } = await load('modules/identity/tokens/operator-actions.js');
  const { createUser } = await load('modules/identity/members/user-actions.js');
  const { createOrganization } = await load('modules/identity/members/creation-actions.js');
  const { createSpace } = await load('modules/content/space-lifecycle/actions.js');
  const { createChangeRequest } = await load('modules/review/change-requests/actions.js');
  const operator = { store, viewer: await operatorOf(store) };
  const organization = await createOrganization(operator, { title: 'Benchmarks' });
  const { token } = await createToken(operator, { user: operator.viewer.userId });
  await size.first?.(store, organization);
  const authors = [];
  for (let index = 0; index < 10; index++) {
    const person = { email: `author${index}@bench.test`, name: `Author ${index}`, organization, role: 'admin' };
    authors.push(await createUser(operator, person));
  }
  const spaces = [];
  for (let index = 0; index < size.spaces; index++) {
    const space = await createSpace(operator, { organization, title: `Space ${index}` });
    spaces.push(space);
    for (let number = 0; number < size.changeRequests; number++) {
      const actor = { store, viewer: { ...operator.viewer, userId: authors[(index + number) % authors.length] } };
      await createChangeRequest(actor, { space, subject: `Change ${number} of ${index}` });
    }
  }
  return { organization, spaces, token };
}
