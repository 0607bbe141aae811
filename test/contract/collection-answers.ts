import type { RestAnswer } from '../support/app.js';
import { organization, type Scene, send } from './scene.js';
import { otherOrganization } from './space-answers.js';

/** Real requests of the operations of collections. */
export const collectionRequests: Record<string, (scene: Scene) => Promise<RestAnswer[]>> = {
  createCollection: async (scene) => {
    const first = await send(scene, `POST ${organization(scene)}/collections`, { title: 'Guides' });
    const parent = first.body.id as string;
    return [first, await send(scene, `POST ${organization(scene)}/collections`, { parent })];
  },
  listCollectionsInOrganizationById: async (scene) => [
    await send(scene, `GET ${organization(scene)}/collections`),
    await send(scene, `GET ${organization(scene)}/collections?nested=false&limit=1`),
  ],
  getCollectionById: async (scene) => [await send(scene, `GET ${await anyCollection(scene)}`)],
  updateCollectionById: async (scene) => [
    await send(scene, `PATCH ${await anyCollection(scene)}`, { description: 'What to read first', defaultLevel: null }),
  ],
  listSpacesInCollectionById: async (scene) => {
    const path = await anyCollection(scene);
    await send(scene, `POST ${organization(scene)}/spaces`, { parent: path.split('/').at(-1) });
    return [await send(scene, `GET ${path}/spaces`)];
  },
  moveCollection: async (scene) => {
    const { body } = await send(scene, `POST ${organization(scene)}/collections`, { title: 'Moved' });
    const path = `/collections/${body.id}/move`;
    const after = { type: 'collection', collection: scene.collection };
    return [
      await send(scene, `POST ${path}`, { position: { after } }),
      await send(scene, `POST ${path}`, { parent: scene.collection }),
    ];
  },
  transferCollection: async (scene) => {
    const { body } = await send(scene, `POST ${organization(scene)}/collections`, { title: 'Transferred' });
    const to = await otherOrganization(scene);
    return [await send(scene, `POST /collections/${body.id}/transfer`, { organization: to })];
  },
  deleteCollectionById: async (scene) => {
    const { body } = await send(scene, `POST ${organization(scene)}/collections`, { title: 'Gone' });
    const path = `/collections/${body.id}`;
    return [await send(scene, `DELETE ${path}`), await send(scene, `DELETE ${path}`)];
  },
};

async function anyCollection(scene: Scene): Promise<string> {
  const { body } = await send(scene, `GET ${organization(scene)}/collections?nested=false`);
  return `/collections/${body.items[0].id}`;
}
