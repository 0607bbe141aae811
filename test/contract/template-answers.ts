import type { RestAnswer } from '../support/app.js';
import { organization, type Scene, send } from './scene.js';

const space = ({ manual }: Scene): string => `/spaces/${manual.id}`;
const template = ({ manual }: Scene) => ({ id: manual.id, params: { contentRefs: {} } });

/** Real requests of what takes a template: each with one and without. */
export const templateRequests: Record<string, (scene: Scene) => Promise<RestAnswer[]>> = {
  createSpace: async (scene) => [
    await send(scene, `POST ${organization(scene)}/spaces`, {}),
    await send(scene, `POST ${organization(scene)}/spaces`, { title: 'Empty', emoji: '1f600', empty: true }),
    await send(scene, `POST ${organization(scene)}/spaces`, { parent: scene.collection, template: template(scene) }),
  ],
  createChangeRequest: async (scene) => [
    await send(scene, `POST ${space(scene)}/change-requests`, { subject: 'Plain', origin: 'a client' }),
    await send(scene, `POST ${space(scene)}/change-requests`, { template: template(scene) }),
  ],
  applyTemplateToSpace: async (scene) => [
    await send(scene, `POST ${space(scene)}/content/template`, {
      ...template(scene),
      changeRequestId: scene.proposal.id,
    }),
    await send(scene, `POST ${space(scene)}/content/template`, template(scene)),
  ],
};
