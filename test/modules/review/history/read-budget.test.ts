import { beforeAll, describe, expect, it } from 'vitest';
import { transfer } from '../../../../src/modules/lifecycle/transfers/transfer-actions.js';
import { testApp } from '../../../support/app.js';
import { seedGrant, seedMember, seedOrganization } from '../../../support/seed.js';
import { type Manual, seedManual } from '../../manual-space.js';
import { type ChangeRequestClient, openChangeRequest } from '../change-requests/proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
const reader = await seedMember(test, acme.id, 'read');
const guest = await seedMember(test, acme.id, null);
let manual: Manual;
let proposal: ChangeRequestClient;
/**
 * Paths of the content of the head, of a change request, of an older revision, and of a revision of a change request.
 */
let bases: Record<string, string>;

beforeAll(async () => {
  manual = await seedManual(test, acme);
  await seedGrant(test, acme.id, { to: guest.id, on: manual.id, role: 'read' });
  const space = `/spaces/${manual.id}`;
  const old = (await test.rest('GET', space, acme.admin)).body.revision;
  const merged = await openChangeRequest(test, manual.id, acme.admin.token);
  await merged.change({ operation: 'update_page', page: manual.page('guide'), document: { markdown: 'New.\n' } });
  await merged.merge();
  proposal = await openChangeRequest(test, manual.id, acme.admin.token);
  await proposal.change({ operation: 'update_page', page: manual.page('guide'), document: { markdown: 'Newer.\n' } });
  const proposed = (await proposal.get()).revision;
  bases = {
    head: `${space}/content`,
    'change request': `${proposal.path}/content`,
    'old revision': `${space}/revisions/${old}`,
    'revision of a change request': `${space}/revisions/${proposed}`,
  };
});

const kinds = ['head', 'change request', 'old revision', 'revision of a change request'];

/** Returns the batches of a read when everything that can be cached is cached. */
async function batchesWhenCached(path: string, token: string): Promise<string[]> {
  await read(path, token);
  return test.batches(() => read(path, token));
}

/**
 * Returns the batches of a read when everything except the response is cached. No request had these parameters before.
 */
async function batchesWithoutCachedResponse(path: string, parameters: string, token: string): Promise<string[]> {
  await read(path, token);
  const mark = path.includes('?') ? '&' : '?';
  return test.batches(() => read(`${path}${mark}${parameters}`, token));
}

async function read(path: string, token: string): Promise<void> {
  expect((await test.rest('GET', path, { token })).status).toBe(200);
}

/** Reports whether a statement finds the requested object and checks access. */
const isAccess = (sql: string): boolean => /from "(Space|ChangeRequest|Grant)"/.test(sql);

describe.each(kinds)('the content of a cached %s', (kind) => {
  // For access by a grant, the server also reads the grants. This takes no extra statement in these reads.
  const readers = { admin: () => acme.admin.token, member: () => reader.token, guest: () => guest.token };

  /** Parameters that no earlier request has. */
  const parameters = { admin: 'metadata=false', member: 'computed=false', guest: 'metadata=false&computed=false' };

  it.each(Object.keys(readers))(
    'lists its pages for the %s in one batch plus the access check; a repeated list takes only the access check',
    async (name) => {
      const who = name as keyof typeof readers;
      const path = `${bases[kind]}/pages`;
      const batches = await batchesWithoutCachedResponse(path, parameters[who], readers[who]());
      expect(batches.filter((sql) => !isAccess(sql))).toHaveLength(1);
      expect(batches.filter(isAccess).length).toBeLessThanOrEqual(3);
      const again = await batchesWhenCached(path, readers[who]());
      expect(again.filter((sql) => !isAccess(sql))).toEqual([]);
      expect(again.filter(isAccess).length).toBeLessThanOrEqual(3);
    },
  );

  it('first reads a page by path in a batch for times, and one for text unless its blocks are cached', async () => {
    for (const [format, most] of [
      ['markdown', 2],
      ['document', 1],
    ] as const) {
      const path = `${bases[kind]}/path/guide?format=${format}`;
      const batches = await batchesWithoutCachedResponse(path, 'metadata=false', acme.admin.token);
      expect(batches.filter((sql) => !isAccess(sql))).toHaveLength(most);
      const again = await batchesWhenCached(path, acme.admin.token);
      expect(again.filter((sql) => !isAccess(sql))).toEqual([]);
      // The access check reads the space, and the change request if there is one.
      expect(again.filter(isAccess)).toHaveLength(kind === 'change request' ? 2 : 1);
    }
  });

  it('lists its files without a batch, apart from the access check', async () => {
    const batches = await batchesWhenCached(`${bases[kind]}/files`, acme.admin.token);
    expect(batches.filter((sql) => !isAccess(sql))).toEqual([]);
  });
});

it('a revision that is not cached takes one more batch for its row', async () => {
  const late = await openChangeRequest(test, manual.id, acme.admin.token);
  const read = () => test.rest('GET', `${late.path}/content/files`, acme.admin);
  const rows = async () => (await test.batches(read)).filter((sql) => /from "Revision"/.test(sql));
  await late.change({ operation: 'insert_page', title: 'Late', document: { markdown: 'Late.\n' } });
  expect(await rows()).toHaveLength(1);
  expect(await rows()).toEqual([]);
  // The server reads the files of the new revision for the response to the insertion, so the row of this revision is
  // cached.
  await late.change({ operation: 'insert_files', files: [{ name: 'a.txt', base64: 'YQ==' }] });
  expect(await rows()).toEqual([]);
});

it('a space takes two batches: its row with the change request counts, and its published addresses', async () => {
  expect(await batchesWhenCached(`/spaces/${manual.id}`, acme.admin.token)).toHaveLength(2);
});

it('a cached revision is not visible to users who do not see its space', async () => {
  const stranger = await seedOrganization(test, 'Other');
  const hidden = await seedMember(test, acme.id, null);
  for (const path of Object.values(bases)) {
    await batchesWhenCached(`${path}/pages`, acme.admin.token);
    for (const { token } of [stranger.admin, hidden])
      expect((await test.rest('GET', `${path}/pages`, { token })).status).toBe(404);
  }
});

it('a revision below another space returns 404, cached or not', async () => {
  const other = await seedManual(test, acme);
  for (const kind of ['old revision', 'revision of a change request']) {
    const path = bases[kind]!.replace(manual.id, other.id);
    for (const below of ['', '/changes', '/pages', '/files', '/path/guide'])
      expect((await test.rest('GET', `${path}${below}`, acme.admin)).status).toBe(404);
  }
});

it('a revision is found only in its new organization after a transfer', async () => {
  const from = await seedOrganization(test, 'From');
  const to = await seedOrganization(test, 'To');
  const moved = await seedManual(test, from);
  const base = `/spaces/${moved.id}`;
  const { revision } = (await test.rest('GET', base, from.admin)).body;
  await batchesWhenCached(`${base}/revisions/${revision}/files`, from.admin.token);
  await transfer({ store: test.store, viewer: test.operator }, { kind: 'space', id: moved.id, organization: to.id });
  expect((await test.rest('GET', `${base}/revisions/${revision}/files`, from.admin)).status).toBe(404);
  const { status, body } = await test.rest('GET', `${base}/revisions/${revision}/files`, to.admin);
  expect([status, body.count]).toEqual([200, 2]);
  const download = new URL(body.items[0].downloadURL);
  expect((await test.app.inject({ url: download.pathname + download.search })).statusCode).toBe(200);
});
