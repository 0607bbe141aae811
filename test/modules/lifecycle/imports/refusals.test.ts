import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../src/platform/base/ids.js';
import { testApp } from '../../../support/app.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';
import { archiveOf, type ReadArchive } from '../archives/archive-kit.js';
import { importFrom, type Server, sqliteServer } from './import-kit.js';
import { type Tampering, tampered } from './tampered.js';

const test = await testApp();
let archive: ReadArchive;
let server: Server;

beforeAll(async () => {
  const { id } = await seedOrganization(test);
  await seedSpace(test, id);
  archive = await archiveOf(test, id, 'correct horse battery');
  server = await sqliteServer();
});

/** Changes one column of all rows. */
const set = (column: string, value: unknown) => (rows: object[]) => rows.map((row) => ({ ...row, [column]: value }));

const broken: [what: string, change: Tampering, message: string | RegExp][] = [
  [
    'a later format',
    { manifest: (all) => ({ ...all, format: 2 }) },
    'its format is 2, and this version of docgraph reads format 1',
  ],
  [
    'a later version',
    { manifest: (all) => ({ ...all, docgraph: '20990101000000_later' }) },
    'the state of the database after 20990101000000_later',
  ],
  ['an unknown member of the manifest', { manifest: (all) => ({ ...all, more: 1 }) }, 'manifest.json: `` is not valid'],

  [
    'another number of entries',
    { manifest: ({ entries, ...all }) => ({ ...all, entries: entries.slice(1) }) },
    'entries and its manifest lists',
  ],
  [
    'a changed byte',
    { manifest: (all) => ({ ...all, entries: all.entries.map((entry) => ({ ...entry, sha256: '0'.repeat(64) })) }) },
    'rows/0001-Organization-0001.jsonl: its bytes are not those that the manifest describes',
  ],
  [
    'an unknown table',
    { files: (files) => new Map([...files, ['rows/9999-Secret-0001.jsonl', Buffer.from('{}\n')]]) },
    'rows/9999-Secret-0001.jsonl: it has rows of an unknown table',
  ],
  [
    'a table that archives leave out',
    { files: (files) => new Map([...files, ['rows/9999-AccessToken-0001.jsonl', Buffer.from('{}\n')]]) },
    'it has rows of an unknown table',
  ],
  ['entries in another order', { files: (files) => new Map([...files].reverse()) }, 'it is not in its place'],
  [
    'a line that is not JSON',
    {
      files: (files) =>
        new Map([...files].map(([name, bytes]) => [name, name.includes('Space') ? Buffer.from('{\n') : bytes])),
    },
    'Space-0001.jsonl, line 1: the line is not a JSON object',
  ],
  ['an unknown column', { rows: { Space: set('secret', 1) } }, 'line 1: Space has no column "secret"'],
  [
    'a column that archives leave out',
    { rows: { User: set('emailVerifiedAt', '2026-01-01T00:00:00.000Z') } },
    'User has no column "emailVerifiedAt"',
  ],
  ['a missing column', { rows: { Space: set('title', undefined) } }, '`title` is missing'],
  ['a null', { rows: { Space: set('title', null) } }, '`title` must not be null'],
  [
    'another kind of value',
    { rows: { Space: set('title', 5) } },
    '`title` must be a text without the character U+0000 (got 5)',
  ],
  ['a text that Postgres does not store', { rows: { Space: set('title', 'a\0') } }, '`title` must be a text without'],
  ['a time of another form', { rows: { Space: set('createdAt', 'now') } }, '`createdAt` must be a time such as'],
  [
    'a large number',
    { rows: { Space: set('changeRequestNumber', 2 ** 31) } },
    '`changeRequestNumber` must be an integer of 32 bits',
  ],
  ['an id of another kind', { rows: { Space: set('id', newId('Page')) } }, '`id` must be an id of the type Space'],
  [
    'another organization',
    { rows: { Space: set('organizationId', newId('Organization')) } },
    '`organizationId` must be org_',
  ],
  [
    'a service account of another organization',
    { rows: { User: set('organizationId', newId('Organization')) } },
    '`organizationId` must be org_',
  ],
  ['a row twice', { rows: { Space: (rows) => [...rows, ...rows] } }, /the id spc_\w+ appears twice/],
  [
    'a reference to a missing row',
    { rows: { Space: set('parentId', 'col_01m8hgpg83g2ra9v1nq6p9y8rf') } },
    '`parentId` refers to col_01m8hgpg83g2ra9v1nq6p9y8rf, which is not in the archive',
  ],
  [
    'content of another hash',
    { rows: { Blob: set('hash', '0'.repeat(64)) } },
    '`size` and `hash` do not fit the bytes',
  ],
  ['a tree of another hash', { rows: { TreeNode: set('content', '[]') } }, '`hash` is not the hash of the content'],
  [
    'a reference to a row of another table',
    { rows: { Space: (rows) => rows.map((row) => ({ ...row, parentId: row.id })) } },
    /`parentId` refers to spc_\w+, which is not in the archive/,
  ],
  [
    'a deletion',
    { rows: { Organization: set('deletedAt', '2026-01-01T00:00:00.000Z') } },
    'line 1: `deletedAt` must be null',
  ],
  [
    'half of a character',
    { rows: { Organization: set('mergeRules', ['\ud83d']) } },
    '`mergeRules` must be JSON without',
  ],
  [
    'an address of a service account',
    { rows: { User: (rows) => rows.map((row) => ({ ...row, organizationId: archive.manifest.organization.id })) } },
    '`email` must be null for a service account',
  ],
  [
    'an address of an erased person',
    { rows: { User: set('erasedAt', '2026-01-01T00:00:00.000Z') } },
    '`email` must be null for an erased person',
  ],
  ['a text that is no address', { rows: { User: set('email', 'a@acme.test\nBcc: b') } }, '`email` must be an e-mail'],
  [
    'an address twice',
    {
      rows: {
        User: (rows) => [
          ...rows,
          ...rows.map((row) => ({ ...row, id: newId('User'), email: row.email?.toUpperCase() ?? null })),
        ],
      },
    },
    '`email` is the address of an earlier row',
  ],
  ['two organizations', { rows: { Organization: (rows) => [...rows, ...rows] } }, /the id org_\w+ appears twice/],
];

describe('the import refuses', () => {
  it.each(broken)('an archive with %s, and stores nothing', async (_what, change, message) => {
    const refused = importFrom(server, tampered(archive, change));
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await server.store.read.all(server.store.sql.selectFrom('Organization').select('id'))).toEqual([]);
  });

  it('a file that is not an archive, or that ends early', async () => {
    const end = archive.bytes.length - 4096;
    for (const [bytes, message] of [
      [Buffer.alloc(2048, 'text'), 'the file is not a tar file'],
      [Buffer.alloc(10), 'the file ends early'],
      [archive.bytes.subarray(0, end), 'the file ends early'],
      [Buffer.alloc(1024), 'its last entry must be manifest.json'],
    ] as const)
      await expect(importFrom(server, { bytes })).rejects.toThrow(message);
  });
});
