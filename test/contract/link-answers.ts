import type { RestAnswer } from '../support/app.js';
import { pagesByPath, seedSpace } from '../support/seed.js';
import { get, type Scene } from './scene.js';

const space = ({ manual }: Scene): string => `/spaces/${manual.id}`;
const page = ({ manual }: Scene): string => manual.page('guide');

/** A space that points at something of every kind. */
async function linkedSpace(scene: Scene): Promise<{ space: string; page: string; file: string }> {
  const { test, organization, manual, collection, admin } = scene;
  const guide = `docgraph:space/${manual.id}/page/${manual.page('guide')}`;
  const lines = [
    '# Start\n\n[other](other.md#part) ![picture](picture.png) [gone](gone.md) [nowhere](#nowhere)',
    `[page](${guide}) [space](docgraph:space/${manual.id}) [collection](docgraph:collection/${collection})`,
    `[user](docgraph:user/${admin.id}) [hidden](docgraph:space/spc_0) [url](https://example.com)`,
    '[app](https://docs.test/app/x)',
  ];
  const made = await seedSpace(test, organization, {
    'README.md': lines.join('\n\n'),
    'other.md': '# Other\n\n## Part\n\n[start](README.md)\n',
    'picture.png': 'png',
  });
  const pages = await pagesByPath(test, made, admin.token);
  const files = await test.rest('GET', `/spaces/${made}/content/files`, admin);
  return { space: made, page: pages.get('other')!, file: files.body.items[0].id };
}

const ask = (path: (linked: { space: string; page: string; file: string }) => string) => async (scene: Scene) => {
  const linked = await linkedSpace(scene);
  return scene.test.rest('GET', path(linked), scene.admin);
};

/** Both: of the scene, which the description of the operation names, and of the space with every kind. */
const both =
  (plain: (scene: Scene) => Promise<RestAnswer[]>, ...others: ((scene: Scene) => Promise<RestAnswer>)[]) =>
  async (scene: Scene): Promise<RestAnswer[]> => [
    ...(await plain(scene)),
    ...(await Promise.all(others.map((other) => other(scene)))),
  ];

/** Real requests of the operations of links: every kind of target, each status, backlinks from here and elsewhere. */
export const linkRequests: Record<string, (scene: Scene) => Promise<RestAnswer[]>> = {
  listSpaceLinks: both(
    get((scene) => `${space(scene)}/links`),
    ask((linked) => `/spaces/${linked.space}/links`),
    ask((linked) => `/spaces/${linked.space}/links?status=broken&limit=1`),
  ),
  listPageLinksInSpace: both(
    get((scene) => `${space(scene)}/content/page/${page(scene)}/links`),
    ask((linked) => `/spaces/${linked.space}/content/page/${linked.page}/links`),
  ),
  listSpacePageBacklinks: both(
    get((scene) => `${space(scene)}/content/page/${page(scene)}/backlinks`),
    ask((linked) => `/spaces/${linked.space}/content/page/${linked.page}/backlinks`),
  ),
  listSpaceFileBacklinks: both(
    get((scene) => `${space(scene)}/content/files/${scene.file}/backlinks`),
    ask((linked) => `/spaces/${linked.space}/content/files/${linked.file}/backlinks`),
  ),
  listPageLinksInChangeRequest: get((scene) => `${scene.proposal.path}/content/page/${page(scene)}/links`),
  listChangeRequestPageBacklinks: get((scene) => `${scene.proposal.path}/content/page/${page(scene)}/backlinks`),
  listChangeRequestFileBacklinks: get(({ proposal, file }) => `${proposal.path}/content/files/${file}/backlinks`),
  listChangeRequestLinks: get(
    ({ proposal }) => `${proposal.path}/links`,
    ({ proposal }) => `${proposal.path}/links?status=broken&brokenContext=change-request`,
    ({ proposal }) => `${proposal.path}/links?brokenContext=space`,
  ),
};
