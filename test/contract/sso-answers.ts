import { settingsOf } from '../domains/sso/sso-scene.js';
import type { RestAnswer } from '../support/app.js';
import { get, organization, type Scene, send } from './scene.js';

const providers = (scene: Scene): string => `${organization(scene)}/saml`;
const provider = (scene: Scene): string => `${providers(scene)}/${scene.samlProvider}`;

/** Real requests of the operations of single sign-on. */
export const ssoRequests: Record<string, (scene: Scene) => Promise<RestAnswer[]>> = {
  createOrganizationSAMLProvider: async (scene) => [
    await send(scene, `POST ${providers(scene)}`, { ...settingsOf(), defaultRole: null, defaultTeam: scene.team }),
    await send(scene, `POST ${providers(scene)}`, { label: 'Pending' }),
  ],
  listSAMLProvidersInOrganizationById: get(providers, (scene) => `${providers(scene)}?limit=1`),
  getOrganizationSAMLProviderById: get(provider),
  listSSOProviderLoginsInOrganization: get((scene) => `${organization(scene)}/sso`),
  updateOrganizationSAMLProvider: async (scene) => [
    await send(scene, `PATCH ${provider(scene)}`, { label: 'Changed', defaultRole: 'edit', certificate: '' }),
    await send(scene, `PATCH ${provider(scene)}`, {}),
  ],
  deleteOrganizationSAMLProvider: async (scene) => [
    await send(scene, `DELETE ${provider(scene)}`),
    await send(scene, `DELETE ${provider(scene)}`),
  ],
};
