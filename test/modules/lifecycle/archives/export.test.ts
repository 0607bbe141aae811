import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../../src/engine/base/canonical-json.js';
import { type ArchiveTable, archiveTables } from '../../../../src/modules/lifecycle/archives/archive-tables.js';
import { exportArchive } from '../../../../src/modules/lifecycle/archives/export-archive.js';
import { userColumns } from '../../../../src/modules/lifecycle/archives/people.js';
import { hashOfShareKey } from '../../../../src/modules/sites/site-audience/share-key.js';
import { tableMetadata } from '../../../../src/platform/db/query/columns.js';
import { createPassphraseSealer } from '../../../../src/platform/secrets/passphrase.js';
import { createSealer } from '../../../../src/platform/secrets/sealed.js';
import { anotherInstance, testApp } from '../../../support/app.js';
import { provider } from '../../../support/database.js';
import { seedMember, seedOrganization } from '../../../support/seed.js';
import type { FullWorld } from '../../lists/full-world.js';
import { archiveOf, describeEntries, type ReadArchive, rowsIn } from './archive-kit.js';
import { makeArchiveWorld } from './archive-world.js';
import { copyToSqlite } from './copy-rows.js';

const test = await testApp();
const passphrase = 'correct horse battery';
let world: FullWorld;
let archive: ReadArchive;
let sealed: ReadArchive;

beforeAll(async () => {
  world = await makeArchiveWorld(test);
  // Another organization with the same people. The archive of the first organization must not contain its rows.
  await seedOrganization(test);
  archive = await archiveOf(test, world.organization);
  sealed = await archiveOf(test, world.organization, passphrase);
});

const base64 = (bytes: unknown) => Buffer.from(bytes as Uint8Array).toString('base64');

/** Reads all rows of the organization in a table, in any order. */
function storedRows({ name, columns }: ArchiveTable): Promise<Record<string, unknown>[]> {
  const owner = name === 'Organization' ? 'id' : 'organizationId';
  return test.store.read.all(sql<Record<string, unknown>>`select ${sql.join(columns.map((column) => sql.ref(column)))}
    from ${sql.table(name)} where ${sql.ref(owner)} = ${world.organization}`);
}

describe('an archive', () => {
  it('has a manifest with the name, the rows, the size and the hash of each entry', () => {
    const { entries, ...rest } = archive.manifest;
    expect(entries).toEqual(describeEntries(archive.files));
    expect(rest).toEqual({
      format: 1,
      docgraph: expect.stringMatching(/^\d{14}_\w+$/),
      organization: { id: world.organization, title: 'Acme' },
      secrets: 'left out',
    });
    expect(sealed.manifest.secrets).toBe('sealed');
  });

  it.each(archiveTables.filter(({ name }) => name !== 'User').map((table) => [table.name, table] as const))(
    'has all rows of the organization in the table %s, and no other rows',
    async (name, table) => {
      const special = [...table.secrets.map(({ column }) => column), ...table.cleared];
      const compared = table.columns.filter((column) => !special.includes(column));
      const jsonRows = (rows: Record<string, unknown>[]) =>
        rows.map((row) => canonicalJson(compared.map((column) => row[column])));
      const stored = (await storedRows(table)).map((row) =>
        name === 'Blob' || row.bytes ? { ...row, bytes: base64(row.bytes) } : row,
      );
      expect(jsonRows(rowsIn(sealed, name)).sort()).toEqual(jsonRows(stored).sort());
      expect(rowsIn(archive, name)).toHaveLength(table.isSecret ? 0 : stored.length);
    },
  );

  it('has at least one row of every table', () => {
    expect(archiveTables.filter(({ name }) => rowsIn(sealed, name).length === 0)).toEqual([]);
  });

  it.each([
    ['FormerBasename', 'basename'],
    ['FormerPagePath', 'path'],
    ['Reaction', 'emoji'],
    ['ConflictResolution', 'conflictId'],
  ])('orders the rows of %s by the bytes of their %s', (table, column) => {
    const texts = rowsIn(sealed, table).map((row) => row[column]);
    expect(texts).toEqual(['AB', 'Ab', 'a-b', 'a_b', 'ab', 'b', 'é', '👍']);
  });

  it('sorts the members of JSON', () => {
    expect(sealed.bytes.includes('"instructions":{"a":null,"b":{"10":1,"9":[1.5,1000,"é"]}}')).toBe(true);
  });

  it('has the same bytes in each export, with and without a passphrase, and on another instance', async () => {
    const other = await anotherInstance(test);
    expect((await archiveOf(other, world.organization)).bytes.equals(archive.bytes)).toBe(true);
    expect((await archiveOf(test, world.organization, passphrase)).bytes.equals(sealed.bytes)).toBe(true);
  });

  it.runIf(provider === 'postgresql')('has the same bytes on both databases', async () => {
    const store = await copyToSqlite(test.store);
    expect((await archiveOf({ ...test, store }, world.organization, passphrase)).bytes.equals(sealed.bytes)).toBe(true);
  });
});

