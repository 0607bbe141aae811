import { beforeEach, expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { seedOrganization } from '../../support/seed.js';
import { type Manual, seedManual } from '../manual-space.js';
import { openChangeRequest } from '../review/change-requests/proposal.js';

const test = await testApp();
let acme: Awaited<ReturnType<typeof seedOrganization>>;
let manual: Manual;

beforeEach(async () => {
  acme = await seedOrganization(test);
  manual = await seedManual(test, acme);
});

/** Returns the event log of the organization, in order. */
async function events() {
  const { read } = test.store;
  const query = read.sql.selectFrom('Event').selectAll().where('organizationId', '=', acme.id).orderBy('sequence');
  return read.all(query);
}

const send = (method: string, path: string, body?: unknown) => test.rest(method, path, { ...acme.admin, body });

it('every action appends one event, in order, with numbers without a gap', async () => {
  const before = await events();
  const title = 'Named';
  await send('PATCH', `/orgs/${acme.id}`, { title });
  const space = (await send('POST', `/orgs/${acme.id}/spaces`, { title })).body.id;
  await send('PATCH', `/spaces/${space}`, { title: 'Renamed' });
  const site = (await send('POST', `/orgs/${acme.id}/sites`, { title })).body.id;
  const proposal = await openChangeRequest(test, manual.id, acme.admin.token);
  const other = await openChangeRequest(test, manual.id, acme.admin.token);
  await send('PATCH', proposal.path, { subject: 'Subject' });
  await proposal.change({ operation: 'delete_page', page: manual.page('guide/use') });
  await proposal.merge();
  await other.update();
  const appended = (await events()).slice(before.length);
  expect(appended.map(({ action, targetId }) => [action, targetId])).toEqual([
    ['updateOrganizationById', acme.id],
    ['createSpace', space],
    ['updateSpaceById', space],
    ['createSite', site],
    ['createChangeRequest', proposal.id],
    ['createChangeRequest', other.id],
    ['updateChangeRequestById', proposal.id],
    ['updateChangeRequestContent', proposal.id],
    ['mergeChangeRequest', proposal.id],
    ['updateChangeRequest', other.id],
  ]);
  expect((await events()).map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: before.length + 10 }, (_, index) => index + 1),
  );
  expect(appended.every(({ actorId }) => actorId === acme.admin.id)).toBe(true);
});

it('an event contains the changes', async () => {
  await send('PATCH', `/spaces/${manual.id}`, { title: 'Renamed', defaultLevel: null });
  expect((await events()).at(-1)).toMatchObject({
    action: 'updateSpaceById',
    changes: { title: 'Renamed', defaultLevel: null },
  });
});

it('a failed action leaves no event, no matter which step fails', async () => {
  const proposal = await openChangeRequest(test, manual.id, acme.admin.token);
  const merged = await openChangeRequest(test, manual.id, acme.admin.token);
  await merged.merge();
  const before = await events();
  const stranger = await seedOrganization(test);
  const answers = [
    await send('PATCH', `/orgs/${acme.id}`, { title: '' }),
    await send('PATCH', `/orgs/${acme.id}`, { defaultContent: { type: 'site', site: 'site_unknown' } }),
    await send('PATCH', '/spaces/spc_unknown', { title: 'x' }),
    await send('POST', `/orgs/${acme.id}/sites`, { spaces: [manual.id, manual.id] }),
    await proposal.change({ operation: 'delete_page', page: 'page_unknown' }),
    await merged.merge(),
    await test.rest('POST', `${proposal.path}/merge`, stranger.admin),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 404, 400, 400, 409, 404]);
  expect(await events()).toEqual(before);
});

it('a merge with conflicts, and changes that change nothing, leave no event', async () => {
  const write = (markdown: string) => ({
    operation: 'update_page',
    page: manual.page('guide'),
    document: { markdown },
  });
  const [one, two] = [
    await openChangeRequest(test, manual.id, acme.admin.token),
    await openChangeRequest(test, manual.id, acme.admin.token),
  ];
  await one.change(write('One.\n'));
  await two.change(write('Two.\n'));
  await one.merge();
  const before = await events();
  expect((await two.merge()).body.result).toBe('conflicts');
  expect((await two.update()).body.result).toBe('conflicts');
  await two.change(write('Two.\n'));
  expect(await events()).toEqual(before);
});

it('fifty concurrent actions on several objects get numbers without a gap, separately in each organization', async () => {
  const other = await seedOrganization(test);
  const before = (await events()).length;
  const actions = Array.from({ length: 50 }, (_, index) => {
    if (index % 5 === 0) return send('PATCH', `/spaces/${manual.id}`, { title: `Title ${index}` });
    if (index % 5 === 1) return send('POST', `/spaces/${manual.id}/change-requests`, { subject: `${index}` });
    if (index % 5 === 2) return test.rest('POST', `/orgs/${other.id}/spaces`, { ...other.admin, body: {} });
    if (index % 5 === 3) return send('PATCH', `/orgs/${acme.id}`, { title: '' });
    return send('POST', `/orgs/${acme.id}/sites`, {});
  });
  await Promise.all(actions);
  const after = await events();
  expect(after).toHaveLength(before + 30);
  expect(after.map(({ sequence }) => sequence)).toEqual(Array.from({ length: before + 30 }, (_, index) => index + 1));
});
