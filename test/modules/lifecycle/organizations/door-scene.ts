import { jobKinds } from '../../../../src/app/job-kinds.js';
import { runDueJobs } from '../../../../src/platform/jobs/run-due-jobs.js';
import { createOutbound } from '../../../../src/platform/outbound/outbound.js';
import type { TestApp } from '../../../support/app.js';
import { seedMember, seedOrganization, seedSpace, seedStranger, tokenOf } from '../../../support/seed.js';
import { seedOidcProvider } from '../../identity/oidc/oidc-settings.js';
import { seedScene } from '../../identity/sso/sso-scene.js';

/** E-mail domain of people who may join the organization without an invitation. */
export const domain = 'else.test';

/** Runs all due jobs. */
export const runJobs = ({ store }: TestApp) => runDueJobs(store, jobKinds({ store, outbound: createOutbound([]) }));

/** Creates an organization and the objects that all ways to access it need. */
export async function seedDoors(test: TestApp) {
  const acme = await seedScene(test, { domains: [domain] });
  const at = `/orgs/${acme.id}`;
  const [reader, guest] = [await seedMember(test, acme.id, 'read'), await seedMember(test, acme.id, null)];
  const space = await seedSpace(test, acme.id, { 'README.md': '# Door\n\n![](a.png)\n', 'a.png': 'bytes' });
  const own = await seedOrganization(test);
  const admin = async (request: string, body?: object) => {
    const [method = '', path = ''] = request.split(' ');
    return (await test.rest(method, `${at}${path}`, { ...acme.admin, ...(body && { body }) })).body;
  };
  const { id: site } = await admin('POST /sites', { title: 'Docs', visibility: 'public', spaces: [space] });
  await admin(`POST /sites/${site}/publish`);
  const names = { basename: 'docs', hostname: 'door.test', confirmedHostname: 'door.test' };
  await test.store.transaction(({ prisma }) => prisma.site.update({ where: { id: site }, data: names }));
  const { data } = await test.graphql(
    `{ site(id: "${site}") { preview { url } }
       space(id: "${space}") { pdf { url } revision { files(first: 1) { nodes { downloadURL } } } } }`,
    acme.admin,
  );
  const text = '{"openapi":"3.1.0","info":{"title":"Shop","version":"1"},"paths":{}}';
  await admin('PUT /openapi/shop', { source: { text } });
  await runJobs(test);
  const specification = await admin('PATCH /openapi/shop', { visibility: 'public' });
  return {
    ...{ ...acme, at, reader, guest, space, site, specification: specification.id as string },
    bound: await tokenOf(test, acme.admin.id, { organization: acme.id }),
    openid: await seedOidcProvider(test, acme),
    invite: (await admin('POST /link-invites', { role: 'read' })).id as string,
    stranger: await seedStranger(test),
    /** An organization of another person, with a space. */
    other: { ...own, space: await seedSpace(test, own.id) },
    addresses: {
      preview: pathOf(data.site.preview.url),
      pdf: pathOf(data.space.pdf.url),
      file: pathOf(data.space.revision.files.nodes[0].downloadURL),
    },
  };
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
