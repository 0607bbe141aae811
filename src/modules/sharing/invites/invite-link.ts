import { levelRole } from '../../../access/effective-role.js';
import { canOnPlace } from '../../../access/place-access.js';
import { can } from '../../../access/policy.js';
import { includes, type Role } from '../../../access/viewer.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import type { Guard } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { registerNode } from '../../../api/graphql/schema/nodes.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { Collection } from '../../content/collections/collection.js';
import { collectionsById } from '../../content/collections/loaders.js';
import { spacesById } from '../../content/spaces/loaders.js';
import { Space } from '../../content/spaces/space.js';
import { MemberRole } from '../../identity/organizations/enums.js';
import { organizationsById } from '../../identity/organizations/loaders.js';
import { Organization } from '../../identity/organizations/organization.js';
import { usersById } from '../../identity/users/loaders.js';
import { User } from '../../identity/users/user.js';
import { getPlace } from '../grants/loaders.js';
import { placeKinds, placeRef } from '../grants/places.js';
import { inviteLinksById, oldestLinks } from './loaders.js';

type InviteLink = Row<'InviteLink'>;

const typeNames = { space: 'InviteLinkToSpace', collection: 'InviteLinkToCollection' } as const;

function typeNameOf(link: InviteLink): string {
  const place = placeRef(link);
  return place ? typeNames[place.kind] : 'InviteLinkToOrganization';
}

/**
 * Guard of invite links: the viewer must be allowed to see the links to the object, because the id of a link is a
 * credential.
 */
export const canSeeLink: Guard<InviteLink> = (link, context) => {
  const place = placeRef(link);
  if (!place) return can(context.viewer, 'organization.viewInviteLinks', link);
  return getPlace(context.loaders, place).then((row) =>
    canOnPlace(context, placeKinds[place.kind].viewInviteLinks, row),
  );
};

/** An invite link to any kind of object. */
export const InviteLink = builder.interfaceRef<InviteLink>('InviteLink').implement({
  description:
    'A link with which anyone who has it can join an organization, or a space or collection of it. Its id is the credential.',
  resolveType: typeNameOf,
  interfaces: () => [builder.nodeInterfaceRef()],
  fields: (t) => ({
    id: t.id({ description: describe('InviteLink', 'id'), resolve: ({ id }) => id }),
    redundant: t.boolean({
      description:
        'Whether the link is redundant. For a link to an organization: an older link gives the same role. For a space or ' +
        'collection: members have as much by its default level, where `inherit` means the default role of the organization.',
      resolve: isRedundant,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the link was made.' }),
    createdBy: t.field({
      type: User,
      description: 'Creator of the link.',
      resolve: ({ createdById }, _args, { loaders }) => loaders.get(usersById, createdById),
    }),
    organization: t.field({
      type: Organization,
      description: 'The organization that the link belongs to.',
      resolve: ({ organizationId }, _args, { loaders }) => loaders.get(organizationsById, organizationId),
    }),
  }),
});

async function isRedundant(link: InviteLink, _args: object, { loaders }: Context): Promise<boolean> {
  const { id, organizationId, role } = link;
  const place = placeRef(link);
  if (!place) return (await loaders.load(oldestLinks, organizationId)).get(role) !== id;
  if (role === null) return true;
  const [{ resolvedLevel }, { defaultRole }] = await Promise.all([
    getPlace(loaders, place),
    loaders.get(organizationsById, organizationId),
  ]);
  return includes(levelRole(defaultRole as Role | null, resolvedLevel), role as Role);
}

const common = {
  interfaces: [builder.nodeInterfaceRef(), InviteLink],
  extensions: { guard: canSeeLink, rest: { constants: { object: 'invite' } } },
};

/** A link to an organization. */
export const InviteLinkToOrganization = builder.objectRef<InviteLink>('InviteLinkToOrganization').implement({
  description: 'A link that makes anyone who has it a member of an organization.',
  ...common,
  fields: (t) => ({
    role: t.expose('role', {
      type: MemberRole,
      nullable: true,
      description: 'Role that joining gives; null makes people guests. Members with a higher role keep it.',
    }),
  }),
});

const level = {
  type: MemberRole,
  nullable: true,
  description:
    'Role on the object that joining gives; null for none. A person who is not a member yet becomes a guest.',
} as const;

/** A link to a space. */
export const InviteLinkToSpace = builder.objectRef<InviteLink>('InviteLinkToSpace').implement({
  description: 'A link that gives anyone who has it a role on a space.',
  ...common,
  fields: (t) => ({
    level: t.expose('role', level),
    space: t.field({
      type: Space,
      description: 'The space.',
      resolve: ({ spaceId }, _args, { loaders }) => loaders.get(spacesById, spaceId!),
    }),
  }),
});

/** A link to a collection. */
export const InviteLinkToCollection = builder.objectRef<InviteLink>('InviteLinkToCollection').implement({
  description: 'A link that gives anyone who has it a role on a collection and on its content.',
  ...common,
  fields: (t) => ({
    level: t.expose('role', level),
    collection: t.field({
      type: Collection,
      description: 'The collection.',
      resolve: ({ collectionId }, _args, { loaders }) => loaders.get(collectionsById, collectionId!),
    }),
  }),
});

registerNode('InviteLink', ({ loaders }, id) => loaders.load(inviteLinksById, id), typeNameOf);
