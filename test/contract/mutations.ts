import { createOrganization } from '../../src/modules/identity/members/creation-actions.js';
import { setMemberDisabled } from '../../src/modules/identity/members/disabling-actions.js';
import { deleteOrganization } from '../../src/modules/lifecycle/organizations/deletion-actions.js';
import { confirmHostname } from '../../src/modules/sites/sites/hostname-actions.js';
import { oidcSettings, seedOidcProvider } from '../modules/identity/oidc/oidc-settings.js';
import { createAccount } from '../modules/identity/service-accounts/account-kit.js';
import { seedMember, seedStranger, tokenOf } from '../support/seed.js';
import { seedJob } from '../support/seed-job.js';
import { seedSession } from '../support/seed-session.js';
import { referenceEntries, rootFields, schema } from '../support/shared-schema.js';
import { createTargets } from './create-targets.js';
import { inWorld, sampleRequests } from './sample-requests.js';
import { type Fixture, namesOf } from './scene.js';

/** A call of a mutation with its input. */
export interface MutationCall {
  name: string;
  /** Type of the input. */
  type: string;
  input: object;
  /** Token of the caller. */
  token: string;
}

/** Mutations that need a token with the scope `operator`; an admin calls all others. */
const operatorMutations = ['createOrganization', 'setOperatorFacts', 'createUser', 'eraseUser'];

/** Inputs of the mutations that no operation of `/v1` calls. */
const inputs: Record<string, (scene: Fixture) => object | Promise<object>> = {
  createAccessToken: () => ({ name: 'Again' }),
  revokeAccessToken: async (scene) => ({ accessToken: await newToken(scene) }),
  createServiceAccount: ({ organization }) => ({ organization, name: 'Again' }),
  updateServiceAccount: async (scene) => ({ serviceAccount: await newServiceAccount(scene), name: 'Again' }),
  createServiceAccountToken: async (scene) => ({ serviceAccount: await newServiceAccount(scene), name: 'Again' }),
  revokeOrganizationToken: async (scene) => ({
    organization: scene.organization,
    accessToken: await newToken(scene),
  }),
  revokeSession: async ({ test, admin, organization }) => ({
    session: await seedSession(test, { userId: admin.id, organizationId: organization }),
  }),
  disableMember: async ({ test, organization }) => ({
    organization,
    user: (await seedMember(test, organization, 'read')).id,
  }),
  eraseUser: async ({ test, organization }) => ({ user: (await seedMember(test, organization, 'read')).id }),
  enableMember: async ({ test, organization }) => {
    const { id: user } = await seedMember(test, organization, 'read');
    await setMemberDisabled({ store: test.store, viewer: test.operator }, { organization, user, disabled: true });
    return { organization, user };
  },
  updateNotificationSettings: () => ({ muted: ['COMMENT_REPLY'] }),
  updateChangeRequestVariables: async (scene) => ({
    space: scene.manual.id,
    changeRequest: await newProposal(scene),
    set: { again: 1 },
  }),
  updateSpaceContent: ({ manual }) => ({
    space: manual.id,
    changes: [{ insertPage: { title: 'Again', document: { markdown: 'Again.' } } }],
  }),
  resolveConflicts: async (scene) => {
    const { changeRequest, conflict } = await newConflict(scene);
    return { space: scene.manual.id, changeRequest, resolutions: [{ conflict, choice: 'THEIRS' }] };
  },
  refreshOpenAPISpec: async ({ test, admin, organization }) => {
    const fetched = { source: { url: 'https://specs.acme.test/openapi.json' } };
    await test.rest('PUT', `/orgs/${organization}/openapi/fetched`, { ...admin, body: fetched });
    return { organization, slug: 'fetched' };
  },
  updateRetention: ({ organization }) => ({ organization, jobs: 5 }),
  deleteOrganization: async (scene) => ({ organization: await newOrganization(scene), title: 'Again' }),
  restoreOrganization: async (scene) => {
    const organization = await newOrganization(scene);
    await deleteOrganization({ store: scene.test.store, viewer: scene.test.operator }, { organization });
    return { organization };
  },
  setProviderGroups: ({ organization, samlProvider, team }) => ({
    organization,
    provider: samlProvider,
    mode: 'AUTHORITATIVE',
    groups: [{ group: 'writers', team }],
  }),
  setSiteHostname: ({ site }) => ({ site, hostname: 'docs.acme.test' }),
  confirmSiteHostname: async ({ test, admin, site }) => {
    const mutation = 'mutation ($input: SetSiteHostnameInput!) { setSiteHostname(input: $input) { site { id } } }';
    await test.graphql(mutation, { ...admin, variables: { input: { site, hostname: 'again.acme.test' } } });
    await confirmHostname({ store: test.store, viewer: test.operator }, site);
    return { site };
  },
  deleteConversation: async ({ test, admin, organization }) => {
    const conversation = { id: 'again', parts: [{ type: 'message', role: 'user', body: 'Again.' }] };
    await test.rest('POST', `/orgs/${organization}/conversations`, { ...admin, body: conversation });
    return { organization, externalId: 'again' };
  },
  replayJob: async (scene) => ({ job: await deadJob(scene) }),
  removeJob: async (scene) => ({ job: await deadJob(scene) }),
  createOIDCProvider: ({ organization }) => ({ organization, ...oidcSettings }),
  updateOIDCProvider: ({ organization, oidcProvider }) => ({ organization, provider: oidcProvider, label: 'Again' }),
  deleteOIDCProvider: async ({ test, admin, organization }) => ({
    organization,
    provider: await seedOidcProvider(test, { id: organization, admin }),
  }),
  createOrganization: ({ admin }) => ({ title: 'Again', owner: admin.email }),
  setOperatorFacts: ({ organization }) => ({ organization, plan: 'PRO_2024' }),
  createUser: ({ organization }) => ({ email: `again${++users}@acme.test`, name: 'Again', organization }),
  revertTo: ({ manual, revision }) => ({ space: manual.id, revision }),
};

