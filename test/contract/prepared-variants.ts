import { paragraphDocument } from '../../src/modules/shared/samples.js';
import { rewriteSpace } from '../modules/review/history/history-kit.js';
import { pagesByPath, seedSpace, seedStranger } from '../support/seed.js';
import { type Fixture, send } from './scene.js';
import type { Variant } from './variants.js';

type VariantFactory = (scene: Fixture) => Promise<Variant[]>;

/** Creates a space with links to targets of every kind. */
async function linkedSpace(scene: Fixture): Promise<{ spaceId: string; pageId: string; fileId: string }> {
  const { test, organization, manual, collection, admin } = scene;
  const guide = `docgraph:space/${manual.id}/page/${manual.page('guide')}`;
  const lines = [
    '# Start\n\n[other](other.md#part) ![picture](picture.png) [gone](gone.md) [nowhere](#nowhere)',
    `[page](${guide}) [space](docgraph:space/${manual.id}) [collection](docgraph:collection/${collection})`,
    `[user](docgraph:user/${admin.id}) [hidden](docgraph:space/spc_0) [url](https://example.com)`,
    '[app](https://docs.test/app/x)',
  ];
  const spaceId = await seedSpace(test, organization, {
    'README.md': lines.join('\n\n'),
    'other.md': '# Other\n\n## Part\n\n[start](README.md)\n',
    'picture.png': 'png',
  });
  const pages = await pagesByPath(test, spaceId, admin.token);
  const files = await test.rest('GET', `/spaces/${spaceId}/content/files`, admin);
  return { spaceId, pageId: pages.get('other')!, fileId: files.body.items[0].id };
}

const inLinked =
  (...queries: string[]): VariantFactory =>
  async (scene) => {
    const given = await linkedSpace(scene);
    return queries.map((query) => ({ given, query }));
  };

/** Creates invite links to the organization, to a space and to a collection. */
const links: VariantFactory = async (scene) => {
  const bodies = [
    { role: null },
    { level: 'edit', space: scene.manual.id },
    { level: null, collection: scene.collection },
  ];
  const path = `/orgs/${scene.organization}/link-invites`;
  const preparedVariants = await Promise.all(bodies.map((body) => send(scene, `POST ${path}`, body)));
  return preparedVariants.map(({ body }) => ({ given: { inviteId: body.id } }));
};

const asStranger: VariantFactory = async (scene) => {
  await send(scene, `PATCH /orgs/${scene.organization}`, { emailDomains: ['else.test'] });
  const { token } = await seedStranger(scene.test);
  return [{ token, given: { emailDomain: 'else.test' } }];
};

/** Variants that first need a new object, or that need another caller. */
export const preparedVariants: Record<string, VariantFactory> = {
  listSpaceLinks: inLinked('', '?status=broken&limit=1'),
  listPageLinksInSpace: inLinked(''),
  listSpacePageBacklinks: inLinked(''),
  listSpaceFileBacklinks: inLinked(''),
  getRevisionSemanticChanges: async ({ test, organization }) => {
    const spaceId = await seedSpace(test, organization);
    const { revision } = await rewriteSpace(test, spaceId);
    const queries = ['', '?limit=0', '?limit=1&metadata=false&computed=false', '?limit=100'];
    return [...queries.map((query) => ({ query })), { query: '?limit=100', given: { spaceId, revisionId: revision } }];
  },
  updateChangeRequestContent: async ({ manual }) => {
    const changes = [
      { operation: 'insert_page', ref: 'ref', title: 'Inserted', document: { markdown: 'Text.\n' } },
      { operation: 'update_page', page: manual.page('guide'), title: 'Renamed' },
      { operation: 'delete_page', page: manual.page('guide/install') },
      { operation: 'insert_files', files: [{ name: 'a.txt', base64: 'YQ==' }] },
    ];
    return [{ body: { changes }, query: '?compat=false' }, { body: { changes: changes.slice(0, 1) } }];
  },
  getOrganizationAgentInstructions: async (scene) => {
    await send(scene, `PUT /orgs/${scene.organization}/agent-instructions`, {
      instructions: paragraphDocument('Be brief.'),
    });
    return [{}];
  },
  getChangeRequestById: async ({ merged }) => [{ given: { changeRequestId: merged.id } }],
  listSpacesInCollectionById: async (scene) => {
    await send(scene, `POST /orgs/${scene.organization}/spaces`, { parent: scene.collection });
    return [{}];
  },
  getSiteStructure: async (scene) => {
    const body = { spaces: [scene.manual.id] };
    const { body: site } = await send(scene, `POST /orgs/${scene.organization}/sites`, body);
    return [{ given: { siteId: site.id } }, { query: '?shareKey=wrong' }];
  },
  joinOrganization: asStranger,
  getOrganizationsForEmailDomain: asStranger,
  getOrganizationInviteLink: links,
  updateOrganizationInviteById: async (scene) => {
    const [, toSpace] = await links(scene);
    return [{ ...toSpace, body: { level: null } }];
  },
  listTeamsForOrganizationMember: async ({ admin }) => [{ given: { userId: admin.id } }],
};
