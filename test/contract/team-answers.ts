import type { RestAnswer } from '../support/app.js';
import { organization, type Scene, send } from './scene.js';

const teams = (scene: Scene): string => `${organization(scene)}/teams`;
const team = (scene: Scene): string => `${teams(scene)}/${scene.team}`;

/** Real requests of the operations of teams. */
export const teamRequests: Record<string, (scene: Scene) => Promise<RestAnswer[]>> = {
  createOrganizationTeam: async (scene) => [
    await send(scene, `PUT ${teams(scene)}`, { title: 'Writers', members: [scene.admin.id] }),
    await send(scene, `PUT ${teams(scene)}`, { title: 'Readers' }),
  ],
  listTeamsInOrganizationById: async (scene) => [
    await send(scene, `GET ${teams(scene)}`),
    await send(scene, `GET ${teams(scene)}?limit=1&title=e&owner=${scene.admin.id}`),
  ],
  getTeamInOrganizationById: async (scene) => [await send(scene, `GET ${team(scene)}`)],
  updateTeamInOrganizationById: async (scene) => [await send(scene, `PATCH ${team(scene)}`, { title: 'Renamed' })],
  addMemberToOrganizationTeamById: async (scene) => [
    await send(scene, `PUT ${team(scene)}/members/${scene.admin.id}`, { role: 'member' }),
    await send(scene, `PUT ${team(scene)}/members/${scene.admin.id}`),
  ],
  updateMembersInOrganizationTeam: async (scene) => [
    await send(scene, `PUT ${team(scene)}/members`, { add: [scene.admin.id], remove: ['nobody@else.test'] }),
    await send(scene, `PUT ${team(scene)}/members`, { memberships: { [scene.admin.id]: { role: 'owner' } } }),
  ],
  listTeamMembersInOrganizationById: async (scene) => [await send(scene, `GET ${team(scene)}/members`)],
  listTeamsForOrganizationMember: async (scene) => [
    await send(scene, `GET ${organization(scene)}/members/${scene.admin.id}/teams`),
  ],
  deleteMemberFromOrganizationTeamById: async (scene) => [
    await send(scene, `DELETE ${team(scene)}/members/${scene.admin.id}`),
    await send(scene, `DELETE ${team(scene)}/members/${scene.admin.id}`),
  ],
  removeTeamFromOrganizationById: async (scene) => [
    await send(scene, `DELETE ${team(scene)}`),
    await send(scene, `DELETE ${team(scene)}`),
  ],
};