describe('people in an archive', () => {
  it('are the users that rows refer to, and only members have an address', async () => {
    const members = new Set(rowsIn(archive, 'Member').map(({ userId }) => userId));
    const left = await seedMember(test, world.organization, 'read');
    await test.store.transaction(async ({ read }) => {
      await read.all(sql`update "Revision" set "authorId" = ${left.id} where "spaceId" = ${world.space}`);
      await read.all(sql`update "User" set "photoURL" = 'https://photo.test' where "id" = ${left.id}`);
      await read.all(sql`delete from "Member" where "userId" = ${left.id}`);
    });
    const people = rowsIn(await archiveOf(test, world.organization), 'User');
    expect(people.find(({ id }) => id === left.id)).toMatchObject({
      displayName: expect.any(String),
      email: null,
      photoURL: null,
    });
    expect(
      people
        .filter(({ email }) => email !== null)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...members].sort());
    expect(archive.bytes.includes('@else.test')).toBe(false);
  });

  it('are found by every column that has the id of a user', () => {
    const named = archiveTables.flatMap(({ name }) =>
      Object.keys(tableMetadata(name).columns)
        .filter((column) => /^(userId|actorId|authorId|reviewerId|\w+ById)$/.test(column))
        .map((column) => `${name}.${column}`),
    );
    const found = userColumns().map(({ table, column }) => `${table}.${column}`);
    // Grants and team members are members, which are users.
    expect([...found, 'Grant.userId', 'TeamMember.userId'].sort()).toEqual(named.sort());
  });
});

describe('secrets in an archive', () => {
  it('are left out without a passphrase', async () => {
    const links = await test.store.read.all(test.store.sql.selectFrom('InviteLink').select('id'));
    const keys = rowsIn(sealed, 'ShareLink').map(({ keyHash }) => keyHash);
    expect([links.length, keys.length].every((count) => count > 0)).toBe(true);
    for (const secret of [...links.map(({ id }) => id), ...keys]) expect(archive.bytes.includes(secret)).toBe(false);
    const columns = archiveTables.flatMap((table) => table.secrets.map(({ column }) => [table.name, column] as const));
    for (const [table, column] of columns) for (const row of rowsIn(archive, table)) expect(row[column]).toBe(null);
  });

  it('are encrypted with a passphrase, and can be decrypted with it', () => {
    const reader = createPassphraseSealer(passphrase, world.organization);
    expect(reader.open('visitor-key', rowsIn(sealed, 'Organization')[0].visitorKey)).toBe('secret of visitor-key');
    const site = rowsIn(sealed, 'Site').find(({ id }) => id === world.site);
    expect(reader.open('signing-key', site.oldSigningKey)).toBe('secret of signing-key');
    for (const { id } of rowsIn(sealed, 'InviteLink')) expect(reader.open('invite-link', id)).toMatch(/^inv_/);
    for (const { key, keyHash } of rowsIn(sealed, 'ShareLink'))
      expect(hashOfShareKey(reader.open('share-key', key)!)).toBe(keyHash);
  });

  it('make the export fail if this server cannot decrypt them', async () => {
    const foreign = createSealer({ current: 'another secret of 32 bytes or more', previous: null });
    const secrets = { passphrase, sealer: foreign };
    const request = { organization: world.organization, secrets, write: async () => {} };
    const exporting = exportArchive({ store: test.store, viewer: test.operator }, request);
    await expect(exporting).rejects.toThrow(
      'Cannot export a sealed visitor-key: neither SECRET nor SECRET_PREVIOUS opens it',
    );
  });
});
