import type { Role } from '../../../src/access/viewer.js';
import type { Actor, Cast } from './cast.js';

/** The one table that every verdict is derived from: a row for each operation of `/v1`. */
export interface Row {
  /** The lowest role that may: `anyone` with a token, `member` includes guests. */
  needs: Role | 'member' | 'anyone';
  /**
   * Who cannot see the target gets 404. Guests see the organization, members and teams of it are refused to them (403);
   * content is hidden from them.
   */
  of: 'organization' | 'content';
  /** Statuses that the rule does not give, by actor. */
  except?: Record<string, number>;
  body?(cast: Cast): object;
  /** What the address ends with, `?` included. */
  query?: string;
  /** Ids of the path that differ for each cell that is allowed, made by the admin: what is deleted is gone. */
  fresh?(cast: Cast): Promise<Record<string, string>>;
  /** Puts back what a cell that is allowed changed of who asks. */
  undo?(cast: Cast, actor: Actor): Promise<void>;
}

const anyone: Row = { needs: 'anyone', of: 'organization' };
const member: Row = { needs: 'member', of: 'organization' };
const inOrganization = (needs: Role, more: Partial<Row> = {}): Row => ({ needs, of: 'organization', ...more });
const inContent = (needs: Role, more: Partial<Row> = {}): Row => ({ needs, of: 'content', ...more });
const document = { object: 'document', data: { schemaVersion: 1 }, nodes: [] };
const title = () => ({ title: 'Renamed' });

/** Operations that read content, by id: the role read on the space or collection. */
const reads = [
  'getSpaceById getCurrentRevision listPages listFiles getFileById getPageById getPageByPath listChangeRequestsForSpace',
  'listSpaceLinks listPageLinksInSpace listSpacePageBacklinks listSpaceFileBacklinks listPageLinksInChangeRequest',
  'listChangeRequestPageBacklinks listChangeRequestFileBacklinks listChangeRequestLinks',
  'getChangeRequestById getRevisionOfChangeRequestById listPagesInChangeRequest listFilesInChangeRequestById',
  'getFileInChangeRequestById getPageInChangeRequestById getPageInChangeRequestByPath getSiteById getCollectionById',
  'listSpacesInCollectionById listUserPermissionsInSpace listTeamPermissionsInSpace listUserPermissionsInCollection',
  'listTeamPermissionsInCollection getRevisionById getRevisionSemanticChanges listPagesInRevisionById',
  'listFilesInRevisionById getFileInRevisionById getPageInRevisionById getPageInRevisionByPath getChangeRequestChanges',
  'getSpacePDF getChangeRequestPDF',
].flatMap((line) => line.split(' '));

/** Grants are alike on spaces and on collections. */
const grants = (place: 'Space' | 'Collection'): Record<string, Row> => ({
  [`inviteTo${place}`]: inContent('admin', { body: ({ other }) => ({ role: 'read', users: [other.id] }) }),
  [`updateUserPermissionIn${place}`]: inContent('admin', { body: () => ({ role: 'edit' }) }),
  [`removeUserFrom${place}`]: inContent('admin'),
  [`updateTeamPermissionIn${place}`]: inContent('admin', { body: () => ({ role: 'edit' }) }),
  [`removeTeamFrom${place}`]: inContent('admin'),
});

