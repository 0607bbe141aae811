import { setTimeout as sleep } from 'node:timers/promises';
import { load } from './dist.mjs';
import { withNewDatabases } from './fairness/databases.mjs';
import { seedLargeOrganization } from './large-organization.mjs';
import { withStore } from './world.mjs';

/** Milliseconds between two writes of the neighbor. */
const pauseMs = 10;

/**
 * Removes an organization of 2,000 pages and 500 change requests on both databases, while another organization of the
 * same process writes. Prints how long the removal takes, and how long the writes take without it and during it.
 */
export default function removal() {
  return withNewDatabases(async (newDatabase) => {
    for (const kind of ['sqlite', 'postgresql']) {
      const url = await newDatabase(kind);
      const { organization } = await seedLargeOrganization(url);
      await withStore(url, (store) => measure(kind, store, organization));
    }
  });
}

async function measure(kind, store, organization) {
  const write = await neighbor(store);
  const alone = await writeDuring(write, sleep(3_000));
  const { deleteOrganization } = await load('modules/lifecycle/organizations/deletion-actions.js');
  const { organizationPurge } = await load('modules/lifecycle/organizations/removal-actions.js');
  await deleteOrganization(await actorOn(store), { organization, now: true });
  const begun = performance.now();
  const run = { signal: new AbortController().signal, progress: async () => {} };
  const meanwhile = await writeDuring(write, organizationPurge(store).run(null, run));
  const seconds = (performance.now() - begun) / 1000;
  const { count } = await store.read.first(
    store.sql
      .selectFrom('Page')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('organizationId', '=', organization),
  );
  if (Number(count) !== 0) throw new Error('The organization was not removed');
  console.log(`  ${kind}: removed in ${seconds.toFixed(1)} s`);
  console.log(`  a write of another organization: alone ${formatSpread(alone)}, meanwhile ${formatSpread(meanwhile)}`);
}

async function actorOn(store) {
  await load('app/head-hooks.js');
  const { operatorOf } = await load('modules/identity/tokens/bootstrap.js');
  return { store, viewer: await operatorOf(store) };
}

/** Creates another organization with a space. Returns a function that changes the space. */
async function neighbor(store) {
  const actor = await actorOn(store);
  const { createOrganization } = await load('modules/identity/members/creation-actions.js');
  const { createSpace, updateSpace } = await load('modules/content/space-lifecycle/actions.js');
  const organization = await createOrganization(actor, { title: 'Neighbor' });
  const space = await createSpace({ ...actor, tenant: organization }, { organization, title: 'Neighbor' });
  let number = 0;
  return () => updateSpace({ ...actor, tenant: organization }, space, { title: `Neighbor ${++number}` });
}

/** Repeats a write until a promise is settled. Returns the milliseconds of each, in ascending order. */
async function writeDuring(write, promise) {
  let isDone = false;
  const done = promise.finally(() => {
    isDone = true;
  });
  const times = [];
  while (!isDone) {
    const begun = performance.now();
    await write();
    times.push(performance.now() - begun);
    await sleep(pauseMs);
  }
  await done;
  return times.sort((left, right) => left - right);
}

function formatSpread(times) {
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(0);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`;
}
