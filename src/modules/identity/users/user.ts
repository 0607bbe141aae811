import { can } from '../../../access/policy.js';
import { organizationsOf, type Viewer } from '../../../access/viewer.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { textScalar } from '../../../api/graphql/schema/declare-scalars.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { syncField } from '../../../api/graphql/schema/field-marks.js';
import { registerNode } from '../../../api/graphql/schema/nodes.js';
import { dependsOnColumns } from '../../../api/graphql/schema/selected-columns.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { emailAddress } from './email-address.js';
import { organizationIdsOfUser, usersById } from './loaders.js';
import { kindColumns, kindOf, UserKind } from './user-kind.js';

/**
 * The scalar for e-mail addresses. The scalar of the GraphQL library rejects non-ASCII letters, although addresses may
 * have them.
 */
export const EmailAddress = textScalar('EmailAddress', emailAddress);

const UserUrls = builder.objectRef<Row<'User'>>('UserUrls').implement({
  description: 'Addresses of a user.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    location: t.field({
      type: 'URL',
      description: 'Address of the user in `/v1`.',
      extensions: syncField,
      resolve: (user, _args, { urls }) => urls.location(`/users/${user.id}`),
    }),
  }),
});

/**
 * A user. A user in a field of another object (author, actor) is visible to viewers who may see that object. `node(id)`
 * and `user(id)` find only users of the viewer's organizations. The e-mail address is visible to viewers who may see
 * the members of one of these organizations (`member.view`). Guests see only their own address.
 */
export const User = builder.node(builder.objectRef<Row<'User'>>('User'), {
  description:
    'A person who can be a member of organizations, or the service account of a program in one organization.',
  extensions: { guard: partOfGuardedObject, rest: { constants: { object: 'user' } } },
  id: { resolve: (user) => user.id, description: describe('User', 'id') },
  fields: (t) => ({
    kind: t.field({
      type: UserKind,
      description: 'Kind of the user.',
      extensions: dependsOnColumns<Row<'User'>>(...kindColumns),
      resolve: kindOf,
    }),
    displayName: t.exposeString('displayName', { description: describe('User', 'displayName') }),
    email: t.field({
      type: EmailAddress,
      nullable: true,
      description: describe('User', 'email'),
      resolve: async (user, _args, context) =>
        'isCoMember' in user || (await seesAddress(context, user.id)) ? user.email : null,
    }),
    photoURL: t.expose('photoURL', { type: 'URL', nullable: true, description: describe('User', 'photoURL') }),
    urls: t.field({ type: UserUrls, description: 'Addresses of the user.', resolve: (user) => user }),
  }),
});

registerNode('User', findUser);

/**
 * Marks a user in the `user` field of a membership that the viewer may see. The permission check for the user's e-mail
 * address then needs no query.
 */
export function markAsCoMember(user: Row<'User'>): Row<'User'> & { isCoMember: true } {
  return { ...user, isCoMember: true };
}

/** Finds a user whom the viewer may see: the viewer itself, or a user of one of its organizations; otherwise null. */
export async function findUser(context: Context, id: string): Promise<Row<'User'> | null> {
  return (await sharesOrganization(context, id)) ? context.loaders.load(usersById, id) : null;
}

function sharesOrganization(context: Context, userId: string): Promise<boolean> {
  return sharesOrganizationAmong(context, userId, organizationsOf(context.viewer));
}

function seesAddress(context: Context, userId: string): Promise<boolean> {
  const { viewer } = context;
  const organizationsWithMemberView = organizationsOf(viewer)?.filter((organizationId) =>
    can(viewer, 'member.view', { organizationId }),
  );
  return sharesOrganizationAmong(context, userId, organizationsWithMemberView ?? null);
}

/**
 * Reports whether a user is the viewer itself, or a member of one of the given organizations; null means any
 * organization.
 */
async function sharesOrganizationAmong(
  { viewer, loaders }: Context,
  userId: string,
  organizations: string[] | null,
): Promise<boolean> {
  if (organizations === null || isSelf(viewer, userId)) return true;
  if (organizations.length === 0) return false;
  const userOrganizations = await loaders.load(organizationIdsOfUser, userId);
  return userOrganizations.some((id) => organizations.includes(id));
}

function isSelf(viewer: Viewer, userId: string): boolean {
  return viewer.kind !== 'anonymous' && viewer.userId === userId;
}
