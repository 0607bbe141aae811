import { describe, expect, it } from 'vitest';
import { jobKinds, schedules } from '../../../src/app/job-kinds.js';
import {
  deleteOrganization,
  restoreOrganization,
} from '../../../src/modules/lifecycle/organizations/deletion-actions.js';
import { refreshKind } from '../../../src/modules/specifications/job-kinds.js';
import { runDueJobs } from '../../../src/platform/jobs/run-due-jobs.js';
import { addScheduled } from '../../../src/platform/jobs/schedules.js';
import { createOutbound } from '../../../src/platform/outbound/outbound.js';
import { startHost } from '../../platform/outbound/hosts.js';
import { testApp } from '../../support/app.js';
import { moveClock } from '../../support/clock.js';
import { runKind } from '../../support/run-kind.js';
import { seedOrganization } from '../../support/seed.js';
import { processWaitingSpecifications } from './processing.js';

const test = await testApp();
const { id, admin } = await seedOrganization(test);
const outbound = createOutbound(['127.0.0.1']);
const kinds = jobKinds({ store: test.store, outbound });
const day = 86_400_000;

/** Starts a host with a document that has a title. Counts its requests. */
async function startDocument() {
  const host = { title: 'First', requests: 0, status: 200 };
  const { port } = await startHost((_, answer) => {
    host.requests += 1;
    answer.writeHead(host.status).end(`openapi: 3.1.0\ninfo: {title: ${host.title}, version: "1"}\npaths: {}\n`);
  });
  return Object.assign(host, { url: `http://127.0.0.1:${port}/openapi.yaml` });
}

let count = 0;

/** Registers a source and processes it. */
async function register(source: object) {
  const at = `/orgs/${id}/openapi/spec-${++count}`;
  expect((await test.rest('PUT', at, { ...admin, body: { source } })).status).toBe(201);
  await processWaitingSpecifications(test, outbound.specification);
  const get = async () => (await test.rest('GET', at, admin)).body;
  const versions = async () => (await test.rest('GET', `${at}/versions`, admin)).body.items.length as number;
  return { at, get, versions };
}

/** Runs the scheduled job and the jobs that it adds. */
async function refresh(): Promise<void> {
  await runKind(kinds, refreshKind);
  await processWaitingSpecifications(test, outbound.specification);
}

describe('a specification with an address', () => {
  it('is fetched again after a day, not earlier, and equal content creates no version', async () => {
    const host = await startDocument();
    const { get, versions } = await register({ url: host.url });
    const first = await get();
    host.title = 'Second';
    await refresh();
    moveClock(day - 60_000);
    await refresh();
    expect([host.requests, (await get()).lastVersion]).toEqual([1, first.lastVersion]);
    moveClock(120_000);
    await refresh();
    await refresh();
    const second = await get();
    expect([host.requests, await versions()]).toEqual([2, 2]);
    expect(second.lastVersion).not.toBe(first.lastVersion);
    moveClock(day + 60_000);
    await refresh();
    expect([host.requests, await versions(), (await get()).lastVersion]).toEqual([3, 2, second.lastVersion]);
  });

  it('adds no job while its organization is deleted', async () => {
    const host = await startDocument();
    await register({ url: host.url });
    const actor = { store: test.store, viewer: test.operator };
    await deleteOrganization(actor, { organization: id });
    moveClock(day + 60_000);
    await refresh();
    const waiting = test.store.sql.selectFrom('Job').select('id').where('status', '=', 'waiting');
    expect(await test.store.read.all(waiting.where('kind', '=', 'specification.process'))).toEqual([]);
    await restoreOrganization(actor, id);
    await refresh();
    expect(host.requests).toBe(2);
  });

  it('retains its version if the host fails, reports the error, and is fetched again the next day', async () => {
    const host = await startDocument();
    const { get } = await register({ url: host.url });
    const { lastVersion } = await get();
    host.status = 500;
    moveClock(day + 60_000);
    await refresh();
    expect(await get()).toMatchObject({
      lastVersion,
      lastProcessErrorCode: 'FETCH_ERROR',
      processingState: 'complete',
    });
    Object.assign(host, { status: 200, title: 'Mended' });
    moveClock(day + 60_000);
    await refresh();
    const mended = await get();
    expect(mended).not.toHaveProperty('lastProcessErrorCode');
    expect(mended.lastVersion).not.toBe(lastVersion);
  });

  it('is fetched by the scheduled jobs', async () => {
    const host = await startDocument();
    const { versions } = await register({ url: host.url });
    host.title = 'Second';
    moveClock(day + 60_000);
    await addScheduled(test.store, schedules);
    await runDueJobs(test.store, kinds);
    expect([host.requests, await versions()]).toEqual([2, 2]);
  });

  it('is not fetched after it is deleted, or after its source becomes a text', async () => {
    const [host, other] = [await startDocument(), await startDocument()];
    const [gone, texts] = [await register({ url: host.url }), await register({ url: other.url })];
    await test.rest('DELETE', gone.at, admin);
    const text = 'openapi: 3.1.0\ninfo: {title: Text, version: "1"}\npaths: {}\n';
    await test.rest('PUT', texts.at, { ...admin, body: { source: { text } } });
    await processWaitingSpecifications(test, outbound.specification);
    moveClock(day + 60_000);
    await refresh();
    expect([host.requests, other.requests]).toEqual([1, 1]);
  });
});

it('all specifications are fetched, even if there are more than one batch contains', async () => {
  const host = await startDocument();
  const slugs = Array.from({ length: 105 }, (_, index) => `many-${index}`);
  for (const slug of slugs)
    await test.rest('PUT', `/orgs/${id}/openapi/${slug}`, { ...admin, body: { source: { url: host.url } } });
  await processWaitingSpecifications(test, outbound.specification);
  const before = host.requests;
  moveClock(day + 60_000);
  await refresh();
  expect(host.requests).toBe(before + 105);
});
