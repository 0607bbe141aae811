import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { entityXml } from '../api/saml/metadata-draft.js';
import type { Fixture } from '../contract/scene.js';
import { pagesByPath, seedOrganization, seedSpace } from '../support/seed.js';
import { seedJob } from '../support/seed-job.js';
import { seedSession } from '../support/seed-session.js';
import { createAccount, createAccountToken } from './identity/service-accounts/account-kit.js';
import { queue } from './mail/mail-kit.js';
import { seedManual } from './manual-space.js';
import { openChangeRequest } from './review/change-requests/proposal.js';

/** Files of the space that the examples read. */
const files = {
  'README.md': '# Welcome\n',
  'install.md': '# Install\n\nFirst.\n',
  'guide/README.md': '# Guide\n',
  'guide/install.md': '# Install\n\nFirst.\n',
};

/**
 * Values that replace names in the examples: variables of queries, variables of the shell, and placeholders such as
 * `spc_…`.
 */
export type Values = Record<string, string>;

/**
 * Creates the objects that the examples of one page need, in the organization of a scene: a separate space and a site
 * that shows it.
 */
export async function seedPageExamples(scene: Fixture, page: string): Promise<Values> {
  const { test, admin, organization } = scene;
  const space = await seedSpace(test, organization, files);
  const pages = await pagesByPath(test, space, admin.token);
  const make = async (path: string, body: object = {}) => (await test.rest('POST', path, { ...admin, body })).body;
  const site = await make(`/orgs/${organization}/sites`, { spaces: [space], title: 'Handbook' });
  await make(`/orgs/${organization}/sites/${site.id}/publish`);
  const values = {
    space,
    organization,
    site: site.id,
    page: pages.get('guide/install')!,
    revision: (await test.rest('GET', `/spaces/${space}`, admin)).body.revision,
    translation: scene.translation,
    cluster: scene.cluster,
    samlProvider: scene.samlProvider,
    oidcProvider: scene.oidcProvider,
    team: scene.team,
    metadata: entityXml(),
    user: scene.other.id,
    session: await seedSession(test, { userId: scene.other.id, organizationId: organization }),
    mail: await queue(test.store),
  };
  return { ...values, ...(await seedsByPage[page]?.(scene, values)) };
}

type PageSeed = (scene: Fixture, values: { space: string; site: string }) => Promise<Values>;

/** Adds change request 1, which inserts a page. */
const withProposal: PageSeed = async ({ test, admin }, { space }) => {
  const proposal = await openChangeRequest(test, space, admin.token);
  await proposal.change({ operation: 'insert_page', title: 'News', document: { markdown: 'New.\n' } });
  const content = await test.rest('GET', `${proposal.path}/content`, admin);
  return { changeRequest: proposal.id, tag: String(content.headers.etag) };
};

/** Adds change request 2, which conflicts with the space in two places of a page. */
const withConflict: PageSeed = async ({ test, admin, organization }) => {
  const { id, page } = await seedManual(test, { id: organization, admin });
  const [merged, other] = [
    await openChangeRequest(test, id, admin.token),
    await openChangeRequest(test, id, admin.token),
  ];
  const write = (proposal: typeof merged, word: string) =>
    proposal.change({
      operation: 'update_page',
      page: page('guide/install'),
      document: { markdown: `# Install\n\nFirst ${word}.\n\nSecond.\n\nThird ${word}.\n` },
    });
  await write(merged, 'A');
  await write(other, 'B');
  await merged.merge();
  const query = `query ($space: ID!) { changeRequest(space: $space, changeRequest: "2") { conflicts { hunks { id } } } }`;
  const { data } = await test.graphql(query, { ...admin, variables: { space: id } });
  const [first, second] = data.changeRequest.conflicts[0].hunks;
  return { conflictSpace: id, number: '2', first: first.id, second: second.id };
};

/** Additional objects that the examples of a page need. */
const seedsByPage: Record<string, PageSeed> = {
  'docs/graphql.md': withConflict,
  'docs/expressions.md': withProposal,
  'docs/document-format.md': withProposal,
  'docs/history.md': async (scene, values) => {
    const merged = await withProposal(scene, values);
    const { revisionId } = (
      await scene.test.graphql(
        `mutation ($input: MergeChangeRequestInput!) { mergeChangeRequest(input: $input) { revisionId } }`,
        {
          ...scene.admin,
          variables: { input: { space: values.space, changeRequest: '1' } },
        },
      )
    ).data.mergeChangeRequest;
    const first = (await scene.test.rest('GET', `/spaces/${values.space}/revisions`, scene.admin)).body;
    return { ...merged, to: revisionId, head: revisionId, from: first.items?.at(-1)?.id ?? revisionId };
  },
  'docs/pdf.md': withProposal,
  'docs/rest.md': withProposal,
  'docs/reviewing-and-merging.md': withProposal,
  'docs/reviews.md': withProposal,
  'docs/openapi-specifications.md': async ({ version }) => ({ from: version, to: version }),
  'docs/sites.md': async ({ test, admin, organization }, { site }) => {
    const at = `/orgs/${organization}/sites/${site}`;
    const published = await test.rest('PATCH', at, { ...admin, body: { visibility: 'visitor-auth' } });
    const { privateKey } = (await test.rest('GET', `${at}/publishing/auth`, admin)).body;
    return { siteAddress: published.body.urls.published, key: privateKey };
  },
  'docs/service-accounts.md': async ({ test, admin, organization }) => {
    const serviceAccount = await createAccount(test, admin.token, { organization });
    const { id: accessToken } = await createAccountToken(test, admin.token, { serviceAccount });
    return { serviceAccount, accessToken };
  },
  // The examples limit the organization, so they get a separate one.
  'docs/operator.md': async ({ test }) => ({ organization: (await seedOrganization(test)).id }),
  'docs/command-line.md': async ({ test, admin, organization, other }, { site }) => {
    const hostname = `mutation ($site: ID!) { setSiteHostname(input: { site: $site, hostname: "docs.example.org" }) { site { id } } }`;
    await test.graphql(hostname, { ...admin, variables: { site } });
    const token = await test.graphql(
      'mutation { createAccessToken(input: { name: "a" }) { accessToken { id } } }',
      admin,
    );
    return {
      accessToken: token.data.createAccessToken.accessToken.id,
      // An earlier example deletes the organization, which ends its sessions.
      session: await seedSession(test, { userId: other.id, organizationId: null }),
      job: await seedJob(test, { organizationId: organization, status: 'dead' }),
    };
  },
};

/** Creates a folder with the files that the examples name: `my-docs`, `manifest.json`, `client-secret`, and an empty `data`. */
export async function exampleFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'docgraph-examples-'));
  afterAll(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'my-docs'));
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'my-docs/README.md'), '# Handbook\n\nHello.\n');
  await writeFile(join(folder, 'client-secret'), 'a client secret');
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ mine: '{ viewer { email } }' }));
  return folder;
}
