import { canOnPlace, withPlaceRole } from '../../../access/place-access.js';
import type { Guard } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { registerNode } from '../../../api/graphql/schema/nodes.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { organizationsById } from '../../identity/organizations/loaders.js';
import { Organization } from '../../identity/organizations/organization.js';
import { addressesType, appAddress, locationAddress } from '../../shared/addresses.js';
import { permissionsType } from '../../shared/permissions.js';
import { DefaultLevel } from './enums.js';
import { collectionsById } from './loaders.js';

type Collection = Row<'Collection'>;

const CollectionUrls = addressesType<Collection>('CollectionUrls', {
  location: locationAddress(({ id }) => `/collections/${id}`),
  app: appAddress(),
});

const CollectionPermissions = permissionsType('CollectionPermissions', {
  view: { action: 'collection.view', description: 'See the collection.' },
  admin: { action: 'collection.update', description: 'Change its settings.' },
  viewInviteLinks: { action: 'collection.viewInviteLinks', description: 'See invite links.' },
  create: { action: 'collection.createContent', description: 'Create spaces and collections in it.' },
});

const seesCollection: Guard<Collection> = (collection, context) => canOnPlace(context, 'collection.view', collection);

/** A collection: a group of spaces and other collections. */
export const Collection = builder.node(builder.objectRef<Collection>('Collection'), {
  description: 'A group of spaces and other collections, which inherit access from it.',
  extensions: { guard: seesCollection, rest: { constants: { object: 'collection' } } },
  id: { resolve: ({ id }) => id, description: describe('Collection', 'id') },
  fields: (t) => ({
    title: t.exposeString('title', { description: describe('Collection', 'title') }),
    description: t.exposeString('description', { nullable: true, description: describe('Collection', 'description') }),
    defaultLevel: t.expose('defaultLevel', {
      type: DefaultLevel,
      nullable: true,
      description: describe('Collection', 'defaultLevel'),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When its settings last changed.' }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization that owns the collection.' }),
    organization: t.field({
      type: Organization,
      description: 'The organization that owns the collection.',
      resolve: ({ organizationId }, _args, { loaders }) => loaders.get(organizationsById, organizationId),
    }),
    urls: t.field({ type: CollectionUrls, description: 'Addresses of the collection.', resolve: (it) => it }),
    permissions: t.field({
      type: CollectionPermissions.type,
      description: 'Rights of the caller on the collection.',
      resolve: (it, _args, context) =>
        withPlaceRole(context, it, (owned) => CollectionPermissions.of(context.viewer, owned)),
    }),
  }),
});

registerNode('Collection', ({ loaders }, id) => loaders.load(collectionsById, id));
