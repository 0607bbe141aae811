import { newId } from '../../src/platform/base/ids.js';
import { openChangeRequest } from '../modules/review/change-requests/proposal.js';
import { seedMember } from '../support/seed.js';
import type { Names } from './sample-requests.js';
import { addTranslation, type Fixture, registerSpecification, writeComment } from './scene.js';

type Make = (scene: Fixture) => Promise<Partial<Names>>;

/** Creates an object in the organization of the scene. Returns its id. */
async function make({ test, organization, admin }: Fixture, request: string, body: object): Promise<string> {
  const [method = '', path = ''] = request.split(' ');
  return (await test.rest(method, `/orgs/${organization}${path}`, { ...admin, body })).body.id;
}

const space: Make = async (scene) => ({ space: await make(scene, 'POST /spaces', { title: 'Fresh' }) });
const collection: Make = async (scene) => ({ collection: await make(scene, 'POST /collections', { title: 'Fresh' }) });
const user: Make = async ({ test, organization }) => ({ user: (await seedMember(test, organization, 'read')).id });
const team: Make = async (scene) => ({
  team: await make(scene, 'PUT /teams', { title: 'Fresh', members: [scene.other.id] }),
});

/** Creates a site without spaces. */
const site: Make = async (scene) => ({ site: await make(scene, 'POST /sites', { title: 'Fresh' }) });

/** Creates an invite link that does not change the role of a user who joins. */
const invite: Make = async (scene) => ({ invite: await make(scene, 'POST /link-invites', { role: null }) });

/** Creates and deletes a space. */
const deleted: Make = async (scene) => {
  const createdSpace = await space(scene);
  await scene.test.rest('DELETE', `/spaces/${createdSpace.space}`, scene.admin);
  return createdSpace;
};

const changeRequest: Make = async ({ test, manual, admin }) => {
  const proposal = await openChangeRequest(test, manual.id, admin.token);
  await proposal.change({ operation: 'insert_page', title: proposal.id, document: { markdown: 'Text.\n' } });
  return { changeRequest: proposal.id };
};

/** Returns a function that creates a comment with a reply on an object. Each deletion needs new ones. */
const commentOn =
  (placeOf: (scene: Fixture) => string): Make =>
  async (scene) =>
    writeComment(scene.test, placeOf(scene), scene.admin);
const ofSpace = commentOn(({ manual }) => `/spaces/${manual.id}`);
const ofProposal = commentOn(({ proposal }) => proposal.path);

/**
 * Returns a function that creates a section with its own space, and a group, which contains the section if `inGroup`.
 */
const siteParts =
  ({ inGroup }: { inGroup: boolean }): Make =>
  async (scene) => {
    const at = (path: string): string => `POST /sites/${scene.site}/${path}`;
    const siteSection = await make(scene, at('sections'), { spaceId: (await space(scene)).space });
    const sections = inGroup ? [siteSection] : [];
    return { siteSection, siteSectionGroup: await make(scene, at('section-groups'), { title: 'Fresh', sections }) };
  };
const siteSpace: Make = async (scene) => ({
  siteSpace: await make(scene, `POST /sites/${scene.site}/site-spaces`, { spaceId: (await space(scene)).space }),
});

/** Creates a specification with a new slug. */
const specification: Make = (scene) =>
  registerSpecification(scene.test, { ...scene, slug: `fresh-${newId('OpenAPISpec').slice(5)}` });
const freeSlug: Make = async () => ({ spec: `free-${newId('OpenAPISpec').slice(5)}` });

/** Creates a translation that has not run yet. */
const translation: Make = ({ test, organization, admin, manual }) =>
  addTranslation(test, { organization, admin, space: manual.id });

/**
 * Functions that create the objects that a call needs, by operation id. Each call needs new objects. An object can be
 * deleted, moved or merged only once.
 */
export const createTargets: Record<string, Make> = {
  removeMemberFromOrganizationById: user,
  setUserAsSSOMemberForOrganization: user,
  removeTeamFromOrganizationById: team,
  deleteSpaceById: space,
  restoreSpace: deleted,
  moveSpace: space,
  transferSpace: space,
  moveCollection: collection,
  transferCollection: collection,
  deleteCollectionById: collection,
  createOpenAPISpec: freeSlug,
  deleteOpenAPISpecBySlug: specification,
  deleteTranslation: translation,
  deleteSiteById: site,
  deleteSiteShareLinkById: async (scene) => ({
    shareLink: await make(scene, `POST /sites/${scene.site}/share-links`, { name: 'Fresh' }),
  }),
  deleteOrganizationSAMLProvider: async (scene) => ({
    samlProvider: await make(scene, 'POST /saml', { label: 'Fresh' }),
  }),
  joinOrganizationWithInvite: invite,
  deleteOrganizationInviteById: invite,
  addSpaceToSite: space,
  addSectionToSite: space,
  deleteSiteSpaceById: siteSpace,
  deleteSiteSectionById: siteParts({ inGroup: true }),
  deleteSiteSectionGroupById: siteParts({ inGroup: true }),
  addSectionToGroup: siteParts({ inGroup: false }),
  removeSectionFromGroup: siteParts({ inGroup: true }),
  moveSiteSectionGroup: siteParts({ inGroup: false }),
  sortSiteStructure: siteParts({ inGroup: false }),
  mergeChangeRequest: changeRequest,
  deleteCommentInSpace: ofSpace,
  deleteCommentReplyInSpace: ofSpace,
  deleteCommentInChangeRequest: ofProposal,
  deleteCommentReplyInChangeRequest: ofProposal,
};