let users = 0;

/** All mutations of the schema, with the type of their input. */
export const mutations = Object.values(schema.getMutationType()!.getFields()).map(({ name, args }) => ({
  name,
  type: String(args.find((argument) => argument.name === 'input')!.type),
}));

/**
 * Returns a call of a mutation that succeeds. Its input is the sample of the first operation of `/v1` that calls the
 * mutation, otherwise the value in `inputs`.
 */
export async function mutationCall(
  { name, type }: Pick<MutationCall, 'name' | 'type'>,
  scene: Fixture,
): Promise<MutationCall> {
  const token = operatorMutations.includes(name) ? await operatorToken(scene) : scene.admin.token;
  const request = sampleRequests.find(({ id }) => rootFields.get(id) === name);
  if (!request && !inputs[name]) throw new Error(`${name} is not called by an operation of /v1: say what it takes`);
  if (!request) return { name, type, token, input: await inputs[name]!(scene) };
  const ids = { ...namesOf(scene, request.id), ...(await createTargets[request.id]?.(scene)) };
  const { input } = inWorld(referenceEntries()[request.id]!.variables, (thing) => ids[thing]);
  return { name, type, token, input: input as object };
}

/** Returns a token of a user without organizations, with the scope of the operator. */
async function operatorToken({ test }: Fixture): Promise<string> {
  return tokenOf(test, (await seedStranger(test)).id, { scopes: ['operator'] });
}

function newOrganization({ test, admin }: Fixture): Promise<string> {
  const actor = { store: test.store, viewer: test.operator };
  return createOrganization(actor, { title: 'Again', owner: admin.email });
}

function deadJob({ test, organization }: Fixture): Promise<string> {
  return seedJob(test, { organizationId: organization, status: 'dead' });
}

function newServiceAccount({ test, admin, organization }: Fixture): Promise<string> {
  return createAccount(test, admin.token, { organization });
}

async function newToken({ test, admin }: Fixture): Promise<string> {
  const { data } = await test.graphql(
    'mutation { createAccessToken(input: { name: "a" }) { accessToken { id } } }',
    admin,
  );
  return data.createAccessToken.accessToken.id;
}

async function newProposal({ test, manual, admin }: Fixture): Promise<string> {
  return (await test.rest('POST', `/spaces/${manual.id}/change-requests`, { ...admin, body: {} })).body.id;
}

let clashes = 0;

/**
 * Creates a change request that sets a variable, and sets the variable of the space to another value. Returns the
 * resulting conflict.
 */
async function newConflict(scene: Fixture): Promise<{ changeRequest: string; conflict: string }> {
  const { test, manual, admin } = scene;
  const name = `clash_${++clashes}`;
  const [merged = '', changeRequest = ''] = [await newProposal(scene), await newProposal(scene)];
  for (const proposal of [merged, changeRequest]) {
    const input = { space: manual.id, changeRequest: proposal, set: { [name]: proposal } };
    const mutation = `mutation ($input: UpdateChangeRequestVariablesInput!) {
      updateChangeRequestVariables(input: $input) { changeRequest { id } } }`;
    await test.graphql(mutation, { ...admin, variables: { input } });
  }
  await test.rest('POST', `/spaces/${manual.id}/change-requests/${merged}/merge`, admin);
  const query = 'query ($id: ID!) { changeRequest(id: $id) { conflicts { id } } }';
  const { data } = await test.graphql(query, { ...admin, variables: { id: changeRequest } });
  return { changeRequest, conflict: data.changeRequest.conflicts[0].id };
}
