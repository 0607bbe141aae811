import type { AccessTarget } from '../../../access/effective-role.js';
import { roleOnPlace } from '../../../access/place-access.js';
import { authorize } from '../../../access/policy.js';
import { builder, type Fields } from '../../../api/graphql/schema/builder.js';
import { listField } from '../../../api/graphql/schema/connections.js';
import { Collection } from '../../content/collections/collection.js';
import { Space } from '../../content/spaces/space.js';
import { Organization } from '../../identity/organizations/organization.js';
import { viewerKey } from '../../shared/visible.js';
import { type PlaceKind, placeKinds } from '../grants/places.js';
import {
  canSeeLink,
  InviteLink,
  InviteLinkToCollection,
  InviteLinkToOrganization,
  InviteLinkToSpace,
} from './invite-link.js';
import { inviteLinksById } from './loaders.js';

const newestFirst = { columns: ['createdAt', 'id'], direction: 'desc' } as const;

builder.objectFields(Organization, (t) => ({
  invites: listField(t, {
    type: InviteLinkToOrganization,
    description: 'Invite links to the organization itself, newest first; requires the role admin.',
    args: {},
    authorize: ({ id }, { viewer }) => authorize(viewer, 'organization.viewInviteLinks', { organizationId: id }),
    key: ({ id }) => id,
    list: (_args, context) => ({
      name: 'Organization.invites',
      filters: viewerKey(context),
      order: newestFirst,
      query: (organizationId) =>
        context.read.sql
          .selectFrom('InviteLink')
          .selectAll()
          .where('organizationId', '=', organizationId!)
          .where('spaceId', 'is', null)
          .where('collectionId', 'is', null),
    }),
  }),
  invite: t.field({
    type: InviteLink,
    nullable: true,
    description:
      'An invite link to the organization, or to a space or collection of it, by its id; requires admin on the object that it opens.',
    args: { id: t.arg.id({ required: true, description: "The link's id." }) },
    resolve: async (organization, { id }, context) => {
      const link = await context.loaders.load(inviteLinksById, id);
      if (link?.organizationId === organization.id && (await canSeeLink(link, context))) return link;
      // A viewer who may see no links of the organization gets FORBIDDEN, whether the link exists or not.
      authorize(context.viewer, 'organization.viewInviteLinks', { organizationId: organization.id });
      return null;
    },
  }),
}));

builder.objectField(Space, 'invites', (t) => linkList(t as Fields<AccessTarget>, 'space'));
builder.objectField(Collection, 'invites', (t) => linkList(t as Fields<AccessTarget>, 'collection'));

/**
 * Returns the field for the invite links to a space or collection. The condition on the organization allows the
 * database to use the index of links by organization.
 */
function linkList(t: Fields<AccessTarget>, kind: PlaceKind) {
  const { name, column, viewInviteLinks } = placeKinds[kind];
  return listField(t, {
    type: kind === 'space' ? InviteLinkToSpace : InviteLinkToCollection,
    description: `Invite links to the ${kind}, newest first; requires the role admin on it.`,
    args: {},
    authorize: async (place, context) => authorize(context.viewer, viewInviteLinks, await roleOnPlace(context, place)),
    key: ({ id }) => id,
    list: (_args, context) => ({
      name: `${name}.invites`,
      filters: viewerKey(context),
      order: newestFirst,
      query: (id) =>
        context.read.sql
          .selectFrom('InviteLink')
          .selectAll()
          .where(column, '=', id!)
          .where('organizationId', '=', ({ selectFrom }) =>
            selectFrom(name as 'Space')
              .select('organizationId')
              .where('id', '=', id!),
          ),
    }),
  });
}
