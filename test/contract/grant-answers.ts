import type { RestAnswer } from '../support/app.js';
import { type Scene, send } from './scene.js';

type Requests = Record<string, (scene: Scene) => Promise<RestAnswer[]>>;

/** Real requests of the operations of grants; they are alike on spaces and on collections. */
export const grantRequests: Requests = {
  ...requestsOn('Space', ({ manual }) => `/spaces/${manual.id}/permissions`),
  ...requestsOn('Collection', ({ collection }) => `/collections/${collection}/permissions`),
};

function requestsOn(place: string, base: (scene: Scene) => string): Requests {
  const user = (scene: Scene): string => `${base(scene)}/users/${scene.admin.id}`;
  const team = (scene: Scene): string => `${base(scene)}/teams/${scene.team}`;
  return {
    [`inviteTo${place}`]: async (scene) => [
      await send(scene, `POST ${base(scene)}`, { role: 'edit', users: [scene.admin.id], teams: [scene.team] }),
      await send(scene, `POST ${base(scene)}`, { role: 'review', users: [scene.admin.id] }),
    ],
    [`listUserPermissionsIn${place}`]: async (scene) => [
      await send(scene, `GET ${base(scene)}/users`),
      await send(scene, `GET ${base(scene)}/users?limit=0`),
    ],
    [`listTeamPermissionsIn${place}`]: async (scene) => [await send(scene, `GET ${base(scene)}/teams?limit=1`)],
    [`updateUserPermissionIn${place}`]: async (scene) => [
      await send(scene, `PATCH ${user(scene)}`, { role: 'comment' }),
      await send(scene, `PATCH ${user(scene)}`, {}),
    ],
    [`updateTeamPermissionIn${place}`]: async (scene) => [
      await send(scene, `PATCH ${team(scene)}`, { role: null }),
      await send(scene, `PATCH ${team(scene)}`, { role: 'admin' }),
    ],
    [`removeUserFrom${place}`]: async (scene) => [
      await send(scene, `DELETE ${user(scene)}`),
      await send(scene, `DELETE ${user(scene)}`),
    ],
    [`removeTeamFrom${place}`]: async (scene) => [await send(scene, `DELETE ${team(scene)}`)],
  };
}
