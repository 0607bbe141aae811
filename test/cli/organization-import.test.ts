import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { secret, testApp } from '../support/app.js';
import { docgraph } from '../support/command-line.js';
import { migratedDatabase, testFolder } from '../support/database.js';
import { seedOrganization, seedSpace } from '../support/seed.js';

const test = await testApp();
const file = join(testFolder(), 'acme.tar');
const passphrase = join(testFolder(), 'passphrase.txt');
let organization: string;
let address: string;

beforeAll(async () => {
  const { id, admin } = await seedOrganization(test);
  organization = id;
  address = admin.email;
  await seedSpace(test, id);
  writeFileSync(passphrase, 'correct horse battery\n');
  const exported = ['org', 'export', id, file, '--passphrase-file', passphrase];
  expect((await docgraph(exported, { DATABASE_URL: test.url, SECRET: secret })).code).toBe(0);
});

describe('docgraph org import', () => {
  it('creates the organization, and prints a summary', async () => {
    const env = { DATABASE_URL: await migratedDatabase(), SECRET: 'the secret of another server, 32 bytes' };
    const command = ['org', 'import', file, '--passphrase-file', passphrase, '--json'];
    const { code, stdout, stderr } = await docgraph(command, env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      id: organization,
      entries: expect.any(Number),
      resumed: false,
      people: { mapped: 0, created: 2 },
      leftOut: { secrets: false, hostnames: [] },
    });
    const again = await docgraph(command, env);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toContain(`docgraph: Cannot import the archive: the organization ${organization} exists`);
    const copy = await docgraph([...command, '--new-ids', '--owner', address], env);
    expect(JSON.parse(copy.stdout)).toMatchObject({ people: { mapped: 2, created: 0 } });
  });

  it('names the file that it cannot read', async () => {
    const env = { DATABASE_URL: test.url, SECRET: secret };
    const { code, stderr } = await docgraph(['org', 'import', `${file}.gone`], env);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('Cannot read') });
    expect(stderr).toContain('acme.tar.gone');
  });
});
