import { statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { sendKind } from '../../../src/modules/mail/send-kind.js';
import { openStore } from '../../../src/platform/db/open.js';
import { enqueue } from '../../../src/platform/jobs/enqueue.js';
import { makeFullWorld } from '../../modules/lists/full-world.js';
import { testApp } from '../../support/app.js';
import { docgraph } from '../../support/command-line.js';
import { provider, testFolder } from '../../support/database.js';
import { seedSession } from '../../support/seed-session.js';
import { backUp, newTarget, readRows, serverOn } from './backup-kit.js';

const test = await testApp();
const world = await makeFullWorld(test);
await seedSession(test, { userId: world.member, organizationId: null });
await test.store.transaction((tx) => enqueue(tx, { ...sendKind, payload: { id: 'mail_1' }, organizationId: null }));
const env = serverOn(test.url, { PUBLIC_URL: 'https://old.test' });
const file = await backUp(env);

/** Tables of which a restore writes only some rows. */
const partly = ['AccessToken', 'BlockedToken', 'Job', 'Notification', 'SignInLink', 'SamlLogin', 'OidcLogin'];

it('a restored database has the rows of the one that was backed up', async () => {
  const target = await newTarget();
  const { code, stdout, stderr } = await docgraph(['restore', file], serverOn(target));
  expect([stderr, code]).toEqual(['', 0]);
  expect(JSON.parse(stdout).notes).toContain(
    'PUBLIC_URL was https://old.test and is not set: correct the addresses of docgraph at identity providers, and give people the new one.',
  );
  const [before, after] = [await readRows(test.url), await readRows(target)];
  for (const table of partly) for (const rows of [before, after]) delete rows[table];
  expect(Object.keys(after).length).toBeGreaterThan(40);
  expect(after).toEqual(before);
  const { stdout: spaces } = await docgraph(['space', 'list', '--org', world.organization], serverOn(target));
  expect(JSON.parse(spaces).spaces.length).toBeGreaterThan(1);
  if (provider === 'sqlite') expect(statSync(target.slice('file:'.length)).mode & 0o777).toBe(0o600);
});

it('the check of a whole backup succeeds', async () => {
  const checked = await docgraph(['backup', 'check', file], env);
  expect(checked.code).toBe(0);
  expect(JSON.parse(checked.stdout)).toMatchObject({ provider, damaged: [] });
});

it('sessions, begun sign-ins and waiting mails are not restored; `--send-mails` restores the mails', async () => {
  const jobs = async (...options: string[]) => {
    const target = await newTarget();
    expect((await docgraph(['restore', file, ...options], serverOn(target))).code).toBe(0);
    const store = await openStore({ url: target });
    const count = async (table: 'Job' | 'AccessToken', column: string, value: string) =>
      (await store.read.all(store.sql.selectFrom(table).selectAll())).filter((row) => (row as never)[column] === value)
        .length;
    const found = [await count('Job', 'kind', 'mail.send'), await count('AccessToken', 'issuer', 'session')];
    await store.close();
    return found;
  };
  const waiting = test.store.sql.selectFrom('Job').select('id').where('kind', '=', 'mail.send');
  const mails = (await test.store.read.all(waiting)).length;
  expect(mails).toBeGreaterThan(0);
  expect(await jobs()).toEqual([0, 0]);
  expect(await jobs('--send-mails')).toEqual([mails, 0]);
});

it('another SECRET opens the values that were sealed with the former one', async () => {
  const target = await newTarget();
  const other = serverOn(target, { SECRET: 'another secret of 32 bytes or more!' });
  const refused = await docgraph(['restore', file], other);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(
      /^docgraph: Cannot restore: SECRET is not that of the server that made the backup\. Set SECRET to .*--old-secret-file/,
    ),
  ]);
  const old = join(testFolder(), 'old');
  writeFileSync(old, `${env.SECRET}\n`);
  const restored = await docgraph(['restore', file, '--old-secret-file', old], other);
  expect([restored.stderr, restored.code]).toEqual(['', 0]);
  expect(JSON.parse(restored.stdout).sealed).toBeGreaterThan(0);
  // The command opens every sealed value.
  const rotated = await docgraph(['secrets', 'rotate'], other);
  expect([rotated.code, JSON.parse(rotated.stdout).sealed]).toEqual([0, 0]);
});

it('an encrypted backup is restored with its passphrase', async () => {
  const passphrase = join(testFolder(), 'passphrase');
  writeFileSync(passphrase, 'correct horse battery\n');
  const encrypted = await backUp(env, '--passphrase-file', passphrase);
  expect(encrypted).toMatch(/\.backup\.tar\.age$/);
  const target = await newTarget();
  const closed = await docgraph(['restore', encrypted], serverOn(target));
  expect(closed.stderr).toBe(
    'docgraph: Cannot read the backup: it is encrypted. Give --passphrase-file, or --identity-file with the identity of its recipient.\n',
  );
  const opened = await docgraph(['restore', encrypted, '--passphrase-file', passphrase], serverOn(target));
  expect([opened.stderr, opened.code]).toEqual(['', 0]);
});

it('the newest backups of this server stay, and files of others are not touched', async () => {
  const folder = dirname(await backUp(env));
  const names = ['20200101T000000000Z-ffffffff', '20200102T000000000Z-ffffffff'].map(
    (part) => `docgraph-${part}.backup.tar`,
  );
  for (const name of names) writeFileSync(join(folder, name), '');
  const mine = async () => {
    const { stdout } = await docgraph(['backup', 'list', folder], env);
    return JSON.parse(stdout).backups.map(({ location }: { location: string }) => location);
  };
  const [first] = (await mine()).slice(-1);
  expect((await docgraph(['backup', folder, '--keep', '1'], env)).code).toBe(0);
  const listed = await mine();
  expect(listed).toHaveLength(3);
  expect(listed).not.toContain(first);
  expect(listed.slice(0, 2)).toEqual(names.map((name) => join(folder, name)));
});
