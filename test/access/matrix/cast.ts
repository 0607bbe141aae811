import { hashToken } from '../../../src/access/authenticate.js';
import { type Role, roles } from '../../../src/access/viewer.js';
import { type Scene, setScene } from '../../contract/scene.js';
import { openProposal } from '../../domains/change-requests/proposal.js';
import { join } from '../../domains/transfers/transfer-kit.js';
import type { TestApp } from '../../support/app.js';
import { type Person, seedMember, seedOrganization } from '../../support/seed.js';

/** Everyone who asks, from nobody to the admin of another organization. */
export const actors = ['none', 'bad', 'expired', 'foreign', 'guest', ...roles] as const;

/** One who asks. */
export type Actor = (typeof actors)[number];

/** An organization with something of everything, and everyone who asks for it. */
export interface Cast {
  /** The token that each sends; undefined for none. */
  tokens: Record<Actor, string | undefined>;
  /** Ids for the parameters of paths. */
  ids: Record<string, string>;
  /** A member that things are done to. */
  other: Person;
  organization: string;
  /** Another organization, in which the admin may create. */
  elsewhere: string;
  /** Takes the foreign admin out of the organization again. */
  sendAway(actor: Actor): Promise<void>;
  freshMember(): Promise<Record<string, string>>;
  freshTeam(): Promise<Record<string, string>>;
  freshProvider(): Promise<Record<string, string>>;
  freshInvite(): Promise<Record<string, string>>;
  freshProposal(): Promise<Record<string, string>>;
  freshSpace(): Promise<Record<string, string>>;
  freshCollection(): Promise<Record<string, string>>;
}

/** The role of an actor in the organization: null is a guest, undefined who does not belong. */
export function roleOf(actor: Actor): Role | null | undefined {
  if (actor === 'guest') return null;
  return (roles as readonly string[]).includes(actor) ? (actor as Role) : undefined;
}

/** Sets the stage. */
export async function gather(test: TestApp): Promise<Cast> {
  const scene = await setScene(test);
  const { organization, admin, manual } = scene;
  const other = await seedMember(test, organization, 'read');
  const make = async (method: string, path: string, body: object): Promise<string> =>
    (await test.rest(method, `/orgs/${organization}${path}`, { ...admin, body })).body.id;
  const freshTeam = async () => ({ teamId: await make('PUT', '/teams', { title: 'Fresh', members: [other.id] }) });
  const freshProvider = async () => ({ samlProviderId: await make('POST', '/saml', { label: 'Fresh' }) });
  const freshInvite = async () => ({ inviteId: await make('POST', '/link-invites', { role: null }) });
  const { id: elsewhere, admin: foreign } = await seedOrganization(test);
  return {
    tokens: await tokensOf(test, scene, { foreign: foreign.token, elsewhere }),
    elsewhere,
    sendAway: async (actor) => {
      const path = `/orgs/${organization}/members/${foreign.id}`;
      if (actor === 'foreign') await test.rest('DELETE', path, admin);
    },
    other,
    organization,
    ids: {
      ...idsOf(scene),
      userId: other.id,
      emailDomain: 'acme.test',
      ...(await freshTeam()),
      ...(await freshProvider()),
      ...(await freshInvite()),
    },
    freshTeam,
    freshProvider,
    freshInvite,
    freshSpace: async () => ({ spaceId: await make('POST', '/spaces', { title: 'Fresh' }) }),
    freshCollection: async () => ({ collectionId: await make('POST', '/collections', { title: 'Fresh' }) }),
    freshMember: async () => ({ userId: (await seedMember(test, organization, 'read')).id }),
    freshProposal: async () => {
      const proposal = await openProposal(test, manual.id, admin.token);
      await proposal.change({ operation: 'insert_page', title: proposal.id, document: { markdown: 'Text.\n' } });
      return { changeRequestId: proposal.id };
    },
  };
}

function idsOf({ organization, manual, file, site, collection, proposal, revision }: Scene): Record<string, string> {
  return {
    organizationId: organization,
    spaceId: manual.id,
    pageId: manual.page('guide'),
    pagePath: 'guide',
    fileId: file,
    siteId: site,
    collectionId: collection,
    changeRequestId: proposal.id,
    revisionId: revision,
  };
}

async function tokensOf(
  test: TestApp,
  { organization }: Scene,
  { foreign, elsewhere }: { foreign: string; elsewhere: string },
): Promise<Cast['tokens']> {
  const token = async (role: Role | null) => {
    const member = await seedMember(test, organization, role);
    if (role === 'admin') await join(test, elsewhere, { id: member.id, role: 'create' });
    return member.token;
  };
  const expired = await token('admin');
  await test.store.transaction(async ({ prisma }) => {
    const data = { expiresAt: new Date(Date.now() - 1000) };
    await prisma.accessToken.update({ where: { hash: hashToken(expired) }, data });
  });
  const byRole = await Promise.all(roles.map(async (role) => [role, await token(role)] as const));
  return {
    none: undefined,
    bad: 'dg_nobody_has_this_token',
    expired,
    foreign,
    guest: await token(null),
    ...(Object.fromEntries(byRole) as Record<Role, string>),
  };
}
