import { beforeAll, describe, expect, it } from 'vitest';
import { transfer } from '../../../../src/modules/lifecycle/transfers/transfer-actions.js';
import { testApp } from '../../../support/app.js';
import { seedGrant, seedMember, seedOrganization } from '../../../support/seed.js';
import { type Manual, seedManual } from '../../manual-space.js';
import { openProposal, type Proposal } from '../change-requests/proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
const reader = await seedMember(test, acme.id, 'read');
const guest = await seedMember(test, acme.id, null);
let manual: Manual;
let proposal: Proposal;
/** Paths of the head's content, of a change request's, of an older revision's and of one of a change request. */
let bases: Record<string, string>;

beforeAll(async () => {
  manual = await seedManual(test, acme);
  await seedGrant(test, acme.id, { to: guest.id, on: manual.id, role: 'read' });
  const space = `/spaces/${manual.id}`;
  const old = (await test.rest('GET', space, acme.admin)).body.revision;
  const merged = await openProposal(test, manual.id, acme.admin.token);
  await merged.change({ operation: 'update_page', page: manual.page('guide'), document: { markdown: 'New.\n' } });
  await merged.merge();
  proposal = await openProposal(test, manual.id, acme.admin.token);
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

/** The statements that a read costs when everything that may be in memory is there. */
async function warm(path: string, token: string): Promise<string[]> {
  await read(path, token);
  return test.batches(() => read(path, token));
}

/** The same where all is in memory but the answer: nobody has asked with these parameters. */
async function unanswered(path: string, parameters: string, token: string): Promise<string[]> {
  await read(path, token);
  const mark = path.includes('?') ? '&' : '?';
  return test.batches(() => read(`${path}${mark}${parameters}`, token));
}

async function read(path: string, token: string): Promise<void> {
  expect((await test.rest('GET', path, { token })).status).toBe(200);
}

/** Whether a statement finds out what is asked for and whether the caller sees it. */
const isAccess = (sql: string): boolean => /from "(Space|ChangeRequest|Grant)"/.test(sql);

describe.each(kinds)('the content of a warm %s', (kind) => {
  // Who reads by a grant costs the grants too; none of these reads costs a statement more for it.
  const readers = { admin: () => acme.admin.token, member: () => reader.token, guest: () => guest.token };

  /** Each asks in a way that none before has. */
  const parameters = { admin: 'metadata=false', member: 'computed=false', guest: 'metadata=false&computed=false' };

  it.each(Object.keys(readers))('is, for the %s, one batch for all pages beside access, once', async (name) => {
    const who = name as keyof typeof readers;
    const path = `${bases[kind]}/pages`;
    const batches = await unanswered(path, parameters[who], readers[who]());
    expect(batches.filter((sql) => !isAccess(sql))).toHaveLength(1);
    expect(batches.filter(isAccess).length).toBeLessThanOrEqual(3);
    const again = await warm(path, readers[who]());
    expect(again.filter((sql) => !isAccess(sql))).toEqual([]);
    expect(again.filter(isAccess).length).toBeLessThanOrEqual(3);
  });

  it('is two batches for a page by path, once: its times and its text, unless its blocks are in memory', async () => {
    for (const [format, most] of [
      ['markdown', 2],
      ['document', 1],
    ] as const) {
      const path = `${bases[kind]}/path/guide?format=${format}`;
      const batches = await unanswered(path, 'metadata=false', acme.admin.token);
      expect(batches.filter((sql) => !isAccess(sql))).toHaveLength(most);
      const again = await warm(path, acme.admin.token);
      expect(again.filter((sql) => !isAccess(sql))).toEqual([]);
      // The head of the space, and what proposes the content, where something does.
      expect(again.filter(isAccess)).toHaveLength(kind === 'change request' ? 2 : 1);
    }
  });

  it('is no batch for its files', async () => {
    const batches = await warm(`${bases[kind]}/files`, acme.admin.token);
    expect(batches.filter((sql) => !isAccess(sql))).toEqual([]);
  });
});

it('a revision that is not in memory costs one batch more for its row', async () => {
  const late = await openProposal(test, manual.id, acme.admin.token);
  const read = () => test.rest('GET', `${late.path}/content/files`, acme.admin);
  const rows = async () => (await test.batches(read)).filter((sql) => /from "Revision"/.test(sql));
  await late.change({ operation: 'insert_page', title: 'Late', document: { markdown: 'Late.\n' } });
  expect(await rows()).toHaveLength(1);
  expect(await rows()).toEqual([]);
  // Whoever inserts files is answered with them, as the new revision has them.
  await late.change({ operation: 'insert_files', files: [{ name: 'a.txt', base64: 'YQ==' }] });
  expect(await rows()).toEqual([]);
});

it('a space alone costs its row, which has its numbers of change requests, and its published addresses', async () => {
  expect(await warm(`/spaces/${manual.id}`, acme.admin.token)).toHaveLength(2);
});

it('a revision in memory is shown to nobody who does not see its space', async () => {
  const stranger = await seedOrganization(test, 'Other');
  const hidden = await seedMember(test, acme.id, null);
  for (const path of Object.values(bases)) {
    await warm(`${path}/pages`, acme.admin.token);
    for (const { token } of [stranger.admin, hidden])
      expect((await test.rest('GET', `${path}/pages`, { token })).status).toBe(404);
  }
});

it('a revision of one space is none of another, in memory or not: 404', async () => {
  const other = await seedManual(test, acme);
  for (const kind of ['old revision', 'revision of a change request']) {
    const path = bases[kind]!.replace(manual.id, other.id);
    for (const below of ['', '/changes', '/pages', '/files', '/path/guide'])
      expect((await test.rest('GET', `${path}${below}`, acme.admin)).status).toBe(404);
  }
});

it('after a transfer a revision is found in its new organization alone', async () => {
  const from = await seedOrganization(test, 'From');
  const to = await seedOrganization(test, 'To');
  const moved = await seedManual(test, from);
  const base = `/spaces/${moved.id}`;
  const { revision } = (await test.rest('GET', base, from.admin)).body;
  await warm(`${base}/revisions/${revision}/files`, from.admin.token);
  await transfer({ store: test.store, viewer: test.operator }, { kind: 'space', id: moved.id, organization: to.id });
  expect((await test.rest('GET', `${base}/revisions/${revision}/files`, from.admin)).status).toBe(404);
  const { status, body } = await test.rest('GET', `${base}/revisions/${revision}/files`, to.admin);
  expect([status, body.count]).toEqual([200, 2]);
  const download = new URL(body.items[0].downloadURL);
  expect((await test.app.inject({ url: download.pathname + download.search })).statusCode).toBe(200);
});
