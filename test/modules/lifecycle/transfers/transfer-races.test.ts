import { expect, it } from 'vitest';
import { importIntoSpace } from '../../../../src/modules/content/folders/import-actions.js';
import type { AppError } from '../../../../src/platform/base/errors.js';
import { type RestResponse, testApp } from '../../../support/app.js';
import { seedMember, seedStranger } from '../../../support/seed.js';
import { entriesOf } from '../../links/link-kit.js';
import { type Manual, seedManual } from '../../manual-space.js';
import { openChangeRequest } from '../../review/change-requests/proposal.js';
import { eventsOf, expectCompleteRevisions, organizationsOfSpaceRows, pathOf, setScene } from './transfer-kit.js';

const test = await testApp();
const { from, to, both, transfer } = await setScene(test);
const owner = { id: from, admin: both };
const get = (path: string) => test.rest('GET', path, both);
const post = (path: string, body: object = {}, who: { token: string } = both) =>
  test.rest('POST', path, { token: who.token, body });
const insert = (title: string) => ({ operation: 'insert_page', title, document: { markdown: `${title}.\n` } });
const rounds = 4;

/**
 * Requests that a user repeats on a space while it is transferred. They use the organization that owned the space
 * before the transfer.
 */
const writers: Record<string, (manual: Manual, round: number) => Promise<RestResponse>> = {
  'edits a change request': async ({ id }, round) =>
    (await openChangeRequest(test, id, both.token)).change(insert(`${round}`)),
  'merges a change request': async ({ id }, round) => {
    const proposal = await openChangeRequest(test, id, both.token);
    await proposal.change(insert(`Merged ${round}`));
    return proposal.merge();
  },
  'applies a template to it': async ({ id }) => post(`/spaces/${id}/content/template`, { id: (await template).id }),
  'duplicates it': async ({ id }) => post(`/spaces/${id}/duplicate`),
  'changes its settings': async ({ id }, round) =>
    test.rest('PATCH', `/spaces/${id}`, { ...both, body: { title: `Round ${round}` } }),
  'reads it': async ({ id }) => get(`/spaces/${id}/content/path/guide?format=markdown`),
  'grants a role on it': async ({ id }) => {
    const { id: user } = await seedMember(test, from, 'read');
    return post(`/spaces/${id}/permissions`, { role: 'edit', users: [user] });
  },
  'shows it on a site': async ({ id }) => {
    const site = await post(`/orgs/${from}/sites`, { spaces: [id] });
    // A site that shows the space would prevent its transfer, so the space is removed from the site.
    await test.store.transaction(
      async ({ prisma }) => void (await prisma.siteSpace.deleteMany({ where: { spaceId: id } })),
    );
    return site;
  },
  'joins by a link to it': async ({ id }) => {
    const link = await post(`/orgs/${from}/link-invites`, { space: id, level: 'read' });
    if (link.status >= 400) return link;
    return post(`/orgs/${from}/invites/${link.body.id}`, {}, await seedStranger(test));
  },
  'imports into it': async ({ id }, round) => {
    const entries = entriesOf({ 'README.md': `# Import ${round}\n` });
    const actor = { store: test.store, viewer: test.operator };
    const imported = importIntoSpace(actor, { organization: from, space: id, entries });
    return imported.then(
      () => ({ status: 200, body: null, headers: {} }),
      (error: AppError) => ({ status: error.status, body: error.message, headers: {} }),
    );
  },
};
const template = seedManual(test, owner);

it.each(Object.keys(writers))(
  'while a user %s, a space is transferred back and forth: each request succeeds or is refused, and the space is complete',
  async (name) => {
    const manual = await seedManual(test, owner);
    const write = async () => {
      const answers: { status: number }[] = [];
      for (let round = 0; round < rounds; round += 1) answers.push(await writers[name]!(manual, round));
      return answers;
    };
    const move = async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { status } = await transfer(manual.id, both, round % 2 ? from : to);
        expect(name.includes('site') ? [200, 409, 412] : [200]).toContain(status);
      }
    };
    const [, ...answers] = await Promise.all([move(), write(), write()]);
    expect(answers.flat().filter(({ status }) => ![200, 201, 204, 400, 404, 409].includes(status))).toEqual([]);
    await expectCompleteTransfer(manual.id);
    for (const organization of [from, to])
      for (const { id } of (await get(`/orgs/${organization}/spaces?limit=3`)).body.items)
        await expectCompleteRevisions(test, id);
  },
);

it('a space and its collection, and two spaces in opposite directions, can be transferred concurrently', async () => {
  const collection = (await post(`/orgs/${from}/collections`)).body.id;
  const [inner, one, other] = [
    await seedManual(test, owner),
    await seedManual(test, owner),
    await seedManual(test, owner),
  ];
  await post(`/spaces/${inner.id}/move`, { parent: collection });
  await transfer(other.id);
  for (let round = 0; round < rounds; round += 1) {
    const [there, back] = round % 2 ? [from, to] : [to, from];
    const answers = await Promise.all([
      transfer(collection, both, there),
      transfer(inner.id, both, there),
      transfer(one.id, both, there),
      transfer(other.id, both, back),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([
      200,
      expect.toSatisfy((status) => [200, 409].includes(status)),
      200,
      200,
    ]);
  }
  for (const { id } of [inner, one, other]) await expectCompleteTransfer(id);
});

/** Expects the space to be in one organization with all its content, and each transfer to be in the logs of both. */
async function expectCompleteTransfer(space: string): Promise<void> {
  const { organization, revision } = (await get(pathOf(space))).body;
  expect(await organizationsOfSpaceRows(test, space)).toEqual([organization]);
  expect(await expectCompleteRevisions(test, space)).toBeGreaterThan(0);
  expect((await get(`/spaces/${space}/revisions/${revision}`)).status).toBe(200);
  const logs = await Promise.all([from, to].map((id) => eventsOf(test, id)));
  const transfers = logs.map((log) =>
    log.filter(({ targetId, action }) => targetId === space && action === 'transferSpace'),
  );
  expect(transfers[0]!.map(({ changes }) => changes)).toEqual(transfers[1]!.map(({ changes }) => changes));
  for (const log of logs) expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, index) => index + 1));
}
