import { expect, it } from 'vitest';
import { AppError } from '../../../src/platform/base/errors.js';
import { anotherInstance, testApp } from '../../support/app.js';
import { refuseDeadlocks } from '../../support/deadlocks.js';
import { isSoak, seeds } from '../../support/properties.js';
import { randomFrom } from '../../support/random.js';
import { seedOrganization } from '../../support/seed.js';
import { load } from './load.js';
import { expectConsistentOrganization } from './whole.js';
import { loadWrites, type Scene, setScene } from './writes.mjs';

const test = await testApp();
refuseDeadlocks(test);
const instances = [test, await anotherInstance(test)];
const writes = Object.entries(await loadWrites(load));

/** Events that a write does not record if another write has already made the same change. */
const optionalEvents = ['revertTo', 'import', 'updateChangeRequest'];

/** Returns the paths of all reads of content in `/v1`. */
function readsOf({ organization, collection, space, changeRequest, page, heads }: Scene): string[] {
  const content = [`/spaces/${space}/content`, `/spaces/${space}/change-requests/${changeRequest}/content`];
  const revisions = heads.map((head) => `/spaces/${space}/revisions/${head}`);
  const changes = [...revisions, `/spaces/${space}/change-requests/${changeRequest}`].map((path) => `${path}/changes`);
  const ofContent = ['', '/pages', '/path/one?format=document', '/path/deep/page?format=markdown', '/files'];
  return [
    ...['spaces', 'collections', 'change-requests', 'search?query=round'].map(
      (path) => `/orgs/${organization}/${path}`,
    ),
    ...['', '/links', '/search?query=one', '/change-requests', '/pdf'].map((path) => `/spaces/${space}${path}`),
    ...[...content, ...revisions].flatMap((path) => ofContent.map((what) => `${path}${what}`)),
    ...content.flatMap((path) => ['', '/links', '/backlinks'].map((what) => `${path}/page/${page}${what}`)),
    ...changes,
    `/collections/${collection}/spaces`,
    `/spaces/${space}/change-requests/${changeRequest}/links`,
  ];
}

const graphQuery = `query ($space: ID!, $changeRequest: ID!) {
  space(id: $space) {
    title
    changeRequests(first: 20) { nodes { number status conflicts { kind } revision { id } } }
    revisions(first: 20) { nodes { id type author { id } pages(first: 50) { nodes { id ... on DocumentPage { markdown } } } } }
  }
  changeRequest(id: $changeRequest) { conflicts { kind } outdated revision { pages(first: 50) { nodes { id } } } }
}`;

/** Reads random paths until the writers are done. Returns the failures. */
async function readUntil(isOver: () => boolean, { scene, token, random }: Reading): Promise<string[]> {
  const failures: string[] = [];
  const paths = readsOf(scene);
  while (!isOver()) {
    const instance = instances[random(2)]!;
    const path = paths[random(paths.length)]!;
    const { status, body } = await instance.rest('GET', path, { token });
    // The space always exists, but another writer may have deleted the page.
    if (status !== 200 && status !== 404) failures.push(`${path}: ${status} ${JSON.stringify(body)}`);
    const { errors } = random(5) === 0 ? await instance.graphql(graphQuery, { token, variables: scene }) : {};
    if (errors) failures.push(JSON.stringify(errors));
  }
  return failures;
}

interface Reading {
  scene: Scene;
  token: string;
  random: (below: number) => number;
}

it.each(seeds(isSoak ? 3 : 1))(
  'all writes, sent concurrently to two instances (seed %i), leave complete data, and concurrent reads succeed',
  async (seed) => {
    const { id: organization, admin } = await seedOrganization(test);
    const scene = await setScene(load, { store: test.store, viewer: test.operator }, organization);
    const random = randomFrom(seed);
    const inOrder = writes
      .map((write) => ({ write, place: random(1_000_000) }))
      .sort((one, other) => one.place - other.place);
    const actors = instances.map(({ store }) => ({ store, viewer: test.operator }));
    let over = false;
    const writing = inOrder.map(({ write: [name, { run, event }] }, round) =>
      run(actors[random(2)]!, scene, round).then(
        () => ({ name, event, wrong: null }),
        (error) => ({ name, event: null, wrong: unexpectedError(error) }),
      ),
    );
    const reading = readUntil(() => over, { scene, token: admin.token, random });
    const written = await Promise.all(writing);
    over = true;
    expect(await reading).toEqual([]);
    expect(written.filter(({ wrong: failures }) => failures !== null)).toEqual([]);
    const logged = (await expectConsistentOrganization(test, organization)).map(({ action }) => action);
    const left = written.flatMap(({ event }) => (event && !optionalEvents.includes(event) ? event : []));
    expect(logged).toEqual(expect.arrayContaining(left));
  },
);

/**
 * Returns the stack of an unexpected error; null for errors that concurrent writers cause (conflict, deleted object,
 * busy store).
 */
function unexpectedError(error: unknown): string | null {
  const isRefusal = error instanceof AppError && ['CONFLICT', 'NOT_FOUND', 'BAD_USER_INPUT'].includes(error.code);
  // On a slow machine, some of the 29 writers wait for one collection for longer than the lock timeout.
  const isBusy = error instanceof AppError && error.detail.reason === 'STORE_BUSY';
  return isRefusal || isBusy ? null : `${(error as Error).stack}`;
}
