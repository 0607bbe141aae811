import { hashToken } from '../../src/access/authenticate.js';
import type { TokenIssuer } from '../../src/access/token-issuers.js';
import type { Role } from '../../src/access/viewer.js';
import { importIntoSpace } from '../../src/modules/content/folders/import-actions.js';
import { createOrganization } from '../../src/modules/identity/members/creation-actions.js';
import { createUser } from '../../src/modules/identity/members/user-actions.js';
import { createToken, type OperatorToken } from '../../src/modules/identity/tokens/operator-actions.js';
import { newId } from '../../src/platform/base/ids.js';
import type { TestApp } from './app.js';

/** A user with a token. */
export interface Person {
  id: string;
  email: string;
  token: string;
}

let count = 0;

/** Creates an organization with an admin; every call creates another one. */
export async function seedOrganization(test: TestApp, title = 'Acme'): Promise<{ id: string; admin: Person }> {
  const email = `admin${++count}@acme.test`;
  const actor = { store: test.store, viewer: test.operator };
  const id = await createUser(actor, { email, name: `Admin ${count}` });
  const organization = await createOrganization(actor, { title, owner: email });
  return { id: organization, admin: { id, email, token: await tokenOf(test, id) } };
}

/** Creates a member of an organization with a role; null is a guest. */
export async function seedMember(test: TestApp, organization: string, role: Role | null): Promise<Person> {
  const email = `${role ?? 'guest'}${++count}@acme.test`;
  const actor = { store: test.store, viewer: test.operator };
  const id = await createUser(actor, { email, name: `Member ${count}`, organization, role: role ?? 'guest' });
  return { id, email, token: await tokenOf(test, id) };
}

/** Creates a user without an organization. */
export async function seedStranger(test: TestApp): Promise<Person> {
  const email = `stranger${++count}@else.test`;
  const actor = { store: test.store, viewer: test.operator };
  const id = await createUser(actor, { email, name: `Stranger ${count}` });
  return { id, email, token: await tokenOf(test, id) };
}

/** Creates a token of a user, optionally with limits. */
export async function tokenOf(test: TestApp, user: string, limits: Partial<OperatorToken> = {}): Promise<string> {
  const { token } = await createToken({ store: test.store, viewer: test.operator }, { user, ...limits });
  return token;
}

/**
 * Inserts a token without checks, for example one bound to an organization that the user does not belong to. Returns
 * the token.
 */
export async function seedToken(
  { store }: TestApp,
  userId: string,
  limits: { name?: string; scopes?: string[]; organizationId?: string; issuer?: TokenIssuer; expiresAt?: Date },
): Promise<string> {
  const token = `dg_${newId('AccessToken')}`;
  const row = { id: newId('AccessToken'), userId, hash: hashToken(token), name: 'seeded', createdAt: new Date() };
  await store.transaction(
    async ({ prisma }) => void (await prisma.accessToken.create({ data: { ...row, ...limits } })),
  );
  return token;
}

/** Creates a space from files: `{ 'README.md': '# Hello' }`. Returns its id. */
export async function seedSpace(
  test: TestApp,
  organization: string,
  files: Record<string, string> = { 'README.md': '# Welcome\n\nHello.\n' },
): Promise<string> {
  const entries = new Map(Object.entries(files).map(([path, text]) => [path, () => new TextEncoder().encode(text)]));
  const actor = { store: test.store, viewer: test.operator };
  const { spaceId } = await importIntoSpace(actor, { organization, title: 'Manual', entries });
  return spaceId;
}

/** Returns the page ids of a space's head by path. */
export async function pagesByPath(test: TestApp, space: string, token: string): Promise<Map<string, string>> {
  const query =
    'query ($space: ID!) { space(id: $space) { revision { pages(first: 1000) { nodes { id ... on DocumentPage { path } } } } } }';
  const { data } = await test.graphql(query, { token, variables: { space } });
  const nodes = data.space.revision.pages.nodes as { id: string; path?: string }[];
  return new Map(nodes.flatMap((page) => (page.path === undefined ? [] : [[page.path, page.id] as const])));
}

/** Creates a team of an organization with its members. Returns its id. */
export async function seedTeam(
  { store }: TestApp,
  organizationId: string,
  { title = 'Team', members = [], owners = [] }: { title?: string; members?: string[]; owners?: string[] } = {},
): Promise<string> {
  const id = newId('Team');
  const at = new Date();
  await store.transaction(async ({ prisma }) => {
    const times = { createdAt: at, updatedAt: at };
    await prisma.team.create({ data: { id, organizationId, title, titleKey: title.toLowerCase(), ...times } });
    const roleOf = (userId: string): string => (owners.includes(userId) ? 'owner' : 'member');
    const data = [...owners, ...members].map((userId) => ({
      organizationId,
      teamId: id,
      userId,
      role: roleOf(userId),
      createdAt: at,
    }));
    if (data.length > 0) await prisma.teamMember.createMany({ data });
  });
  return id;
}

/** Grants a role on a space or collection to a user or team. The prefixes of the ids determine the kinds of both. */
export async function seedGrant(
  { store }: TestApp,
  organizationId: string,
  { to, on, role }: { to: string; on: string; role: Role },
): Promise<void> {
  const place = on.startsWith('spc_') ? { spaceId: on } : { collectionId: on };
  const holder = to.startsWith('usr_') ? { userId: to } : { teamId: to };
  const data = { id: newId('Grant'), organizationId, role, createdAt: new Date(), ...place, ...holder };
  await store.transaction(async ({ prisma }) => void (await prisma.grant.create({ data })));
}
