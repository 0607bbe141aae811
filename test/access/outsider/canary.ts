import { defaults } from '../../../src/modules/sites/sites/default-customization.js';
import { newId } from '../../../src/platform/base/ids.js';
import { createScene, type Fixture } from '../../contract/scene.js';
import { settingsOf } from '../../modules/identity/sso/sso-scene.js';
import type { TestApp } from '../../support/app.js';
import { seedSession } from '../../support/seed-session.js';

/** Word that is in every text of the organization, so that a response that contains it is a leak. */
export const canary = 'kanarienvogel';

/** An organization about which outsiders must learn nothing. */
export interface TargetOrganization {
  scene: Fixture;
  /** Ids of the first object of each kind, by their parameter name in paths and inputs. */
  named: Record<string, string>;
  /** All ids in the organization. */
  ids: string[];
}

/** Creates an organization with objects of every kind, and the canary in every text that can be written. */
export async function createTargetOrganization(test: TestApp): Promise<TargetOrganization> {
  const scene = await createScene(test);
  await writeTexts(test, scene);
  await writeCanaryIntoRows(test, scene);
  const { organization, manual, file, site, shareLink, collection, proposal, samlProvider, team, invite } = scene;
  const { admin, member } = scene;
  const { body: grants } = await test.rest('GET', `/spaces/${manual.id}`, admin);
  const named = { organization, space: manual.id, page: manual.page('guide'), file, site, collection, team, invite };
  const { siteSpace, siteSection, siteSectionGroup } = scene;
  const more = {
    siteSpace,
    siteSection,
    siteSectionGroup,
    changeRequest: proposal.id,
    samlProvider,
    provider: samlProvider,
    oidcProvider: scene.oidcProvider,
    translation: scene.translation,
    user: admin.id,
  };
  const revision = grants.revision as string;
  const ids = [...(await idsOf(test, organization)), admin.id, member.id, revision];
  const accessToken = ids.find((id) => id.startsWith('tok_'))!;
  const session = await seedSession(test, { userId: admin.id, organizationId: organization });
  const others = {
    revision,
    shareLink,
    accessToken,
    session,
    parent: collection,
    template: manual.id,
    elsewhere: organization,
    defaultTeam: team,
  };
  const { conversation, issue, cluster } = scene;
  const conversationIds = { conversation, issue, cluster, conversationsIssuesCluster: cluster };
  return { scene, named: { ...named, ...more, ...others, ...conversationIds }, ids: [...new Set(ids)] };
}

const documentOf = (text: string) => ({
  object: 'document',
  data: { schemaVersion: 1 },
  nodes: [
    {
      object: 'block',
      type: 'paragraph',
      isVoid: false,
      data: {},
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
    },
  ],
});

/** A claims schema that contains the canary. */
const claims = {
  type: 'object',
  properties: { [canary]: { type: 'boolean', description: canary } },
  additionalProperties: false,
};

