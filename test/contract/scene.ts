import { adaptiveSamples } from '../../src/modules/sites/site-adaptive/samples.js';
import { specificationSamples } from '../../src/modules/specifications/samples.js';
import { glossarySamples } from '../../src/modules/translations/glossary/samples.js';
import { analyseAll } from '../modules/conversations/analysing.js';
import { seedOidcProvider } from '../modules/identity/oidc/oidc-settings.js';
import { seedProvider } from '../modules/identity/sso/sso-scene.js';
import { addMember } from '../modules/lifecycle/transfers/transfer-kit.js';
import { type Manual, seedManual } from '../modules/manual-space.js';
import { type ChangeRequestClient, openChangeRequest } from '../modules/review/change-requests/proposal.js';
import { processWaitingSpecifications } from '../modules/specifications/processing.js';
import type { RestResponse, TestApp } from '../support/app.js';
import { type Person, seedMember, seedOrganization } from '../support/seed.js';
import type { Names } from './sample-requests.js';

/** Objects that the requests of all claimed operations need. */
export interface Fixture {
  test: TestApp;
  organization: string;
  admin: Person;
  /** A member with the role read. */
  member: Person;
  /** A member who is the target of operations, is in the team, and has a grant on the manual and on the collection. */
  other: Person;
  /** Another organization, in which the admin may create objects. */
  elsewhere: string;
  manual: Manual;
  file: string;
  site: string;
  /** A site that is published for members. */
  publishedSite: string;
  /** A share link of the site. */
  shareLink: string;
  /** Id of the manual's place on the site, and of the section that contains it. */
  siteSpace: string;
  siteSection: string;
  /** A group of sections of the site. */
  siteSectionGroup: string;
  collection: string;
  /** An identity provider with all its settings. */
  samlProvider: string;
  /** An OpenID provider. */
  oidcProvider: string;
  team: string;
  /** Slug of an OpenAPI specification, and the id of its version. */
  spec: string;
  version: string;
  /** Id that the client gave a conversation, one of the issues of the conversation, and the cluster of the issue. */
  conversation: string;
  issue: string;
  cluster: string;
  /** A translation of the manual that has not run yet, and a term of the glossary. */
  translation: string;
  glossaryEntry: string;
  /** An invite link to the organization. */
  invite: string;
  /** A change request with changed content. */
  proposal: ChangeRequestClient;
  /** A review of the change request. */
  review: string;
  /** A comment on the space, and a reply to it. */
  comment: string;
  commentReply: string;
  /** A comment on the change request, and a reply to it. */
  proposed: { comment: string; commentReply: string };
  merged: ChangeRequestClient;
  /** The revision that the merge created, which is the head of the space. */
  revision: string;
}

/**
 * Creates an organization with objects of every kind: pages of all kinds, files, a site, and change requests. One of
 * the change requests is merged.
 */
