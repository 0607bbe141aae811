import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contentGarbageCollection } from '../../../../src/modules/content/content-garbage-collection/collect-content.js';
import { finishImport } from '../../../../src/modules/lifecycle/imports/import-actions.js';
import {
  deleteOrganization,
  restoreOrganization,
} from '../../../../src/modules/lifecycle/organizations/deletion-actions.js';
import { organizationPurge } from '../../../../src/modules/lifecycle/organizations/removal-actions.js';
import { spacePurge } from '../../../../src/modules/lifecycle/purges/purge-actions.js';
import { newId } from '../../../../src/platform/base/ids.js';
import { createScene, type Fixture } from '../../../contract/scene.js';
import { testApp } from '../../../support/app.js';
import { moveClock } from '../../../support/clock.js';
import { runKind } from '../../../support/run-kind.js';
import { type Person, seedOrganization, seedSpace, tokenOf } from '../../../support/seed.js';
import { archiveOf, type ReadArchive, rowsIn } from '../archives/archive-kit.js';
import { emptyServer, importFrom, type Server } from './import-kit.js';
import { hashOfText, tampered } from './tampered.js';

const test = await testApp();
const passphrase = 'correct horse battery';
let scene: Fixture;
let archive: ReadArchive;

beforeAll(async () => {
  scene = await createScene(test);
  archive = await archiveOf(test, scene.organization, passphrase);
});

const usersOf = ({ store }: Server) => store.read.all(store.sql.selectFrom('User').selectAll().orderBy('id'));

