import type { RestAnswer } from '../support/app.js';
import { get, organization, type Scene } from './scene.js';

const space = ({ manual }: Scene): string => `/spaces/${manual.id}`;

/** Real requests of the operations of search: with sections, of a title alone, nothing, none of the items. */
export const searchRequests: Record<string, (scene: Scene) => Promise<RestAnswer[]>> = {
  searchOrganizationContent: get(
    (scene) => `${organization(scene)}/search?query=guide`,
    (scene) => `${organization(scene)}/search?query=nowhere`,
    (scene) => `${organization(scene)}/search?query=first&limit=0`,
  ),
  searchSpaceContent: get(
    (scene) => `${space(scene)}/search?query=guide`,
    (scene) => `${space(scene)}/search?query=second%20install`,
    (scene) => `${space(scene)}/search?query=`,
    (scene) => `${space(scene)}/search?query=in&limit=1`,
  ),
};
