import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSecretOf } from '../../../src/platform/backup/container/head.js';
import { backupWith, chunksOfSize, head, readAll, secret } from './container-kit.js';

const entries = [
  { name: 'tables/Space/0001.copy', bytes: Buffer.from('one'), rows: 1 },
  { name: `objects/org_${'a'.repeat(26)}/${'0'.repeat(64)}`, bytes: Buffer.alloc(512, 7) },
  { name: 'tables/Space/0002.copy', bytes: Buffer.alloc(0), rows: 0 },
];
const backup = await backupWith(entries);
const named = (text: string) => expect.objectContaining({ message: expect.stringContaining(text) });

describe('a backup', () => {
  it('is read as it was written, in chunks of any size', async () => {
    const sizes = fc.integer({ min: 1, max: 2_000 });
    await fc.assert(
      fc.asyncProperty(sizes, async (size) => {
        const read = await readAll(chunksOfSize(backup, size));
        expect(read.head).toEqual(head);
        expect(read.entries).toEqual(entries.map(({ name, bytes }) => ({ name, bytes: bytes.toString('latin1') })));
        expect(read.manifest).toMatchObject({ tables: [{ name: 'Space', rows: 3 }], counters: { SearchPage: 7 } });
      }),
      { numRuns: 20 },
    );
  });

  it('is a tar file that other programs list', () => {
    const listed = execFileSync('tar', ['-tf', '-'], { input: backup }).toString().trim().split('\n');
    expect(listed).toEqual(['docgraph-backup.json', ...entries.map(({ name }) => name), 'manifest.json']);
  });

  it('is refused when the name of a table or a column is not a name, because both are written into SQL', async () => {
    const [table] = head.tables;
    for (const changed of [
      { name: 'Space" (id) values (1); --' },
      { columns: [{ name: 'id" = 1; --', kind: 'string' as const }] },
      { key: ['id") --'] },
    ]) {
      const bytes = await backupWith([], { tables: [{ ...table!, ...changed }] });
      await expect(readAll([bytes])).rejects.toEqual(named('its first entry docgraph-backup.json is damaged'));
    }
  });

  it('is refused when it ends early, wherever that is', async () => {
    const lengths = fc.integer({ min: 1, max: backup.length - 1 });
    await fc.assert(
      fc.asyncProperty(lengths, async (length) => {
        await expect(readAll([backup.subarray(0, length)])).rejects.toEqual(named('the file ends early'));
      }),
    );
  });

  it('is refused if any bit of it is changed', async () => {
    const bits = fc.integer({ min: 0, max: backup.length * 8 - 1 });
    await fc.assert(
      fc.asyncProperty(bits, async (bit) => {
        const changed = Buffer.from(backup);
        changed[bit >> 3]! ^= 1 << (bit & 7);
        await expect(readAll([changed])).rejects.toEqual(named('Cannot read the backup'));
      }),
      { numRuns: 300 },
    );
  });

  it('is refused with more bytes after its end, and without any', async () => {
    await expect(readAll([backup, Buffer.from('x')])).rejects.toEqual(named('the end of the file is damaged'));
    await expect(readAll([])).rejects.toEqual(named('the file ends early'));
    await expect(readAll([Buffer.alloc(2_000, 'text')])).rejects.toEqual(named('the file is not a backup'));
  });

  it('of a newer format names the version that reads it', async () => {
    const newer = await backupWith([], { format: 2, version: '9.1.0' });
    await expect(readAll([newer])).rejects.toEqual(named('Install docgraph 9.1.0 or newer.'));
  });

  it('recognizes the secret of its server, and no other', () => {
    expect(isSecretOf(head, secret)).toBe(true);
    expect(isSecretOf(head, `${secret}!`)).toBe(false);
  });
});
