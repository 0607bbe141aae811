import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { jobKinds } from '../../../../src/app/job-kinds.js';
import { spaceDependents } from '../../../../src/modules/lifecycle/purges/space-rows.js';
import { createOutbound } from '../../../../src/platform/outbound/outbound.js';
import { testApp } from '../../../support/app.js';
import { moveClock } from '../../../support/clock.js';
import { runKind } from '../../../support/run-kind.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';
import { makeFullWorld } from '../../lists/full-world.js';

const test = await testApp();
const week = 7 * 86_400_000;
const purge = () => runKind(jobKinds({ store: test.store, outbound: createOutbound([]) }), 'spaces.purge');

/** Returns the tables that still have rows of a space. */
async function tablesWithRows(space: string): Promise<string[]> {
  const { read } = test.store;
  const found: string[] = [];
  for (const { table } of spaceDependents) {
    if (table === 'Reaction' || table === 'ConflictResolution' || table === 'TranslatedPage') continue;
    const column = table === 'Translation' ? 'sourceSpaceId' : 'spaceId';
    const rows = read.sql
      .selectFrom(table as 'Page')
      .select('organizationId')
      .where(column as 'spaceId', '=', space);
    if ((await read.all(rows)).length > 0) found.push(table);
  }
  const own = read.sql.selectFrom('Space').select('id').where('id', '=', space);
  return (await read.first(own)) ? [...found, 'Space'] : found;
}

describe('the purge of a deleted space', () => {
  it('removes the space with all its rows 7 days after its deletion, not earlier, and is logged', async () => {
    const { organization, space, admin } = await makeFullWorld(test);
    const path = `/spaces/${space}`;
    const before = await tablesWithRows(space);
    expect(before).toEqual(expect.arrayContaining(['Page', 'File', 'Comment', 'Review', 'ChangeRequest', 'Revision']));
    expect((await test.rest('DELETE', path, admin)).status).toBe(204);
    moveClock(week - 1000);
    await purge();
    expect(await tablesWithRows(space)).toEqual(before);
    moveClock(2000);
    await purge();
    expect(await tablesWithRows(space)).toEqual([]);
    expect((await test.rest('GET', path, admin)).status).toBe(404);
    const { data } = await test.graphql(
      `{ organization(id: "${organization}") { events(filter: { action: PURGE_SPACE, target: "${space}" }) { nodes { targetId } }
      sites(first: 50) { nodes { structure { siteSpaces: __typename } } } } }`,
      admin,
    );
    expect(data.organization.events.nodes).toEqual([{ targetId: space }]);
  });

  it('sets another default space on a site if the space was the default space', async () => {
    const acme = await seedOrganization(test);
    const [gone, otherSpace] = [await seedSpace(test, acme.id), await seedSpace(test, acme.id)];
    const body = { title: 'Docs', spaces: [gone, otherSpace] };
    const { id: site } = (await test.rest('POST', `/orgs/${acme.id}/sites`, { ...acme.admin, body })).body;
    await test.rest('DELETE', `/spaces/${gone}`, acme.admin);
    moveClock(week);
    await purge();
    const siteSpacesQuery = test.store.sql
      .selectFrom('SiteSpace')
      .select(['spaceId', 'isDefault'])
      .where('siteId', '=', site);
    expect(await test.store.read.all(siteSpacesQuery)).toEqual([{ spaceId: otherSpace, isDefault: true }]);
  });

  it('leaves all rows or none if the space is restored concurrently', async () => {
    const acme = await seedOrganization(test);
    const outcomes = new Set<string>();
    for (const late of [-2, -1, 0, 1]) {
      const space = await seedSpace(test, acme.id);
      await test.rest('DELETE', `/spaces/${space}`, acme.admin);
      const restore = () => test.rest('POST', `/spaces/${space}/restore`, acme.admin);
      moveClock(week + late);
      const [{ status }] = await Promise.all([restore(), purge()]);
      const rows = await tablesWithRows(space);
      outcomes.add(`${status} ${rows.length > 0}`);
      // A successful restore leaves all rows. Otherwise the purge has removed all of them.
      if (status === 200) expect(rows).toEqual(expect.arrayContaining(['Page', 'Revision', 'Space']));
      else expect(rows).toEqual([]);
    }
    expect([...outcomes].sort()).toEqual(['200 true', '404 false']);
  });

  it('prevents a restore once it has begun, even before 7 days, and the next purge finishes it', async () => {
    const acme = await seedOrganization(test);
    const space = await seedSpace(test, acme.id);
    await test.rest('DELETE', `/spaces/${space}`, acme.admin);
    const data = { purgedAt: new Date() };
    await test.store.transaction(({ prisma }) =>
      prisma.space.update({ where: { id: space }, data, select: { id: true } }),
    );
    expect((await test.rest('POST', `/spaces/${space}/restore`, acme.admin)).status).toBe(404);
    moveClock(week);
    await purge();
    expect(await tablesWithRows(space)).toEqual([]);
  });

  it('covers all tables that refer to a space, except site spaces, which the site module updates', () => {
    const folder = new URL('../../../../prisma/schema/', import.meta.url);
    const models = readdirSync(folder).flatMap((name) =>
      [...readFileSync(new URL(name, folder), 'utf8').matchAll(/^model (\w+) \{\n(.*?)^\}/gms)].map(
        ([, model, body]) => ({
          model: model!,
          refersTo: [...body!.matchAll(/^\s+\w+\s+(\w+)\??\s+@relation\([^)]*fields:/gm)].map(([, target]) => target!),
        }),
      ),
    );
    const dependentTables = new Set(['Space']);
    for (let size = 0; size !== dependentTables.size; ) {
      size = dependentTables.size;
      for (const { model, refersTo } of models)
        if (refersTo.some((target) => dependentTables.has(target))) dependentTables.add(model);
    }
    const removed = new Set(['Space', 'SiteSpace', ...spaceDependents.map(({ table }) => table)]);
    expect([...removed].sort()).toEqual([...dependentTables].sort());
  });
});
