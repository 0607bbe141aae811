import { join } from '../domains/transfers/transfer-kit.js';
import type { RestAnswer } from '../support/app.js';
import { seedOrganization } from '../support/seed.js';
import { organization, type Scene, send } from './scene.js';

/** Real requests of the operations that delete, restore, copy and move spaces. */
export const spaceRequests: Record<string, (scene: Scene) => Promise<RestAnswer[]>> = {
  deleteSpaceById: async (scene) => {
    const path = await newSpace(scene);
    return [await send(scene, `DELETE ${path}`), await send(scene, `DELETE ${path}`)];
  },
  restoreSpace: async (scene) => {
    const path = await newSpace(scene);
    await send(scene, `DELETE ${path}`);
    return [await send(scene, `POST ${path}/restore`), await send(scene, `POST ${path}/restore`)];
  },
  duplicateSpace: async (scene) => [await send(scene, `POST /spaces/${scene.manual.id}/duplicate`)],
  transferSpace: async (scene) => {
    const [path, organization] = [await newSpace(scene), await otherOrganization(scene)];
    return [await send(scene, `POST ${path}/transfer`, { organization })];
  },
  moveSpace: async (scene) => {
    const [path, last] = [await newSpace(scene), await newSpace(scene)];
    const before = { type: 'space', space: last.split('/').at(-1) };
    return [
      await send(scene, `POST ${path}/move`, { parent: scene.collection }),
      await send(scene, `POST ${path}/move`, { parent: null, position: { before } }),
    ];
  },
};

/** An organization that the scene's admin may create in. */
export async function otherOrganization({ test, admin }: Scene): Promise<string> {
  const { id } = await seedOrganization(test);
  await join(test, id, { id: admin.id, role: 'create' });
  return id;
}

async function newSpace(scene: Scene): Promise<string> {
  const { body } = await send(scene, `POST ${organization(scene)}/spaces`, { title: 'Another' });
  return `/spaces/${body.id}`;
}