describe('an import of an archive', () => {
  it('is refused if the organization exists, and the message suggests new ids', async () => {
    await expect(importFrom(test, archive)).rejects.toThrow(
      `Cannot import the archive: the organization ${scene.organization} exists on this server. Import it with \`--new-ids\``,
    );
  });

  it('is refused if an object already exists on the server, or if a row refers to an object of another organization', async () => {
    const { id } = await seedOrganization(test);
    const space = await seedSpace(test, id);
    const revision = (await test.store.read.first(
      test.store.sql.selectFrom('Space').select('revisionId').where('id', '=', space),
    ))!.revisionId;
    const other = await archiveOf(test, (await seedOrganization(test)).id);
    const foreign = await archiveOf(test, id);
    const elsewhere = newId('Organization');
    const moved = { ...foreign, manifest: { ...foreign.manifest, organization: { id: elsewhere, title: 'Acme' } } };
    const files = new Map(
      [...foreign.files].map(([name, bytes]) => [name, Buffer.from(bytes.toString().replaceAll(id, elsewhere))]),
    );
    await expect(importFrom(test, tampered({ ...moved, files }, {}))).rejects.toMatchObject({ code: 'CONFLICT' });
    const stolen = tampered(other, {
      rows: { Organization: (rows) => rows.map((row) => ({ ...row, defaultSiteId: revision })) },
    });
    await expect(importFrom(test, stolen, { newIds: true })).rejects.toThrow(`it refers to ${revision}`);
  });

  it('requires the operator, and the address of an existing user as owner', async () => {
    const { id: userId } = scene.admin;
    const viewer = {
      kind: 'user',
      userId,
      tokenId: '',
      roles: new Map(),
      allowed: null,
      isAgent: false,
      organizationId: null,
    } as const;
    const outsider = { store: test.store, operator: viewer as never };
    await expect(importFrom(outsider, archive, { newIds: true })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const options = { newIds: true, owner: 'nobody@acme.test' };
    await expect(importFrom(test, archive, options)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('makes the given owner an admin of the organization', async () => {
    const { store } = test;
    const { id: owner } = scene.other;
    const { id } = await importFrom(test, archive, { newIds: true, owner: scene.other.email });
    const query = store.sql
      .selectFrom('Member')
      .select('role')
      .where('organizationId', '=', id)
      .where('userId', '=', owner);
    expect(await store.read.first(query)).toEqual({ role: 'admin' });
  });
});

describe('people of an archive', () => {
  it('are matched to users by address, or by id and time of creation, and are created otherwise', async () => {
    const server = await emptyServer();
    const [known, taken, erased] = [newId('User'), scene.other.id, newId('User')];
    const at = '2026-01-01T00:00:00.000Z';
    const findUser = (person: Person) => rowsIn(archive, 'User').find(({ id }) => id === person.id);
    const base = { displayName: 'Known', searchKey: 'known' };
    await server.store.transaction(async ({ prisma }) => {
      await prisma.user.createMany({
        data: [
          { ...base, id: known, email: scene.admin.email, createdAt: at },
          { ...base, id: taken, email: 'else@else.test', createdAt: at },
          { ...base, id: erased, email: null, createdAt: at, erasedAt: at },
        ],
      });
    });
    const gone = { ...findUser(scene.other), id: erased, email: 'gone@acme.test', createdAt: at };
    const given = tampered(archive, {
      rows: {
        User: (rows) => [...rows, gone],
        Member: (rows) => [...rows, { ...rows[0], userId: erased }],
      },
    });
    const result = await importFrom(server, given);
    const users = await usersOf(server);
    expect(result.people).toEqual({ mapped: 2, created: rowsIn(given, 'User').length - 2 });
    expect(users.find(({ email }) => email === scene.admin.email)!.id).toBe(known);
    expect(users.find(({ id }) => id === taken)!.email).toBe('else@else.test');
    const other = users.find(({ email }) => email === scene.other.email)!;
    expect(other).toMatchObject({
      emailVerifiedAt: null,
      createdAt: findUser(scene.other).createdAt,
      mutedMails: null,
    });
    expect(other.id).not.toBe(taken);
    expect(users.find(({ id }) => id === erased)).toMatchObject({ displayName: 'Known', email: null, erasedAt: at });
    const members = await server.store.read.all(server.store.sql.selectFrom('Member').select('userId'));
    expect(members.map(({ userId }) => userId).sort()).toEqual([known, other.id, scene.member.id].sort());
    const events = await server.store.read.all(server.store.sql.selectFrom('Event').select('actorId').distinct());
    expect(events.map(({ actorId }) => actorId)).not.toContain(scene.admin.id);
  });
});

describe('content of an import with new ids', () => {
  it('has the new ids in its texts and trees, and therefore new hashes', async () => {
    const { id: organization, admin } = await seedOrganization(test);
    const space = await seedSpace(test, organization, { 'README.md': '# One\n\nOld.\n', 'a/two.md': '# Two\n' });
    const [page] = (await test.rest('GET', `/spaces/${space}/content/pages`, admin)).body.pages;
    const made = await test.rest('POST', `/spaces/${space}/change-requests`, { ...admin, body: {} });
    const document = { markdown: `# One\n\nSee [two](https://docs.test/app/${page.id}) of ${space}, not usr_x.\n` };
    await test.rest('POST', `/spaces/${space}/change-requests/${made.body.id}/content`, {
      ...admin,
      body: { changes: [{ operation: 'update_page', page: page.id, document }] },
    });
    await test.rest('POST', `/spaces/${space}/change-requests/${made.body.id}/merge`, admin);
    const before = await archiveOf(test, organization);
    const { id } = await importFrom(test, before, { newIds: true });
    const after = await archiveOf(test, id);
    const copy = rowsIn(after, 'Space')[0].id;
    const { body } = await test.rest('GET', `/spaces/${copy}/content/path/?format=markdown`, admin);
    const text = JSON.stringify(body);
    for (const old of [organization, space, page.id]) expect(after.bytes.includes(old)).toBe(false);
    expect(text).toContain(copy);
    for (const node of rowsIn(after, 'TreeNode')) expect(hashOfText(node.content)).toBe(node.hash);
    const links = await test.rest('GET', `/spaces/${copy}/links`, admin);
    expect(links.status).toBe(200);
  });
});

describe('an interrupted import', () => {
  let server: Server;
  beforeEach(async () => {
    server = await emptyServer();
  });

  const interrupted = (at: number) => importFrom(server, archive, { passphrase, onProgress: stopAt(at) });

  it('can be resumed with the same archive, but not with another one', async () => {
    await expect(interrupted(12)).rejects.toThrow('interrupted');
    const other = tampered(archive, { rows: { Space: (rows) => rows.map((row) => ({ ...row, title: 'Other' })) } });
    await expect(importFrom(server, other)).rejects.toThrow('an import of another archive');
    await expect(interrupted(20)).rejects.toThrow('interrupted');
    expect(await importFrom(server, archive, { passphrase })).toMatchObject({ resumed: true });
    expect((await archiveOf(server, scene.organization, passphrase)).bytes.equals(archive.bytes)).toBe(true);
    await expect(importFrom(server, archive, { passphrase })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('hides the organization, whose content is not deleted as garbage', async () => {
    await expect(interrupted(10)).rejects.toThrow('interrupted');
    const { store } = server;
    const deletedAt = await store.read.first(store.sql.selectFrom('Organization').select('deletedAt'));
    expect(deletedAt).not.toEqual({ deletedAt: null });
    for (const days of [2, 4]) {
      moveClock(days * 86_400_000);
      const { run } = contentGarbageCollection(store);
      await run({} as never, { signal: new AbortController().signal } as never);
    }
    await importFrom(server, archive, { passphrase });
    expect((await archiveOf(server, scene.organization, passphrase)).bytes.equals(archive.bytes)).toBe(true);
  });
});

describe('an organization whose import was interrupted', () => {
  it('can neither be exported nor restored after its deletion, because it is incomplete', async () => {
    const server = await emptyServer();
    const actor = { store: server.store, viewer: server.operator };
    await expect(importFrom(server, archive, { onProgress: stopAt(20) })).rejects.toThrow('interrupted');
    await expect(archiveOf(server, scene.organization)).rejects.toThrow('its import is not finished');
    await deleteOrganization(actor, { organization: scene.organization });
    await expect(restoreOrganization(actor, scene.organization)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(importFrom(server, archive)).rejects.toThrow('or its organization was deleted');
    await deleteOrganization(actor, { organization: scene.organization, now: true });
    await runKind([organizationPurge(server.store)], 'organizations.purge');
    expect(await importFrom(server, archive)).toMatchObject({ resumed: false });
  });

  it('cannot be made visible by the process of an earlier import', async () => {
    const server = await emptyServer();
    const actor = { store: server.store, viewer: server.operator };
    await expect(importFrom(server, archive, { onProgress: stopAt(20) })).rejects.toThrow('interrupted');
    const earlier = { organizationId: scene.organization, archive: '', done: 60, idSeed: null };
    await expect(finishImport(actor, earlier, null)).rejects.toThrow('was begun again by another process');
  });

  it('keeps a deleted space whose retention has ended until the import finishes', async () => {
    const server = await emptyServer();
    const deletedAt = '2026-01-01T00:00:00.000Z';
    const old = tampered(archive, { rows: { Space: (rows) => rows.map((row) => ({ ...row, deletedAt })) } });
    await expect(importFrom(server, old, { onProgress: stopAt(10) })).rejects.toThrow('interrupted');
    await runKind([spacePurge(server.store)], 'spaces.purge');
    await importFrom(server, old);
    const spaces = server.store.sql.selectFrom('Space').select('id');
    expect(await server.store.read.all(spaces)).toHaveLength(rowsIn(old, 'Space').length);
    await runKind([spacePurge(server.store)], 'spaces.purge');
    expect(await server.store.read.all(spaces)).toEqual([]);
  });
});

/** Returns a progress listener that interrupts an import after a number of stored entries. */
function stopAt(entries: number) {
  return (phase: string, done: number): void => {
    if (phase === 'store' && done === entries) throw new Error('interrupted');
  };
}

describe('an import on a server with conflicting data', () => {
  it('leaves out hostnames that other sites have, and secrets if there is no passphrase', async () => {
    const hostname = 'docs.acme.test';
    await test.store.transaction(async ({ prisma }) => {
      await prisma.site.update({ where: { id: scene.site }, data: { hostname, confirmedHostname: hostname } });
    });
    const own = await archiveOf(test, scene.organization);
    const { id, leftOut } = await importFrom(test, own, { newIds: true, passphrase });
    expect(leftOut).toEqual({ secrets: true, hostnames: [hostname] });
    const copy = await archiveOf(test, id, passphrase);
    expect(rowsIn(copy, 'Site').map((site) => site.confirmedHostname)).toEqual([null, null]);
    expect(rowsIn(copy, 'ShareLink')).toEqual([]);
    expect(rowsIn(copy, 'InviteLink')).toEqual([]);
  });

  it('gives share links and invite links new secrets with new ids', async () => {
    const { id } = await importFrom(test, archive, { newIds: true, passphrase });
    const copy = await archiveOf(test, id, passphrase);
    expect(rowsIn(copy, 'ShareLink')).toHaveLength(1);
    expect(rowsIn(copy, 'ShareLink')[0].keyHash).not.toBe(rowsIn(archive, 'ShareLink')[0].keyHash);
    const token = await tokenOf(test, scene.admin.id);
    const { body } = await test.rest('GET', `/orgs/${id}/link-invites`, { token });
    expect(body.items).toHaveLength(1);
    expect(body.items[0].id).not.toBe(scene.invite);
  });

  it('refuses another passphrase', async () => {
    const wrong = importFrom(test, archive, { newIds: true, passphrase: 'another passphrase' });
    await expect(wrong).rejects.toThrow('was sealed with another passphrase');
  });
});
