import { signIn, tokenFor } from '../../../api/http/saml-kit.js';
import type { GraphqlResponse, TestApp } from '../../../support/app.js';
import { type Person, seedMember } from '../../../support/seed.js';
import { seedScene } from '../sso/sso-scene.js';

/** A group and its team, in the shape of an input. */
export interface Pair {
  group: string;
  team: string;
}

/** An organization whose provider names groups. */
export interface GroupScene {
  id: string;
  admin: Person;
  provider: string;
  /** Replaces the teams of the groups. */
  set(mode: string, groups: Pair[], token?: string): Promise<GraphqlResponse>;
  /** Returns the changes by user id, as `{ gains, loses }` with the titles of the teams. */
  changes(args?: string): Promise<Record<string, { gains: string[]; loses: string[] }>>;
}

const setGroups = `mutation ($input: SetProviderGroupsInput!) {
  setProviderGroups(input: $input) { samlProvider { groupMode groups { nodes { group team { id } } } } }
}`;

/** Creates an organization whose provider names groups in the attribute `groups`. */
export async function seedGroupScene(test: TestApp): Promise<GroupScene> {
  const { id, admin, provider } = await seedScene(test);
  await updateProvider(test, { id, admin, provider }, { groupsAttribute: 'groups' });
  return {
    ...{ id, admin, provider },
    set: (mode, groups, token = admin.token) =>
      test.graphql(setGroups, { token, variables: { input: { organization: id, provider, mode, groups } } }),
    async changes(args = '') {
      const list = `groupChanges(provider: "${provider}"${args}) {
        totalCount nodes { user { id } gains { title } loses { title } } }`;
      const { data, errors } = await test.graphql(`{ organization(id: "${id}") { ${list} } }`, admin);
      if (errors) throw new Error(JSON.stringify(errors));
      const titles = (teams: { title: string }[]) => teams.map(({ title }) => title).sort();
      const { nodes } = data.organization.groupChanges;
      return Object.fromEntries(
        nodes.map(({ user, gains, loses }: any) => [user.id, { gains: titles(gains), loses: titles(loses) }]),
      );
    },
  };
}

/** Changes settings of a SAML provider over GraphQL. */
export function updateProvider(
  test: TestApp,
  { id, admin, provider }: Pick<GroupScene, 'id' | 'admin' | 'provider'>,
  changes: object,
): Promise<GraphqlResponse> {
  const mutation = `mutation ($input: UpdateSAMLProviderInput!) {
    updateSAMLProvider(input: $input) {
      provider { id label ssoURL entityID certificate nextCertificate groupsAttribute status }
    } }`;
  return test.graphql(mutation, { ...admin, variables: { input: { organization: id, provider, ...changes } } });
}

/** Creates a member and a function that signs the member in with groups. `response` returns the last page. */
export async function seedSigner(test: TestApp, scene: GroupScene, role: Parameters<typeof seedMember>[2] = 'read') {
  const member = await seedMember(test, scene.id, role);
  const login = (groups: string[]) => ({
    id: scene.provider,
    nameId: member.email,
    attributes: { email: member.email, ...(groups.length > 0 && { groups }) },
  });
  return {
    ...member,
    signIn: (...groups: string[]) => tokenFor(test, login(groups)),
    response: (...groups: string[]) => signIn(test, login(groups)),
    /** Returns the roles of the member in teams, by the title of the team. */
    teams: () => teamsOf(test, member.id),
  };
}

/** Returns the roles of a user in teams, by the title of the team. */
export async function teamsOf({ store: { read } }: TestApp, userId: string): Promise<Record<string, string>> {
  const query = read.sql.selectFrom('TeamMember').innerJoin('Team', 'Team.id', 'TeamMember.teamId');
  const rows = await read.all(query.select(['Team.title', 'TeamMember.role']).where('TeamMember.userId', '=', userId));
  return Object.fromEntries(rows.map(({ title, role }) => [title, role]));
}
