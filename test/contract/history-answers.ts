import { rewriteSpace } from '../domains/history/history-kit.js';
import type { RestAnswer } from '../support/app.js';
import { seedSpace } from '../support/seed.js';
import { get, type Scene } from './scene.js';

type Path = (scene: Scene) => string;

const of = (scene: Scene): string => `/spaces/${scene.manual.id}/revisions/${scene.revision}`;
const formats = ['', '?format=markdown', '?format=document&evaluated=true', '?metadata=false&computed=false'];
const inFormats = (path: Path): Path[] => formats.map((format) => (scene) => `${path(scene)}${format}`);
const limits = ['', '?limit=0', '?limit=1&metadata=false&computed=false', '?limit=100'];
const withLimits = (path: Path): Path[] => limits.map((limit) => (scene) => `${path(scene)}${limit}`);

/** Real requests of the operations of revisions: of a head, of an older one, of change requests. */
export const historyRequests: Record<string, (scene: Scene) => Promise<RestAnswer[]>> = {
  getRevisionById: get(...inFormats(of)),
  getRevisionSemanticChanges: async (scene) => {
    const { test, organization } = scene;
    const space = await seedSpace(test, organization);
    const { revision } = await rewriteSpace(test, space);
    const paths = [
      ...limits.map((limit) => `${of(scene)}/changes${limit}`),
      `/spaces/${space}/revisions/${revision}/changes?limit=100`,
    ];
    return get(...paths.map((path) => () => path))(scene);
  },

  listPagesInRevisionById: get((scene) => `${of(scene)}/pages`),
  listFilesInRevisionById: get(
    (scene) => `${of(scene)}/files`,
    (scene) => `${of(scene)}/files?limit=1&metadata=false`,
  ),
  getFileInRevisionById: get((scene) => `${of(scene)}/files/${scene.file}`),
  getPageInRevisionById: get(...inFormats((scene) => `${of(scene)}/page/${scene.manual.page('guide')}`)),
  getPageInRevisionByPath: get(
    ...inFormats((scene) => `${of(scene)}/path/guide/install`),
    (scene) => `${of(scene)}/path/`,
  ),
  getChangeRequestChanges: get(
    ...withLimits(({ proposal }) => `${proposal.path}/changes`),
    ({ merged }) => `${merged.path}/changes`,
  ),
};