export async function createScene(test: TestApp): Promise<Fixture> {
  const { id: organization, admin } = await seedOrganization(test);
  const { id: otherOrganization } = await seedOrganization(test);
  await addMember(test, otherOrganization, { id: admin.id, role: 'create' });
  const other = await seedMember(test, organization, 'read');
  const manual = await seedManual(test, { id: organization, admin });
  const files = await test.rest('GET', `/spaces/${manual.id}/content/files`, admin);
  const site = await buildSite(test, { organization, admin, space: manual.id });
  const claims = { ...admin, body: adaptiveSamples.updateSiteAdaptiveSchema!.body };
  await test.rest('PUT', `/orgs/${organization}/sites/${site.site}/adaptive-schema`, claims);
  const collection = await test.rest('POST', `/orgs/${organization}/collections`, {
    ...admin,
    body: { title: 'Guides' },
  });
  const team = await test.rest('PUT', `/orgs/${organization}/teams`, {
    ...admin,
    body: { title: 'Editors', members: [admin.id, other.id] },
  });
  const granted = { role: 'edit', users: [admin.id, other.id], teams: [team.body.id] };
  for (const place of [`/spaces/${manual.id}`, `/collections/${collection.body.id}`])
    await test.rest('POST', `${place}/permissions`, { ...admin, body: granted });
  const invite = await test.rest('POST', `/orgs/${organization}/link-invites`, { ...admin, body: { role: 'edit' } });
  const samlProvider = await seedProvider(test, { id: organization, admin });
  const oidcProvider = await seedOidcProvider(test, { id: organization, admin });
  const merged = await openChangeRequest(test, manual.id, admin.token);
  await merged.change({ operation: 'insert_page', title: 'Merged', document: { markdown: 'Text.\n' } });
  const revision: string = (await merged.merge()).body.revision;
  const proposal = await openChangeRequest(test, manual.id, admin.token);
  await proposal.change({ operation: 'delete_page', page: manual.page('guide/use') });
  const approval = { status: 'approved', comment: { markdown: 'Well *said*.' } };
  const review: string = (await test.rest('POST', `${proposal.path}/reviews`, { ...admin, body: approval })).body.id;
  const comments = await writeComment(test, `/spaces/${manual.id}`, admin);
  const changeRequestComments = await writeComment(test, proposal.path, admin);
  const member = await seedMember(test, organization, 'read');
  const specification = await registerSpecification(test, { organization, admin });
  const ingested = await ingestSome(test, { organization, admin });
  const translated = await addTranslation(test, { organization, admin, space: manual.id });
  const [collectionId, teamId, inviteId] = [collection.body.id, team.body.id, invite.body.id];
  const createdIds = { ...site, collection: collectionId, team: teamId, invite: inviteId, samlProvider, oidcProvider };
  const ids = { file: files.body.items[0].id, ...createdIds, ...specification, ...ingested, ...translated };
  const people = { admin, member, other };
  const content = { manual, proposal, review, ...comments, proposed: changeRequestComments, merged, revision };
  return { test, organization, elsewhere: otherOrganization, ...people, ...ids, ...content };
}

/** Registers a specification with a version. */
export async function registerSpecification(
  test: TestApp,
  { organization, admin, slug = 'orders' }: { organization: string; admin: Person; slug?: string },
): Promise<Pick<Fixture, 'spec' | 'version'>> {
  const { body } = specificationSamples.createOpenAPISpec!;
  const registered = { ...(body as object), slug };
  await test.rest('POST', `/orgs/${organization}/openapi`, { ...admin, body: registered });
  await processWaitingSpecifications(test);
  const latest = await test.rest('GET', `/orgs/${organization}/openapi/${slug}/versions/latest`, admin);
  return { spec: slug, version: latest.body.id };
}

/** Ingests conversations about two subjects and analyzes them. */
export async function ingestSome(
  test: TestApp,
  { organization, admin }: { organization: string; admin: Person },
): Promise<Pick<Fixture, 'conversation' | 'issue' | 'cluster'>> {
  const texts = ['The card has not arrived', 'The card has not arrived!', 'How do I change my PIN?'];
  // Client ids are unique only within an organization. Another organization may use the same ids.
  const [conversation, ...others] = texts.map((_, index) => `asked-${index}-${organization}`) as [string, ...string[]];
  const body = texts.map((text, index) => ({
    id: [conversation, ...others][index],
    parts: [{ type: 'message', role: 'user', body: text }],
  }));
  await test.rest('POST', `/orgs/${organization}/conversations`, { ...admin, body });
  await analyseAll(test);
  const issues = await test.rest(
    'GET',
    `/orgs/${organization}/conversations-issues?conversation=${conversation}`,
    admin,
  );
  const [{ issue }] = issues.body.items;
  return { conversation, issue: issue.id, cluster: issue.cluster };
}

