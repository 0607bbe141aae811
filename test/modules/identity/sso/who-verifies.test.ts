import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { passesSignOn, type TokenIssuer } from '../../../../src/access/token-issuers.js';
import { createUser } from '../../../../src/modules/identity/members/user-actions.js';
import { findUserByEmail } from '../../../../src/modules/identity/users/find-user.js';
import { verificationOf } from '../../../../src/modules/identity/users/verification.js';
import { inviteUsers } from '../../../../src/modules/sharing/invites/invite-actions.js';
import { verificationLink } from '../../../../src/platform/secrets/verification-link.js';
import { tokenFor } from '../../../api/http/saml-kit.js';
import { testApp } from '../../../support/app.js';
import { seedOrganization, seedToken } from '../../../support/seed.js';
import { seedScene } from './sso-scene.js';

const test = await testApp();
const actor = { store: test.store, viewer: test.operator };

/** Organizations that take the domain of the person's address: its own, the foreign provider's, and one more. */
const organizations = {
  own: await seedScene(test, { domains: ['corp.test'] }),
  foreign: await seedScene(test, { domains: ['corp.test'] }),
  third: await seedScene(test, { domains: ['corp.test'] }),
};
/** Where the person is a member before anybody verifies its address. */
const start = await seedOrganization(test);

/** What verifies an address. Each answers where the person's bound tokens work afterwards. */
const verifiers = {
  'its own provider': (email: string) => signInAt('own', email),
  'a foreign provider': (email: string) => signInAt('foreign', email),
  async operator(email: string) {
    await createUser(actor, { email, name: 'Staff', organization: start.id });
    return start.id;
  },
  async link(email: string) {
    await invite(email);
    const url = verificationLink('', secret, await verificationOf(actor, email));
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await test.app.inject({ method: 'POST', url, headers, payload: '' })).statusCode).toBe(200);
    return start.id;
  },
};
const secret = 'a secret for tests, 32 bytes long';

async function signInAt(place: 'own' | 'foreign', email: string): Promise<string> {
  await invite(email);
  const { id, provider } = organizations[place];
  const session = await tokenFor(test, { id: provider, nameId: email, attributes: { email } });
  const { items } = (await test.rest('GET', '/orgs', { token: session })).body;
  expect(items.map((item: { id: string }) => item.id)).toEqual([id]);
  return id;
}

/** By an invite a person is a user whose address nobody has verified. */
async function invite(email: string): Promise<void> {
  await inviteUsers(actor, { organization: start.id, people: [{ email, field: 'emails[0]' }] });
}

/** What becomes of joining, and whether the organization is listed for the domain of the address. */
const outcomes = {
  member: { status: 204, listed: true, joined: false },
  joins: { status: 204, listed: true, joined: true },
  unverified: { status: 400, listed: false, joined: false },
  unseen: { status: 404, listed: false, joined: false },
};

/** The one table: who verifies an address, with which token its person then joins, and which organization. */
const table: Record<Verifier, Record<TokenKind, Record<keyof typeof organizations, keyof typeof outcomes>>> = {
  'its own provider': {
    bound: { own: 'member', foreign: 'unseen', third: 'unseen' },
    unbound: { own: 'member', foreign: 'unverified', third: 'unverified' },
  },
  'a foreign provider': {
    bound: { own: 'unseen', foreign: 'member', third: 'unseen' },
    unbound: { own: 'unverified', foreign: 'member', third: 'unverified' },
  },
  operator: {
    bound: { own: 'unseen', foreign: 'unseen', third: 'unseen' },
    unbound: { own: 'joins', foreign: 'joins', third: 'joins' },
  },
  link: {
    bound: { own: 'unseen', foreign: 'unseen', third: 'unseen' },
    unbound: { own: 'joins', foreign: 'joins', third: 'joins' },
  },
};

type Verifier = keyof typeof verifiers;
type TokenKind = 'bound' | 'unbound';

/** Who makes tokens of which kind: a sign-in makes none that work everywhere, the start none that do not. */
const kindsOf: Record<TokenIssuer, TokenKind[]> = {
  bootstrap: ['unbound'],
  operator: ['bound', 'unbound'],
  user: ['bound', 'unbound'],
  sso: ['bound'],
};
const issuersOf = (kind: TokenKind) =>
  (Object.keys(kindsOf) as TokenIssuer[]).filter((issuer) => kindsOf[issuer].includes(kind));

type Row = [Verifier, TokenKind, keyof typeof organizations, keyof typeof outcomes];
const rows = Object.entries(table).flatMap(([verifier, tokens]) =>
  Object.entries(tokens).flatMap(([kind, places]) =>
    Object.entries(places).map(([place, outcome]) => [verifier, kind, place, outcome] as Row),
  ),
);

let count = 0;

describe('an address that was verified', () => {
  it.each(rows)('by %s, and a token that is %s: its person and the %s organization: %s', async (...row) => {
    const [verifier, kind, place, outcome] = row;
    for (const issuer of issuersOf(kind)) {
      const email = `staff${++count}@corp.test`;
      const home = await verifiers[verifier](email);
      const { id } = (await findUserByEmail(test.store.read, email))!;
      const token = await seedToken(test, id, { issuer, ...(kind === 'bound' && { organizationId: home }) });
      const { listed, ...joining } = outcomes[outcome];
      expect(await listedFor(token)).toEqual(
        listed
          ? expect.arrayContaining([organizations[place].id])
          : expect.not.arrayContaining([organizations[place].id]),
      );
      expect(await join(id, token, organizations[place].id)).toEqual(joining);
    }
  });
});

async function listedFor(token: string): Promise<string[]> {
  const { body } = await test.rest('GET', '/email-domains/corp.test/orgs', { token });
  return body.organizations.map(({ id }: { id: string }) => id);
}

async function join(userId: string, token: string, organizationId: string) {
  const { status } = await test.rest('POST', `/orgs/${organizationId}/join`, { token });
  const { read } = test.store;
  const joins = read.sql.selectFrom('Event').select('sequence').where('action', '=', 'joinOrganization');
  const own = joins.where('organizationId', '=', organizationId).where('targetId', '=', userId);
  return { status, joined: (await read.first(own)) !== undefined };
}

describe('the table has a row for', () => {
  it('the tokens of every issuer', () => {
    expect(Object.keys(kindsOf).sort()).toEqual(Object.keys(passesSignOn).sort());
    expect(new Set(Object.values(kindsOf).flat())).toEqual(new Set(Object.keys(table.link)));
  });

  it('all that the source has to verify an address, or to remember whom a provider named', () => {
    const root = new URL('../../../../src/', import.meta.url);
    const writes = /emailVerifiedAt: (?!null|emailVerifiedAt)|samlIdentity\.(create|upsert)/;
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.includes('generated'))
      .filter((path) => writes.test(readFileSync(new URL(path, root), 'utf8')));
    const verifiersIn: Record<string, Verifier[]> = {
      'modules/identity/members/user-actions.ts': ['operator'],
      'modules/identity/sso/find-person.ts': ['its own provider', 'a foreign provider'],
      'modules/identity/users/verification.ts': ['link'],
    };
    expect(files.sort()).toEqual(Object.keys(verifiersIn));
    expect(Object.values(verifiersIn).flat().sort()).toEqual(Object.keys(table).sort());
  });
});
