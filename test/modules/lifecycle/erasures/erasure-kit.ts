import { jobKinds } from '../../../../src/app/job-kinds.js';
import { requestLink } from '../../../../src/modules/identity/sign-in/sign-in-link.js';
import { signIn } from '../../../../src/modules/identity/sso/sign-in.js';
import { eraseUser } from '../../../../src/modules/lifecycle/erasures/erase-actions.js';
import { runDueJobs } from '../../../../src/platform/jobs/run-due-jobs.js';
import { createOutbound } from '../../../../src/platform/outbound/outbound.js';
import { signInUntilTicket } from '../../../api/http/saml-kit.js';
import { provider as idp } from '../../../api/saml/identity-provider.js';
import { createTargets } from '../../../contract/create-targets.js';
import { fillSample, sampleRequests } from '../../../contract/sample-requests.js';
import { createScene, type Fixture, namesOf } from '../../../contract/scene.js';
import { publicUrl, sealer, secret, type TestApp } from '../../../support/app.js';
import { type Person, seedOrganization } from '../../../support/seed.js';
import { seedJob } from '../../../support/seed-job.js';
import { seedLink } from '../../../support/seed-session.js';
import { oidcSettings } from '../../identity/oidc/oidc-settings.js';
import { queue } from '../../mail/mail-kit.js';
import { mailsAfterGathering } from '../../notifications/notification-kit.js';

/** Word in every name, address and id of the person, and the IP address of the person's requests. */
export const canaries = ['quillfeather', '203.0.113.77'];

const address = 'zyx.quillfeather@canary.test';

/** A person with data of every kind in the organization of the scene, and another admin. */
export interface CanaryScene {
  scene: Fixture;
  watcher: Person;
}

/** Creates a scene in which all data of the admin contain the canaries, and sends all reads as the admin. */
export async function createCanaryScene(test: TestApp): Promise<CanaryScene> {
  const scene = await createScene(test);
  const { organization, admin, member: watcher } = scene;
  await rename(test, admin.id);
  const promote = { ...admin, body: { role: 'admin' } };
  await test.rest('PATCH', `/orgs/${organization}/members/${watcher.id}`, promote);
  await createTokens(test, scene);
  await sendMails(test, scene, watcher);
  await signInEverywhere(test, scene);
  await inviteElsewhere(test);
  await seedJob(test, { organizationId: organization, status: 'dead', error: `550 No such user: <${address}>` });
  for (const request of sampleRequests.filter(({ method }) => method === 'GET'))
    await test.rest('GET', fillSample(request, await idsOf(scene, request.id)).path, admin);
  return { scene, watcher };
}

/** Returns the ids of a scene that the sample of an operation needs. */
export async function idsOf(scene: Fixture, id: string): Promise<(name: string) => string> {
  const ids: Record<string, string> = { ...namesOf(scene, id), ...(await createTargets[id]?.(scene)) };
  return (name) => ids[name]!;
}

async function rename({ store }: TestApp, id: string): Promise<void> {
  const displayName = 'Zyx Quillfeather';
  const photoURL = 'https://pictures.test/quillfeather.png';
  const data = { displayName, email: address, photoURL, searchKey: `${displayName}\n${address}`.toLowerCase() };
  await store.transaction(({ prisma }) => prisma.user.update({ where: { id }, data, select: { id: true } }));
}

/** Creates an unbound token and two bound ones, and revokes one of these. */
async function createTokens(test: TestApp, { organization, admin }: Fixture): Promise<void> {
  const create = async (name: string, bound?: string): Promise<string> => {
    const mutation = `mutation ($input: CreateAccessTokenInput!) {
      createAccessToken(input: $input) { accessToken { id } } }`;
    const variables = { input: { name: `quillfeather ${name}`, organization: bound } };
    return (await test.graphql(mutation, { ...admin, variables })).data.createAccessToken.accessToken.id;
  };
  await create('everywhere');
  await create('here', organization);
  const revoked = await create('revoked', organization);
  await test.graphql(`mutation { revokeAccessToken(input: { accessToken: "${revoked}" }) { deletedId } }`, admin);
  for (const accessToken of [await create('bound', organization), await create('blocked')])
    await test.graphql(
      `mutation { revokeOrganizationToken(
        input: { organization: "${organization}", accessToken: "${accessToken}" }) { deletedId } }`,
      admin,
    );
}

/** Creates mails to others that name the person, mails to the person, and requests for reviews by and of the person. */
async function sendMails(test: TestApp, { organization, admin, proposal, other }: Fixture, watcher: Person) {
  const invitation = { emails: ['invitee@else.test'], role: 'read' };
  await test.rest('POST', `/orgs/${organization}/invites`, { ...admin, body: invitation });
  const request = ({ token }: Person, { id }: Person) =>
    test.rest('POST', `${proposal.path}/requested-reviewers`, { token, body: { users: [id] } });
  await request(admin, other);
  await request(watcher, admin);
  await mailsAfterGathering(test, organization);
  await queue(test.store, { address, subject: 'Hello Zyx Quillfeather' });
  await seedLink(test, address);
  await requestLink(test.store, { address: address.toUpperCase(), redirect: null });
}

/** Signs the person in by SAML and by OpenID Connect, and starts a sign-in that stays open. */
async function signInEverywhere(test: TestApp, { organization: organizationId, ...scene }: Fixture): Promise<void> {
  const { entityId: entityID, certificate } = idp;
  const { issuer, clientId } = oidcSettings;
  const device = { address: '203.0.113.77', userAgent: 'Quillfeather browser', formerSecret: undefined };
  const person = { email: address, displayName: 'Zyx Quillfeather', groups: ['quillfeather-group'] };
  const at = { organizationId, providerSessionId: 'quillfeather-session', device };
  const saml = { kind: 'saml', providerId: scene.samlProvider } as const;
  const checked = { entityID, certificate, nextCertificate: null };
  await signIn(test.store, { ...at, ...saml, checkedWith: checked }, { ...person, nameId: 'quillfeather-saml' });
  const oidc = { kind: 'oidc', providerId: scene.oidcProvider } as const;
  await signIn(
    test.store,
    { ...at, ...oidc, checkedWith: { issuer, clientId } },
    { ...person, nameId: 'quillfeather' },
  );
  await signInUntilTicket(test, {
    id: scene.samlProvider,
    nameId: 'quillfeather-saml',
    attributes: { email: address },
  });
}

/** Invites the address to another organization, which stores the response under an idempotency key. */
async function inviteElsewhere(test: TestApp): Promise<void> {
  const { id, admin } = await seedOrganization(test);
  const headers = { 'idempotency-key': `invite-${id}` };
  const body = { emails: [address], sso: true, role: 'read' };
  const { status } = await test.rest('POST', `/orgs/${id}/invites`, { ...admin, headers, body });
  if (status >= 300) throw new Error(`The invitation was refused with ${status}`);
}

/** Erases a person as the operator, and runs all jobs. */
export async function erase(test: TestApp, user: string) {
  const erased = await eraseUser({ store: test.store, viewer: test.operator, sealer }, user);
  await runDueJobs(test.store, allKinds(test));
  return erased;
}

/** Returns the kinds of jobs of an application without a mail server. */
export function allKinds({ store }: Pick<TestApp, 'store'>) {
  return jobKinds({ store, outbound: createOutbound([]), links: { sealer, secret, base: publicUrl } });
}