/** Creates a translation without running it, and a term of the glossary. */
export async function addTranslation(
  test: TestApp,
  { organization, admin, space }: { organization: string; admin: Person; space: string },
): Promise<Pick<Fixture, 'translation' | 'glossaryEntry'>> {
  const at = `/orgs/${organization}`;
  const source = { space, language: 'en' };
  const translation = await test.rest('POST', `${at}/translations`, { ...admin, body: { source, language: 'de' } });
  const { body } = glossarySamples.updateGlossaryEntries!;
  await test.rest('PUT', `${at}/translations-glossary`, { ...admin, body });
  const glossary = await test.rest('GET', `${at}/translations-glossary?limit=1`, admin);
  return { translation: translation.body.id, glossaryEntry: glossary.body.items[0].id };
}

/**
 * Creates two sites: one with a section for a space, a section group and a share link, and one that is published for
 * members.
 */
async function buildSite(
  test: TestApp,
  { organization, admin, space }: { organization: string; admin: Person; space: string },
): Promise<Pick<Fixture, 'site' | 'publishedSite' | 'siteSpace' | 'siteSection' | 'siteSectionGroup' | 'shareLink'>> {
  const make = async (path: string, body: object) => (await test.rest('POST', path, { ...admin, body })).body;
  const { id: site } = await make(`/orgs/${organization}/sites`, {});
  const at = `/orgs/${organization}/sites/${site}`;
  const section = await make(`${at}/sections`, { spaceId: space });
  const group = await make(`${at}/section-groups`, { title: 'Group' });
  const { id: shareLink } = await make(`${at}/share-links`, { name: 'Reviewers' });
  const { id: publishedSite } = await make(`/orgs/${organization}/sites`, {
    spaces: [space],
    visibility: 'visitor-auth',
  });
  await make(`/orgs/${organization}/sites/${publishedSite}/publish`, {});
  const parts = { siteSpace: section.siteSpaces[0].id, siteSection: section.id, siteSectionGroup: group.id };
  return { site, publishedSite, ...parts, shareLink };
}

/** Comments on an object and replies to the comment, each with a reaction. */
export async function writeComment(test: TestApp, place: string, { token }: Person) {
  const write = async (path: string): Promise<string> => {
    const { body } = await test.rest('POST', path, { token, body: { body: { markdown: 'Is that *so*?' } } });
    await test.rest('PUT', `${path}/${body.id}`, { token, body: { addedReactions: ['👍'] } });
    return body.id;
  };
  const comment = await write(`${place}/comments`);
  return { comment, commentReply: await write(`${place}/comments/${comment}/replies`) };
}

/** Sends a request of `/v1` as the scene's admin: `send(scene, 'GET /orgs')`. */
export const send = ({ test, admin }: Fixture, request: string, body?: unknown): Promise<RestResponse> => {
  const [method = '', path = ''] = request.split(' ');
  return test.rest(method, path, { ...admin, body });
};

/**
 * Returns the ids of a scene by their name in the samples. Comment ids are those of a comment on the space or on the
 * change request, depending on the operation.
 */
export function namesOf({ manual, other, proposal, ...scene }: Fixture, operation = ''): Names {
  const {
    organization,
    elsewhere: otherOrganization,
    collection,
    review,
    revision,
    file,
    site,
    team,
    invite,
    samlProvider,
  } = scene;
  const { siteSpace, siteSection, siteSectionGroup, shareLink, spec, version } = scene;
  const { conversation, issue, cluster, translation, glossaryEntry } = scene;
  const { comment, commentReply } = /Comment\w*InChangeRequest$/.test(operation) ? scene.proposed : scene;
  const ids = {
    organization,
    elsewhere: otherOrganization,
    collection,
    parent: collection,
    review,
    comment,
    commentReply,
    revision,
    file,
    site: operation === 'getPublishedContentSite' ? scene.publishedSite : site,
    siteSpace,
    siteSection,
    siteSectionGroup,
    shareLink,
    spec,
    version,
    conversation,
    issue,
    cluster,
    translation,
    glossaryEntry,
    team,
    invite,
    samlProvider,
  };
  const inManual = { space: manual.id, template: manual.id, page: manual.page('guide') };
  return { ...ids, ...inManual, changeRequest: proposal.id, user: other.id };
}
