import { builder } from '../../graphql/builder.js';
import { collectionPayload } from '../collections/collection-payload.js';
import { spacePayload } from '../spaces/space-payload.js';
import { transfer } from './transfer.js';

builder.relayMutationField(
  'transferSpace',
  {
    description: 'Which space to transfer, and where to.',
    inputFields: (t) => ({
      space: t.id({ required: true, description: 'Id of the space.' }),
      organization: t.id({ required: true, description: 'Id of the organization that it goes to.' }),
    }),
  },
  {
    description:
      'Takes a space to the root of another organization, with its history and change requests, without what was granted on ' +
      'it and its invite links; takes the role admin in its own organization, and create in that one.',
    extensions: { policy: 'space.transfer' },
    resolve: async (_root, { input: { space: id, organization } }, context) => {
      await transfer(context, { kind: 'space', id, organization });
      return { id };
    },
  },
  spacePayload('The transferred space.'),
);

builder.relayMutationField(
  'transferCollection',
  {
    description: 'Which collection to transfer, and where to.',
    inputFields: (t) => ({
      collection: t.id({ required: true, description: 'Id of the collection.' }),
      organization: t.id({ required: true, description: 'Id of the organization that it goes to.' }),
    }),
  },
  {
    description:
      'Takes a collection with all in it to the root of another organization; deleted spaces stay, at the root. Takes the role ' +
      'admin in its own organization, and create in that one.',
    extensions: { policy: 'collection.transfer' },
    resolve: async (_root, { input: { collection: id, organization } }, context) => {
      await transfer(context, { kind: 'collection', id, organization });
      return { id };
    },
  },
  collectionPayload('The transferred collection.'),
);
