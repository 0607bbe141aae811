import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { newestMigration } from '../../src/platform/db/migrations/migrations-folder.js';
import { insertRows } from '../../src/platform/db/write/insert-rows.js';
import { type ReadArchive, readArchive, rowsIn } from '../modules/lifecycle/archives/archive-kit.js';
import { secret, testApp } from '../support/app.js';
import { docgraph, type Environment, spawnDocgraph, waitForExit } from '../support/command-line.js';
import { testFolder } from '../support/database.js';
import { seedOrganization } from '../support/seed.js';

const test = await testApp();
const env: Environment = { DATABASE_URL: test.url };
const megabyte = 1_048_576;
const blobs = 9;
let organization: string;
let archive: ReadArchive;

beforeAll(async () => {
  organization = (await seedOrganization(test)).id;
  await addBlobs();
});

/** Adds some blobs of 2 MB, and one that is larger than an entry. */
async function addBlobs(): Promise<void> {
  for (let number = 0; number < blobs; number++) {
    const bytes = Buffer.alloc((number === 7 ? 5 : 2) * megabyte, number);
    const hash = number.toString(16).padStart(64, '0');
    const row = { organizationId: organization, hash, size: bytes.length, bytes, createdAt: new Date() };
    await test.store.transaction((tx) => insertRows(tx, { table: 'Blob', rows: [row] }));
  }
}

async function exportTo(file: string, ...options: string[]) {
  return docgraph(['org', 'export', organization, file, ...options, '--json'], env);
}

describe('docgraph org export', () => {
  it('writes a file that only its owner can read, and prints a summary of its contents', async () => {
    const file = join(testFolder(), 'acme.tar');
    const { code, stdout, stderr } = await exportTo(file);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    archive = readArchive(readFileSync(file));
    const { bytes, manifest } = archive;
    const rows = manifest.entries.reduce((sum, entry) => sum + entry.rows, 0);
    const { length: entries } = manifest.entries;
    const sha256 = expect.stringMatching(/^[\da-f]{64}$/);
    expect(JSON.parse(stdout)).toEqual({ file, entries, rows, bytes: bytes.length, sha256 });
    expect(manifest).toMatchObject({ docgraph: newestMigration(), organization: { id: organization } });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(file, '..'))).toEqual(['acme.tar']);
  });

  it('splits rows into entries of at most 4 MiB, except an entry with a single row that is larger', async () => {
    const sizes = archive.manifest.entries.filter(({ name }) => name.includes('-Blob-'));
    expect(sizes.length).toBeGreaterThan(blobs / 2);
    expect(sizes.filter(({ bytes, rows }) => bytes > 4 * megabyte && rows > 1)).toEqual([]);
    expect(sizes.map(({ rows }) => rows).reduce((sum, rows) => sum + rows)).toBe(blobs);
    const [first] = rowsIn(archive, 'Blob');
    expect(Buffer.from(first.bytes, 'base64').equals(Buffer.alloc(2 * megabyte))).toBe(true);
  });

  it('seals secrets with the passphrase from a file', async () => {
    const folder = testFolder();
    const passphraseFile = join(folder, 'passphrase');
    writeFileSync(passphraseFile, 'correct horse battery\n');
    const file = join(folder, 'acme.tar');
    const { id } = await seedOrganization(test);
    const command = ['org', 'export', id, file, '--passphrase-file', passphraseFile];
    expect(await docgraph(command, { ...env, SECRET: secret })).toMatchObject({ code: 0, stderr: '' });
    expect(readArchive(readFileSync(file)).manifest.secrets).toBe('sealed');
    writeFileSync(passphraseFile, 'too short\n');
    const { code, stderr } = await exportTo(file, '--passphrase-file', passphraseFile);
    expect(code).toBe(1);
    expect(stderr).toBe('docgraph: `passphrase-file` must have at least 12 characters (got 9)\n');
  });

  it('leaves no new file if it fails, and does not change an earlier file', async () => {
    const folder = testFolder();
    const file = join(folder, 'acme.tar');
    writeFileSync(file, 'earlier');
    const { code, stderr } = await docgraph(['org', 'export', 'org_none', file], env);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'docgraph: No organization with the id or title "org_none"\n',
    });
    expect(readFileSync(file, 'utf8')).toBe('earlier');
    expect(readdirSync(folder)).toEqual(['acme.tar']);
    const missing = join(folder, 'missing', 'acme.tar');
    expect((await exportTo(missing)).stderr).toMatch(/^docgraph: "\S+.partial" cannot be written: .+ \(ENOENT\)\n$/);
  });

  it('leaves no file with that name if it is killed, and can be repeated', async () => {
    const folder = testFolder();
    const file = join(folder, 'acme.tar');
    const changes = watch(folder);
    const child = spawnDocgraph(['org', 'export', organization, file], env);
    const ended = waitForExit(child);
    await once(changes, 'change');
    child.kill('SIGKILL');
    await ended;
    changes.close();
    expect(existsSync(file)).toBe(false);
    expect(readdirSync(folder)).toEqual(['acme.tar.partial']);
    expect((await exportTo(file)).code).toBe(0);
    expect(readdirSync(folder)).toEqual(['acme.tar']);
    expect(readFileSync(file).equals(archive.bytes)).toBe(true);
  });
});