async function writeTexts(test: TestApp, { admin, ...scene }: Fixture): Promise<void> {
  const { organization, manual, site, shareLink, collection, team, proposal, samlProvider } = scene;
  const { siteSpace, siteSection, siteSectionGroup, translation } = scene;
  const at = `/orgs/${organization}`;
  const requests: [string, string, object][] = [
    ['PATCH', at, { title: `${canary} organization`, emailDomains: [`${canary}.test`], hostname: canary }],
    ['PATCH', at, { defaultContent: { type: 'site', site } }],
    ['PATCH', `/spaces/${manual.id}`, { title: canary }],
    ['PATCH', `/collections/${collection}`, { title: canary, description: canary }],
    ['PATCH', `${at}/teams/${team}`, { title: canary }],
    [
      'PATCH',
      `${at}/saml/${samlProvider}`,
      { ...settingsOf(), label: `${canary} login`, entityID: `https://${canary}.test` },
    ],
    ['PUT', `${at}/agent-instructions`, { instructions: documentOf(canary) }],
    ['PATCH', proposal.path, { subject: canary, description: documentOf(canary) }],
    ['POST', `${at}/sites`, { title: canary, spaces: [manual.id] }],
    ['PATCH', `${at}/sites/${site}`, { basename: canary, proxy: `${canary}.test/docs` }],
    ['PATCH', `${at}/sites/${site}/share-links/${shareLink}`, { name: canary }],
    ['PATCH', `${at}/sites/${site}/publishing/auth`, { fallbackURL: `https://${canary}.test` }],
    [
      'PUT',
      `${at}/sites/${site}/customization`,
      { ...defaults, title: canary, footer: { groups: [], copyright: canary } },
    ],
    ['PUT', `${at}/sites/${site}/adaptive-schema`, { jsonSchema: claims }],
    ['PATCH', `${at}/sites/${site}/site-spaces/${siteSpace}`, { path: canary, condition: `visitor.claims.${canary}` }],
    ['PATCH', `${at}/sites/${site}/sections/${siteSection}`, { title: canary, path: canary, description: canary }],
    ['PATCH', `${at}/sites/${site}/section-groups/${siteSectionGroup}`, { title: canary }],
    [
      'POST',
      `${at}/conversations`,
      {
        ...{ id: canary, subject: canary, parts: [{ type: 'message', role: 'user', body: canary }] },
        metadata: { url: `https://${canary}.test`, attributes: { [canary]: canary } },
      },
    ],
    ['PUT', `${at}/translations/${translation}`, { instructions: documentOf(canary) }],
    ['PUT', `${at}/translations-glossary`, { operations: [{ type: 'insert', translations: { en: canary } }] }],
    ['POST', `${at}/invites`, { emails: [`${canary}@${canary}.test`], role: 'read' }],
    ['POST', `${at}/link-invites`, { space: manual.id, level: 'read' }],
    ['POST', `${at}/link-invites`, { collection, level: 'read' }],
    [
      'POST',
      `${proposal.path}/content`,
      {
        changes: [
          {
            operation: 'insert_page',
            title: canary,
            description: canary,
            slug: canary,
            document: { markdown: `${canary}\n` },
          },
        ],
      },
    ],
  ];
  for (const [method, path, body] of requests) {
    const { status, body: answer } = await test.rest(method, path, { ...admin, body });
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
  }
}

/**
 * Writes the canary into texts that no action can change: names of users, tokens, sites and issues, and the event log.
 */
async function writeCanaryIntoRows({ store }: TestApp, { organization, site, admin, member }: Fixture): Promise<void> {
  await store.transaction(async ({ prisma }) => {
    for (const { id } of [admin, member]) {
      const email = `${canary}-${id}@${canary}.test`;
      const data = { email, displayName: canary, searchKey: `${canary}\n${email}` };
      await prisma.user.update({ where: { id }, data });
      await prisma.accessToken.updateMany({ where: { userId: id }, data: { name: canary } });
      const token = { id: newId('AccessToken'), hash: `${canary}${id}`, issuer: 'user', name: canary };
      await prisma.accessToken.create({
        data: { ...token, userId: id, organizationId: organization, createdAt: new Date() },
      });
    }
    const issueData = { title: canary, summary: canary, quotes: [canary] };
    await prisma.conversationIssue.updateMany({ where: { organizationId: organization }, data: issueData });
    const called = { label: canary, summary: canary };
    await prisma.conversationsIssuesCluster.updateMany({ where: { organizationId: organization }, data: called });
    await prisma.site.update({ where: { id: site }, data: { title: canary, titleKey: canary } });
    await prisma.event.updateMany({ where: { organizationId: organization }, data: { changes: { canary } } });
  });
}

const tables = [
  'Organization',
  'Space',
  'Collection',
  'ChangeRequest',
  'Revision',
  'Page',
  'File',
  'Site',
  'SiteSpace',
  'ShareLink',
  'SiteSection',
  'SiteSectionGroup',
  'FormerPagePath',
  'FormerSitePath',
  'FormerBasename',
  'Team',
  'TeamMember',
  'Member',
  'Grant',
  'InviteLink',
  'SamlProvider',
  'OidcProvider',
  'AccessToken',
  'Conversation',
  'ConversationIssue',
  'ConversationsIssuesCluster',
] as const;

/** Returns all ids in the rows of an organization, except the id of the operator, which all organizations contain. */
async function idsOf({ store: { read }, operator }: TestApp, organization: string): Promise<string[]> {
  const found = new Set<string>([organization]);
  for (const table of tables) {
    const column = table === 'Organization' ? 'id' : 'organizationId';
    const rows = await read.all(
      read.sql
        .selectFrom(table as 'Space')
        .selectAll()
        .where(column as 'id', '=', organization),
    );
    for (const [id] of JSON.stringify(rows).matchAll(/\b[a-z]{2,6}_[0-9a-z]{26}\b/g)) found.add(id);
  }
  found.delete(operator.userId);
  return [...found];
}
