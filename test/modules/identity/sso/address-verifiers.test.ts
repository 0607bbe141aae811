import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bypassesSso, type TokenIssuer } from '../../../../src/access/token-issuers.js';
import { createUser } from '../../../../src/modules/identity/members/user-actions.js';
import { useLink } from '../../../../src/modules/identity/sign-in/sign-in-link.js';
import { findUserByEmail } from '../../../../src/modules/identity/users/find-user.js';
import { findVerification } from '../../../../src/modules/identity/users/verification.js';
import { inviteUsers } from '../../../../src/modules/sharing/invites/invite-actions.js';
import { verificationLink } from '../../../../src/platform/secrets/verification-link.js';
import { tokenFor } from '../../../api/http/saml-kit.js';
import { publicUrl, sealer, testApp } from '../../../support/app.js';
import { seedOrganization, seedToken } from '../../../support/seed.js';
import { seedLink } from '../../../support/seed-session.js';
import { seedScene } from './sso-scene.js';

const test = await testApp();
const actor = { store: test.store, viewer: test.operator };

/**
 * Organizations that accept the domain of the person's address: one with the person's own provider, one with the
 * foreign provider, and a third.
 */
const organizations = {
  own: await seedScene(test, { domains: ['corp.test'] }),
  foreign: await seedScene(test, { domains: ['corp.test'] }),
  third: await seedScene(test, { domains: ['corp.test'] }),
};
/** Organization in which the person is a member before the address is verified. */
const firstOrganization = await seedOrganization(test);

/** Ways to verify an address. Each returns the organization in which bound tokens of the person work afterwards. */
const verifiers = {
  'its own provider': (email: string) => signInAt('own', email),
  'a foreign provider': (email: string) => signInAt('foreign', email),
  async operator(email: string) {
    await createUser(actor, { email, name: 'Staff', organization: firstOrganization.id });
    return firstOrganization.id;
  },
  async link(email: string) {
    await invite(email);
    const url = verificationLink('', secret, await findVerification(actor, email));
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await test.app.inject({ method: 'POST', url, headers, payload: '' })).statusCode).toBe(200);
    return firstOrganization.id;
  },
  async 'sign-in link'(email: string) {
    await invite(email);
    await useLink(test.store, await seedLink(test, email), device);
    return firstOrganization.id;
  },
};
const device = { address: '192.0.2.7', userAgent: null, formerSecret: undefined };
const secret = 'a secret for tests, 32 bytes long';

async function signInAt(place: 'own' | 'foreign', email: string): Promise<string> {
  await invite(email);
  const { id, provider } = organizations[place];
  const session = await tokenFor(test, { id: provider, nameId: email, attributes: { email } });
  const { items } = (await test.rest('GET', '/orgs', { token: session })).body;
  expect(items.map((item: { id: string }) => item.id)).toEqual([id]);
  return id;
}

/** Invites a person, who becomes a user with an unverified address. */
async function invite(email: string): Promise<void> {
  await inviteUsers(
    { ...actor, sealer, urls: { base: publicUrl } },
    { organization: firstOrganization.id, people: [{ email, field: 'emails[0]' }] },
  );
}

/** Results of joining, and whether the organization is listed for the domain of the address. */
const outcomes = {
  member: { status: 204, listed: true, joined: false },
  joins: { status: 204, listed: true, joined: true },
  unverified: { status: 400, listed: false, joined: false },
  unseen: { status: 404, listed: false, joined: false },
};

/** Expected results by verifier of the address, kind of the token that the person joins with, and organization. */
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
  'sign-in link': {
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

/** Kinds of tokens by issuer. A sign-in issues no unbound tokens, and the bootstrap issues no bound tokens. */
const kindsOf: Record<TokenIssuer, TokenKind[]> = {
  bootstrap: ['unbound'],
  operator: ['bound', 'unbound'],
  admin: [],
  user: ['bound', 'unbound'],
  sso: ['bound'],
  link: [],
  session: [],
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

describe('a person whose address was verified', () => {
  it.each(rows)('by %s and whose token is %s tries to join the %s organization: %s', async (...row) => {
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

describe('the table of address verifiers has rows for', () => {
  it('the tokens of every issuer', () => {
    expect(Object.keys(kindsOf).sort()).toEqual(Object.keys(bypassesSso).sort());
    expect(new Set(Object.values(kindsOf).flat())).toEqual(new Set(Object.keys(table.link)));
  });

  it('all code that verifies an address, or that stores the identity of a user at a provider', () => {
    const root = new URL('../../../../src/', import.meta.url);
    const writes = /emailVerifiedAt: (?!null|emailVerifiedAt)|identities: table/;
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.includes('generated'))
      .filter((path) => writes.test(readFileSync(new URL(path, root), 'utf8')));
    const verifiersIn: Record<string, Verifier[]> = {
      'modules/identity/members/user-actions.ts': ['operator'],
      'modules/identity/sign-in/sign-in-link.ts': ['sign-in link'],
      'modules/identity/sso/find-person.ts': ['its own provider', 'a foreign provider'],
      'modules/identity/users/verification.ts': ['link'],
    };
    expect(files.sort()).toEqual(Object.keys(verifiersIn));
    expect(Object.values(verifiersIn).flat().sort()).toEqual(Object.keys(table).sort());
  });
});
