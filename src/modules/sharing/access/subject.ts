import { canOnPlace } from '../../../access/place-access.js';
import { can } from '../../../access/policy.js';
import type { Action, ContentAction, OrganizationAction } from '../../../access/required-roles.js';
import { canOnTeam } from '../../../access/team-access.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import { badInput } from '../../../platform/base/errors.js';
import { type IdKind, idKind } from '../../../platform/base/ids.js';
import type { LoaderDefinition } from '../../../platform/db/query/loaders.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { collectionsById } from '../../content/collections/loaders.js';
import { headFilesById, headPagesById, revisionsById } from '../../content/revisions/loaders.js';
import { spacesById } from '../../content/spaces/loaders.js';
import { organizationsById } from '../../identity/organizations/loaders.js';
import { teamsById } from '../../identity/teams/loaders.js';
import { changeRequestsById } from '../../review/change-requests/loaders.js';
import { sitesById } from '../../sites/sites/loaders.js';

/** Subject of an explanation, with the data that access depends on. */
export interface Subject {
  organizationId: string;
  /** The space that the subject is or belongs to; null if there is none. */
  space: Row<'Space'> | null;
  collection: Row<'Collection'> | null;
  team: Row<'Team'> | null;
}

type SubjectFinder = (context: Context, id: string) => Promise<Subject | null>;

/**
 * Functions that find the subject of an id, by kind of id. They find only subjects that the viewer sees. For an object
 * in a space, they read the row of the object and the space.
 */
const finders: { readonly [Kind in IdKind]?: SubjectFinder } = {
  Organization: organizationFinder(organizationsById, ({ id }) => id, 'organization.view'),
  Team: teamSubject,
  Site: organizationFinder(sitesById, ({ organizationId }) => organizationId, 'site.view'),
  Space: (context, id) => spaceSubject(context, id, 'space.view'),
  Collection: collectionSubject,
  ChangeRequest: spaceObjectFinder(changeRequestsById, 'changeRequest.view'),
  Revision: spaceObjectFinder(revisionsById, 'space.view'),
  Page: spaceObjectFinder(headPagesById, 'space.view'),
  File: spaceObjectFinder(headFilesById, 'space.view'),
};

/** Finds a subject by its id. Returns null if there is none, or the viewer does not see it. */
export async function findSubject(context: Context, id: string): Promise<Subject | null> {
  const kind = idKind(id);
  const find = kind && finders[kind];
  return find ? find(context, id) : null;
}

/** Refuses an action that does not apply to the subject. @throws BAD_USER_INPUT */
export function requireApplicableAction(action: Action, { space, collection }: Subject): void {
  const [resource] = action.split('.');
  if (resource === 'collection' && !collection)
    throw badInput('action', `\`action\` ${action} needs a collection as subject`);
  if ((resource === 'space' || resource === 'changeRequest') && !space)
    throw badInput('action', `\`action\` ${action} needs a space, or an object in a space, as subject`);
}

const emptySubject = { space: null, collection: null, team: null };

function organizationFinder<R extends object>(
  loader: LoaderDefinition<string, R | null>,
  organizationOf: (row: R) => string,
  view: OrganizationAction,
): SubjectFinder {
  return async ({ loaders, viewer }, id) => {
    const row = await loaders.load(loader, id);
    const organizationId = row && organizationOf(row);
    if (!organizationId || !can(viewer, view, { organizationId })) return null;
    return { ...emptySubject, organizationId };
  };
}

function spaceObjectFinder(
  loader: LoaderDefinition<string, { spaceId: string } | null>,
  view: ContentAction,
): SubjectFinder {
  return async (context, id) => {
    const row = await context.loaders.load(loader, id);
    return row && spaceSubject(context, row.spaceId, view);
  };
}

async function spaceSubject(context: Context, id: string, view: ContentAction): Promise<Subject | null> {
  const space = await context.loaders.load(spacesById, id);
  if (!space || !(await canOnPlace(context, view, space))) return null;
  return { ...emptySubject, organizationId: space.organizationId, space };
}

async function collectionSubject(context: Context, id: string): Promise<Subject | null> {
  const collection = await context.loaders.load(collectionsById, id);
  if (!collection || !(await canOnPlace(context, 'collection.view', collection))) return null;
  return { ...emptySubject, organizationId: collection.organizationId, collection };
}

async function teamSubject(context: Context, id: string): Promise<Subject | null> {
  const team = await context.loaders.load(teamsById, id);
  if (!team || !(await canOnTeam(context, 'team.view', team))) return null;
  return { ...emptySubject, organizationId: team.organizationId, team };
}
