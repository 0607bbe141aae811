import { beforeAll, describe, expect, it } from 'vitest';
import { eventActions } from '../../../src/modules/shared/event-actions.js';
import { createTargets } from '../../contract/create-targets.js';
import { mutationCall, mutations } from '../../contract/mutations.js';
import { type Names, sampleRequests } from '../../contract/sample-requests.js';
import { createScene, type Fixture, namesOf } from '../../contract/scene.js';
import { anotherInstance, type TestApp, testApp } from '../../support/app.js';
import { rootFields } from '../../support/shared-schema.js';
import { call, idsForOperation, readAll, unchanged, type WriterAndReader } from './instances-kit.js';
import {
  type AffectedReads,
  affectedReadsByMutation,
  affectedReadsByOperation,
  eventsNotCovered,
  mutationsWithoutEffect,
  operationsWithoutEffect,
} from './reads-after.js';

// Two instances on one database. A write that one instance has confirmed is visible to the next request at the other
// instance, whatever it caches.

const test = await testApp();
const other = await anotherInstance(test);
let scene: Fixture;

beforeAll(async () => {
  scene = await createScene(test);
});

/** Alternates the instance that writes. The other one reads. */
const instancesForRound = (index: number): WriterAndReader =>
  index % 2 === 0 ? { writer: test, reader: other } : { writer: other, reader: test };

describe('the tables of affected reads', () => {
  it('contain every operation of /v1 that changes something, unless it is listed as an exception', () => {
    const writes = sampleRequests.filter(({ method }) => method !== 'GET').map(({ id }) => id);
    expect([...Object.keys(affectedReadsByOperation), ...Object.keys(operationsWithoutEffect)].sort()).toEqual(
      writes.sort(),
    );
  });

  /** Mutations that no operation of `/v1` calls. */
  const graphOnly = mutations.filter(({ name }) => ![...rootFields.values()].includes(name));

  it('contain every mutation without such an operation, unless it is listed as an exception', () => {
    const known = [...Object.keys(affectedReadsByMutation), ...Object.keys(mutationsWithoutEffect)];
    expect(known.sort()).toEqual(graphOnly.map(({ name }) => name).sort());
  });
});

/**
 * Runs the preparation of a write: a function, or an operation of `/v1` at the instance that writes.
 * @param ids ids of the objects that were created for the write; if absent, the operation gets its own ids
 */
async function prepare(
  preparation: NonNullable<AffectedReads['preparation']>,
  { writer, ids }: { writer: TestApp; ids?: Names },
) {
  if (typeof preparation === 'function') return preparation(scene);
  const given = ids ?? (await idsForOperation(scene, preparation));
  expect((await call(writer, scene, { id: preparation, ids: given })).status).toBeLessThan(300);
}

describe('the next request at another instance reads the data that is written by', () => {
  it.each(Object.entries(affectedReadsByOperation).map((row, index) => [...row, index] as const))(
    '%s',
    async (id, { reads, preparation, body }, index) => {
      const { writer, reader } = instancesForRound(index);
      const ids = await idsForOperation(scene, id);
      if (preparation) await prepare(preparation, { writer, ids: createTargets[id] && ids });
      const [before] = await Promise.all([reader, writer].map((app) => readAll(app, scene, { reads, ids })));
      expect((await call(writer, scene, { id, ids, given: body })).status).toBeLessThan(300);
      const after = await readAll(reader, scene, { reads, ids });
      expect(unchanged(before!, after)).toEqual([]);
      expect(after).toEqual(await readAll(writer, scene, { reads, ids }));
    },
  );

  it.each(Object.entries(affectedReadsByMutation).map((row, index) => [...row, index] as const))(
    'the mutation %s',
    async (name, reads, index) => {
      const { writer, reader } = instancesForRound(index);
      const { type, input, token } = await mutationCall(mutations.find((one) => one.name === name)!, scene);
      const ids = { ...namesOf(scene), ...input };
      const [before] = await Promise.all([reader, writer].map((app) => readAll(app, scene, { reads, ids })));
      const query = `mutation ($input: ${type}) { ${name}(input: $input) { __typename } }`;
      expect((await writer.graphql(query, { token, variables: { input } })).errors).toBeUndefined();
      const after = await readAll(reader, scene, { reads, ids });
      expect(unchanged(before!, after)).toEqual([]);
      expect(after).toEqual(await readAll(writer, scene, { reads, ids }));
    },
  );
});

it('the tested writes record every kind of event, except the listed exceptions', async () => {
  const { read } = test.store;
  const left = (await read.all(read.sql.selectFrom('Event').select('action').distinct())).map(({ action }) => action);
  const others = Object.keys(eventActions).filter((action) => !left.includes(action));
  expect(others.sort()).toEqual(Object.keys(eventsNotCovered).sort());
});
