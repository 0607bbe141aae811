import { type TestApp, testApp } from '../../../support/app.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';
import { type OpenableSite, type SiteSeed, seedSite } from '../published-sites/site-kit.js';

/** Files of the guide by path. */
export const guideFiles = {
  'README.md': '# Welcome\n\nRead [how to install](guide/install.md#on-linux) or [nothing](nowhere.md).\n',
  'guide/README.md': '# Guide\n\nAll of it.\n',
  'guide/install.md': '---\ndescription: How to install it\n---\n\n# Install\n\n## On Linux\n\nType this.\n',
  'hidden.md': '---\nhidden: true\n---\n\n# Hidden page\n',
  'unlisted.md': '---\nnoRobotsIndex: true\n---\n\n# Not for robots\n',
  'you.md': '# You\n\nYour plan is <code class="expression">visitor.claims.plan</code>.\n',
  'SUMMARY.md': [
    '* [Welcome](README.md)',
    '* [Guide](guide/README.md)',
    '  * [Install](guide/install.md)',
    '* [Hidden page](hidden.md)',
    '* [Not for robots](unlisted.md)',
    '* [You](you.md)',
    '',
  ].join('\n'),
};

/** Creates an organization with a guide that its sites show, and a space that no site shows by default. */
export async function guideSites(env: Record<string, string> = {}) {
  const test = await testApp(env);
  const acme = await seedOrganization(test);
  const guide = await seedSpace(test, acme.id, guideFiles);
  const secret = await seedSpace(test, acme.id, { 'README.md': '# Secret plans\n\nWe will win.\n' });
  return {
    test,
    acme,
    guide,
    secret,
    /** Seeds a site that shows the guide at `/guide`, unless other spaces are given. */
    siteWith: (site: Partial<SiteSeed> = {}): Promise<OpenableSite> =>
      seedSite(test, { organization: acme.id, spaces: [{ space: guide, path: 'guide' }], ...site }),
    /** Returns the address of a page of a site. */
    at: ({ id }: OpenableSite, path = ''): string => `/published/${acme.id}/${id}${path}`,
    /** Updates a site, in this or another instance. */
    async setSite({ id }: OpenableSite, data: object, app: TestApp = test): Promise<void> {
      await app.store.transaction(async ({ prisma }) => void (await prisma.site.update({ where: { id }, data })));
    },
  };
}
