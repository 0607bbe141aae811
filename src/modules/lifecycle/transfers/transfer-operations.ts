import { mutation } from '../../../api/graphql/schema/mutation.js';
import { collectionPayload } from '../../content/collections/collection-payload.js';
import { spacePayload } from '../../content/spaces/space-payload.js';
import { transfer } from './transfer-actions.js';

mutation('transferSpace', {
  description:
    'Transfers a space to the root of another organization, where the caller needs the role create. Its history and change requests go with it; its grants and invite links do not.',
  policy: 'space.transfer',
  takes: 'The space to transfer, and its target.',
  input: (t) => ({
    space: t.id({ required: true, description: 'Id of the space.' }),
    organization: t.id({ required: true, description: 'Id of the target organization.' }),
  }),
  action: async ({ space: id, organization }, context) => {
    await transfer(context, { kind: 'space', id, organization });
    return { id };
  },
  payload: spacePayload('The transferred space.'),
});

mutation('transferCollection', {
  description:
    'Transfers a collection with its content to the root of another organization, where the caller needs the role create. Its deleted spaces stay, at the root.',
  policy: 'collection.transfer',
  takes: 'The collection to transfer, and its target.',
  input: (t) => ({
    collection: t.id({ required: true, description: 'Id of the collection.' }),
    organization: t.id({ required: true, description: 'Id of the target organization.' }),
  }),
  action: async ({ collection: id, organization }, context) => {
    await transfer(context, { kind: 'collection', id, organization });
    return { id };
  },
  payload: collectionPayload('The transferred collection.'),
});
