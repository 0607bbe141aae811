import { describe, expect, it } from 'vitest';
import { hashToken } from '../../../../src/access/authenticate.js';
import { readMigrations } from '../../../../src/platform/db/migrations/migrations-folder.js';
import { tokenFor } from '../../../api/http/saml-kit.js';
import { testApp } from '../../../support/app.js';
import { provider } from '../../../support/database.js';
import { seedStranger, seedToken } from '../../../support/seed.js';
import { newAssertedPerson, seedScene } from '../sso/sso-scene.js';

const test = await testApp();

/** Runs a data migration again, after the test has put rows into their state before the migration. */
async function migrateAgain(name: string): Promise<void> {
  const { script } = readMigrations(provider).migrations.find((one) => one.name.endsWith(`_${name}`))!;
  await test.store.transaction(({ prisma }) => prisma.$executeRawUnsafe(script).then(() => {}));
}

describe('a data migration of users', () => {
  it('makes addresses unverified if a provider verified them, but not if the operator did', async () => {
    const acme = await seedScene(test, { domains: ['idp.test'] });
    const { body: signedIn } = await test.rest('GET', '/user', {
      token: await tokenFor(test, { id: acme.provider, ...newAssertedPerson() }),
    });
    const stranger = await seedStranger(test);
    const { read } = test.store;
    const events = read.sql.selectFrom('Event').select('at').where('targetId', '=', signedIn.id);
    const { at } = (await read.first(events.where('action', '=', 'signIn')))!;
    await test.store.transaction(({ prisma }) =>
      prisma.user.update({ where: { id: signedIn.id }, data: { emailVerifiedAt: new Date(at) } }).then(() => {}),
    );
    await migrateAgain('verified_by_providers');
    const users = read.sql.selectFrom('User').select(['id', 'emailVerifiedAt']);
    expect(await read.all(users.where(read.inList('id', [signedIn.id, stranger.id])).orderBy('id'))).toEqual([
      { id: signedIn.id, emailVerifiedAt: null },
      { id: stranger.id, emailVerifiedAt: expect.stringMatching(/Z$/) },
    ]);
  });

  it('gives the issuer bootstrap to tokens of the operator named `bootstrap`, but not to tokens that a user created', async () => {
    const { id: other } = await seedStranger(test);
    const { userId } = test.operator;
    const own = { issuer: 'operator', name: 'bootstrap' } as const;
    const rows: [string, Parameters<typeof seedToken>[2], string][] = [
      [userId, own, 'bootstrap'],
      [userId, { ...own, issuer: 'user' }, 'user'],
      [userId, { ...own, name: 'laptop' }, 'operator'],
      [userId, { ...own, scopes: ['read'] }, 'operator'],
      [other, own, 'operator'],
    ];
    const tokens: string[] = [];
    for (const [id, limits] of rows) tokens.push(hashToken(await seedToken(test, id, limits)));
    await migrateAgain('bootstrap_issuer');
    const { read } = test.store;
    for (const [index, hash] of tokens.entries()) {
      const query = read.sql.selectFrom('AccessToken').select('issuer').where('hash', '=', hash);
      expect([index, (await read.first(query))!.issuer]).toEqual([index, rows[index]![2]]);
    }
  });
});
