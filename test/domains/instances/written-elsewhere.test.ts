import { beforeAll, describe, expect, it } from 'vitest';
import { fresh } from '../../contract/fresh.js';
import { type Names, sampleRequests } from '../../contract/sample-requests.js';
import { type Scene, setScene } from '../../contract/scene.js';
import { anotherInstance, type TestApp, testApp } from '../../support/app.js';
import { call, type Instances, idsFor, readAll, unchanged } from './instances-kit.js';
import { readsAfter, type SeenBy, unseen } from './reads-after.js';

// Two instances on one database. Whatever one of them keeps in memory: what the other has written and acknowledged is seen by
// its next request.

const test = await testApp();
const other = await anotherInstance(test);
let scene: Scene;

beforeAll(async () => {
  scene = await setScene(test);
});

/** Each instance writes in turn, and the other one reads. */
const turn = (index: number): Instances =>
  index % 2 === 0 ? { writer: test, reader: other } : { writer: other, reader: test };

it('every operation of /v1 that changes something is in the table, or says why not', () => {
  const writes = sampleRequests.filter(({ method }) => method !== 'GET').map(({ id }) => id);
  expect([...Object.keys(readsAfter), ...Object.keys(unseen)].sort()).toEqual(writes.sort());
});

/** Does what a write needs done before, to what is made afresh for it, or else to something of its own. */
async function prepare(behind: NonNullable<SeenBy['behind']>, { writer, ids }: { writer: TestApp; ids?: Names }) {
  if (typeof behind === 'function') return behind(scene);
  const given = ids ?? (await idsFor(scene, behind));
  expect((await call(writer, scene, { id: behind, ids: given })).status).toBeLessThan(300);
}

describe('the next request at another instance sees', () => {
  it.each(Object.entries(readsAfter).map((row, index) => [...row, index] as const))(
    '%s',
    async (id, { reads, behind, body }, index) => {
      const { writer, reader } = turn(index);
      const ids = await idsFor(scene, id);
      if (behind) await prepare(behind, { writer, ids: fresh[id] && ids });
      const [before] = await Promise.all([reader, writer].map((app) => readAll(app, scene, { reads, ids })));
      expect((await call(writer, scene, { id, ids, given: body })).status).toBeLessThan(300);
      const after = await readAll(reader, scene, { reads, ids });
      expect(unchanged(before!, after)).toEqual([]);
      expect(after).toEqual(await readAll(writer, scene, { reads, ids }));
    },
  );
});