/** Every operation of `/v1`. */
export const rows: Record<string, Row> = {
  getAuthenticatedUser: anyone,
  // People are looked up by those who share an organization with them.
  getUserById: member,
  // A list holds what the caller sees: no organization, no space, is an empty list.
  listOrganizationsForAuthenticatedUser: anyone,
  getOrganizationById: member,
  listSpacesInOrganizationById: member,
  listCollectionsInOrganizationById: member,
  listChangeRequestsForOrganization: member,
  listSites: member,
  searchOrganizationContent: { ...member, query: '?query=guide' },
  searchSpaceContent: inContent('read', { query: '?query=guide' }),
  updateOrganizationById: inOrganization('admin', { body: title }),
  // Whoever has no verified address of an allowed domain is told so; members belong already.
  joinOrganization: { needs: 'anyone', of: 'organization', except: { foreign: 400 } },
  getOrganizationsForEmailDomain: anyone,
  getOrganizationAgentInstructions: inOrganization('read'),
  updateOrganizationAgentInstructions: inOrganization('admin', { body: () => ({ instructions: document }) }),
  listMembersInOrganizationById: inOrganization('read'),
  // A guest sees itself and no other member.
  getMemberInOrganizationById: inOrganization('read', { except: { guest: 404 } }),
  updateMemberInOrganizationById: inOrganization('admin', { body: () => ({ role: 'read' }) }),
  removeMemberFromOrganizationById: inOrganization('admin', { fresh: (cast) => cast.freshMember() }),
  setUserAsSSOMemberForOrganization: inOrganization('admin', { fresh: (cast) => cast.freshMember() }),
  updateOrganizationMemberLastSeenAt: member,
  listSpacesForOrganizationMember: inOrganization('read', { except: { guest: 404 } }),
  listTeamsForOrganizationMember: inOrganization('read', { except: { guest: 404 } }),
  listTeamsInOrganizationById: inOrganization('read'),
  getTeamInOrganizationById: inOrganization('read', { except: { guest: 404 } }),
  listTeamMembersInOrganizationById: inOrganization('read', { except: { guest: 404 } }),
  createOrganizationTeam: inOrganization('admin', { body: () => ({ title: 'Writers' }) }),
  updateTeamInOrganizationById: inOrganization('admin', { body: title, except: { guest: 404 } }),
  removeTeamFromOrganizationById: inOrganization('admin', {
    except: { guest: 204 },
    fresh: (cast) => cast.freshTeam(),
  }),
  updateMembersInOrganizationTeam: inOrganization('admin', {
    body: ({ other }) => ({ add: [other.id] }),
    except: { guest: 404 },
  }),
  addMemberToOrganizationTeamById: inOrganization('admin', { body: () => ({}), except: { guest: 404 } }),
  deleteMemberFromOrganizationTeamById: inOrganization('admin', { except: { guest: 204 } }),
  listSAMLProvidersInOrganizationById: inOrganization('admin'),
  createOrganizationSAMLProvider: inOrganization('admin', { body: () => ({ label: 'Acme' }) }),
  getOrganizationSAMLProviderById: inOrganization('admin', { except: {} }),
  updateOrganizationSAMLProvider: inOrganization('admin', { body: () => ({ label: 'Renamed' }) }),
  deleteOrganizationSAMLProvider: inOrganization('admin', { fresh: (cast) => cast.freshProvider() }),
  listSSOProviderLoginsInOrganization: member,
  inviteUsersToOrganization: inOrganization('admin', { body: () => ({ emails: ['new@acme.test'], role: 'read' }) }),
  // The id of an invite is its credential: whoever has it may join.
  joinOrganizationWithInvite: { ...anyone, undo: (cast, actor) => cast.sendAway(actor) },
  listOrganizationInviteLinks: inOrganization('admin'),
  createOrganizationInvite: inOrganization('admin', { body: () => ({ role: 'read' }) }),
  getOrganizationInviteLink: inOrganization('admin'),
  updateOrganizationInviteById: inOrganization('admin', { body: () => ({ role: 'comment' }) }),
  deleteOrganizationInviteById: inOrganization('admin', { fresh: (cast) => cast.freshInvite() }),
  ...Object.fromEntries(reads.map((id) => [id, inContent('read')])),
  createSpace: inOrganization('create', { body: title }),
  updateSpaceById: inContent('admin', { body: title }),
  deleteSpaceById: inContent('admin', { fresh: (cast) => cast.freshSpace() }),
  duplicateSpace: inContent('create'),
  moveSpace: inContent('create', {
    body: ({ ids }) => ({ parent: ids.collectionId! }),
    fresh: (cast) => cast.freshSpace(),
  }),
  transferSpace: inContent('admin', {
    body: ({ elsewhere }) => ({ organization: elsewhere }),
    fresh: (cast) => cast.freshSpace(),
  }),
  restoreSpace: inContent('admin', { fresh: (cast) => cast.freshSpace() }),
  createCollection: inOrganization('create', { body: title }),
  updateCollectionById: inContent('admin', { body: title }),
  moveCollection: inContent('create', {
    body: ({ ids }) => ({ parent: ids.collectionId! }),
    fresh: (cast) => cast.freshCollection(),
  }),
  transferCollection: inContent('admin', {
    body: ({ elsewhere }) => ({ organization: elsewhere }),
    fresh: (cast) => cast.freshCollection(),
  }),
  deleteCollectionById: inContent('admin', { fresh: (cast) => cast.freshCollection() }),
  ...grants('Space'),
  ...grants('Collection'),
  createChangeRequest: inContent('edit', { body: () => ({ subject: 'Better' }) }),
  updateChangeRequestById: inContent('edit', { body: () => ({ subject: 'Better' }) }),
  updateChangeRequest: inContent('edit'),
  updateChangeRequestContent: inContent('edit', {
    body: () => ({ changes: [{ operation: 'insert_page', title: 'New', document: { markdown: 'Text.\n' } }] }),
  }),
  mergeChangeRequest: inContent('review', { fresh: (cast) => cast.freshProposal() }),
  applyTemplateToSpace: inContent('edit', { body: ({ ids }) => ({ id: ids.spaceId! }) }),
  createSite: inOrganization('create', { body: () => ({ title: 'Site' }) }),
};
