import type { RestAnswer } from '../support/app.js';
import { seedStranger } from '../support/seed.js';
import { get, organization, type Scene, send } from './scene.js';

const member = (scene: Scene): string => `${organization(scene)}/members/${scene.member.id}`;
const instructions = { object: 'document', data: { schemaVersion: 1 }, nodes: [] };

/** Real requests of the operations of members, and of what else organizations have. */
export const memberRequests: Record<string, (scene: Scene) => Promise<RestAnswer[]>> = {
  updateOrganizationMemberLastSeenAt: async (scene) => [await send(scene, `POST ${organization(scene)}/ping`)],
  listMembersInOrganizationById: get(
    (scene) => `${organization(scene)}/members`,
    (scene) => `${organization(scene)}/members?sort=lastSeenAt&order=asc`,
    (scene) => `${organization(scene)}/members?role=guest&search=nobody&limit=1`,
  ),
  getMemberInOrganizationById: get(member),
  listSpacesForOrganizationMember: get((scene) => `${member(scene)}/spaces?order=asc`),
  setUserAsSSOMemberForOrganization: async (scene) => [await send(scene, `POST ${member(scene)}/sso`)],
  updateMemberInOrganizationById: async (scene) => [
    await send(scene, `PATCH ${member(scene)}`, { role: 'edit' }),
    await send(scene, `PATCH ${member(scene)}`, { role: null }),
  ],
  removeMemberFromOrganizationById: async (scene) => [
    await send(scene, `DELETE ${member(scene)}`),
    await send(scene, `DELETE ${member(scene)}`),
  ],
  joinOrganization: async (scene) => {
    await send(scene, `PATCH ${organization(scene)}`, { emailDomains: ['else.test'] });
    const stranger = await seedStranger(scene.test);
    return [await scene.test.rest('POST', `${organization(scene)}/join`, stranger)];
  },
  getOrganizationsForEmailDomain: async (scene) => {
    const stranger = await seedStranger(scene.test);
    const ask = (domain: string) => scene.test.rest('GET', `/email-domains/${domain}/orgs`, stranger);
    return [await ask('else.test'), await ask('acme.test')];
  },
  getOrganizationAgentInstructions: get((scene) => `${organization(scene)}/agent-instructions`),
  updateOrganizationAgentInstructions: async (scene) => [
    await send(scene, `PUT ${organization(scene)}/agent-instructions`, { instructions }),
    await send(scene, `GET ${organization(scene)}/agent-instructions`),
  ],
};
