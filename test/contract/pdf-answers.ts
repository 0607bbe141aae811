import type { RestAnswer } from '../support/app.js';
import { get, type Scene } from './scene.js';

const space = ({ manual }: Scene): string => `/spaces/${manual.id}`;
const guide = ({ manual }: Scene): string => manual.page('guide');

/** Real requests of the operations of PDFs: all pages, a page with those below it, a page alone. */
export const pdfRequests: Record<string, (scene: Scene) => Promise<RestAnswer[]>> = {
  getSpacePDF: get(
    (scene) => `${space(scene)}/pdf`,
    (scene) => `${space(scene)}/pdf?page=${guide(scene)}`,
    (scene) => `${space(scene)}/pdf?page=${guide(scene)}&only=true`,
  ),
  getChangeRequestPDF: get(
    (scene) => `${scene.proposal.path}/pdf`,
    (scene) => `${scene.proposal.path}/pdf?page=${guide(scene)}&only=true`,
  ),
};
