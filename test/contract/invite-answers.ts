import type { RestAnswer } from '../support/app.js';
import { organization, type Scene, send } from './scene.js';

const invites = (scene: Scene): string => `${organization(scene)}/invites`;
const links = (scene: Scene): string => `${organization(scene)}/link-invites`;

/** Makes a link and answers its address. */
async function newLink(scene: Scene, body: object): Promise<string> {
  return `${links(scene)}/${(await send(scene, `POST ${links(scene)}`, body)).body.id}`;
}

/** Links to the organization, to a space and to a collection. */
const kinds = ({ manual, collection }: Scene): object[] => [
  { role: null },
  { level: 'edit', space: manual.id },
  { level: null, collection },
];

/** Real requests of the operations of invites. */
export const inviteRequests: Record<string, (scene: Scene) => Promise<RestAnswer[]>> = {
  inviteUsersToOrganization: async (scene) => [
    await send(scene, `POST ${invites(scene)}`, { emails: ['one@acme.test', { email: 'two@acme.test', role: null }] }),
    await send(scene, `POST ${invites(scene)}`, { emails: ['one@acme.test'], role: 'edit' }),
    await send(scene, `POST ${invites(scene)}`, { emails: ['three@acme.test'], role: null, sso: true }),
  ],
  joinOrganizationWithInvite: async (scene) => [await send(scene, `POST ${invites(scene)}/${scene.invite}`)],
  createOrganizationInvite: (scene) =>
    Promise.all(kinds(scene).map((body) => send(scene, `POST ${links(scene)}`, body))),
  listOrganizationInviteLinks: async (scene) => [
    await send(scene, `GET ${links(scene)}`),
    await send(scene, `GET ${links(scene)}?limit=1`),
  ],
  getOrganizationInviteLink: async (scene) => {
    const paths = await Promise.all(kinds(scene).map((body) => newLink(scene, body)));
    return Promise.all(paths.map((path) => send(scene, `GET ${path}`)));
  },
  updateOrganizationInviteById: async (scene) => {
    const [toOrganization, toSpace] = kinds(scene);
    return [
      await send(scene, `PATCH ${await newLink(scene, toOrganization!)}`, { role: 'read' }),
      await send(scene, `PATCH ${await newLink(scene, toSpace!)}`, { level: null }),
    ];
  },
  deleteOrganizationInviteById: async (scene) => {
    const path = await newLink(scene, { role: 'read' });
    return [await send(scene, `DELETE ${path}`), await send(scene, `DELETE ${path}`)];
  },
};
