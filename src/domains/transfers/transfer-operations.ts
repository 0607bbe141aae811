import { mutation } from '../../graphql/mutation.js';
import { collectionPayload } from '../collections/collection-payload.js';
import { spacePayload } from '../spaces/space-payload.js';
import { transfer } from './transfer-actions.js';

mutation('transferSpace', {
  description:
    'Takes a space to the root of another organization, where it takes the role create, with its history and change requests, without what was granted on it and its invite links.',
  policy: 'space.transfer',
  takes: 'Which space to transfer, and where to.',
  input: (t) => ({
    space: t.id({ required: true, description: 'Id of the space.' }),
    organization: t.id({ required: true, description: 'Id of the organization that it goes to.' }),
  }),
  action: async ({ space: id, organization }, context) => {
    await transfer(context, { kind: 'space', id, organization });
    return { id };
  },
  payload: spacePayload('The transferred space.'),
});

mutation('transferCollection', {
  description:
    'Takes a collection with all in it to the root of another organization, where it takes the role create; deleted spaces stay, at the root.',
  policy: 'collection.transfer',
  takes: 'Which collection to transfer, and where to.',
  input: (t) => ({
    collection: t.id({ required: true, description: 'Id of the collection.' }),
    organization: t.id({ required: true, description: 'Id of the organization that it goes to.' }),
  }),
  action: async ({ collection: id, organization }, context) => {
    await transfer(context, { kind: 'collection', id, organization });
    return { id };
  },
  payload: collectionPayload('The transferred collection.'),
});
