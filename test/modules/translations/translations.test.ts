import { beforeAll, describe, expect, it } from 'vitest';
import { jobKinds } from '../../../src/app/job-kinds.js';
import { createOutbound } from '../../../src/platform/outbound/outbound.js';
import { testApp } from '../../support/app.js';
import { runKind } from '../../support/run-kind.js';
import { type Person, seedGrant, seedMember, seedOrganization, seedSpace } from '../../support/seed.js';
import { addMember } from '../lifecycle/transfers/transfer-kit.js';
import { seedTranslation } from './translation-kit.js';

const test = await testApp();
let organization: string;
let admin: Person;
let source: string;
beforeAll(async () => {
  ({ id: organization, admin } = await seedOrganization(test));
  source = await seedSpace(test, organization);
});

const create = (given: object = {}, by: { token: string } = admin) =>
  test.rest('POST', `/orgs/${organization}/translations`, {
    ...by,
    body: { source: { space: source, language: 'en' }, language: 'fr', ...given },
  });

describe('a translation', () => {
  it('is pending when it is created, and has no result and no instructions', async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: 'translation',
      status: 'pending',
      source: { space: source, language: 'en' },
      language: 'fr',
      instructions: { object: 'document', nodes: [] },
      permissions: { view: true, edit: true },
    });
    expect(body).not.toHaveProperty('result');
  });

  it.each([
    [{ language: 'en' }, 'language'],
    [{ source: { space: 'spc_0', language: 'en' } }, 'source.space'],
    [{ instructions: { object: 'document', data: {}, nodes: [{ object: 'block', type: 'nothing' }] } }, 'nothing'],
    [{ language: 'xx' }, 'language'],
  ])('is refused with %j', async (given, field) => {
    const { status, body } = await create(given);
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(field)]);
  });

  it('requires the role create, and read access to the source; an invisible source is reported as missing', async () => {
    const author = await seedMember(test, organization, 'create');
    const editor = await seedMember(test, organization, 'edit');
    expect((await create({}, author)).status).toBe(201);
    expect((await create({}, editor)).status).toBe(403);
    const hidden = await seedSpace(test, organization);
    await test.rest('PATCH', `/spaces/${hidden}`, { ...admin, body: { defaultLevel: null } });
    const given = { source: { space: hidden, language: 'en' } };
    const { status, body } = await create(given, author);
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('`source.space`')]);
    // A user who may not read the source cannot run the translation either.
    const { body: made } = await create(given);
    const at = `/orgs/${organization}/translations/${made.id}`;
    expect((await test.rest('POST', `${at}/run`, author)).status).toBe(404);
    expect((await test.rest('GET', at, author)).body.permissions).toEqual({ view: true, edit: true });
  });

  it('requires the role create in the collection of its source', async () => {
    const { body: collection } = await test.rest('POST', `/orgs/${organization}/collections`, {
      ...admin,
      body: { title: 'Shelf' },
    });
    const author = await seedMember(test, organization, 'create');
    await test.rest('PATCH', `/collections/${collection.id}`, { ...admin, body: { defaultLevel: 'read' } });
    const { body: space } = await test.rest('POST', `/orgs/${organization}/spaces`, {
      ...admin,
      body: { parent: collection.id },
    });
    expect((await create({ source: { space: space.id, language: 'en' } }, author)).status).toBe(403);
  });

  it('does not delete its result when it is deleted, and a second deletion changes nothing', async () => {
    const space = await seedTranslation(test, { 'README.md': '# One\n' });
    await space.run();
    const { result } = await space.read();
    for (const _ of [1, 2]) expect((await test.rest('DELETE', space.path, space.admin)).status).toBe(204);
    expect((await test.rest('GET', space.path, space.admin)).status).toBe(404);
    expect((await test.rest('GET', `/spaces/${result.space}`, space.admin)).status).toBe(200);
  });

  it('has a result with the level and the grants of its source', async () => {
    const space = await seedTranslation(test, { 'README.md': '# One\n' });
    const reader = await seedMember(test, space.organization, 'read');
    await test.rest('PATCH', `/spaces/${space.source}`, { ...space.admin, body: { defaultLevel: null } });
    await seedGrant(test, space.organization, { to: reader.id, on: space.source, role: 'edit' });
    await space.run();
    const { result } = await space.read();
    const { body } = await test.rest('GET', `/spaces/${result.space}`, reader);
    expect(body).toMatchObject({ defaultLevel: null, language: 'fr', permissions: { edit: true } });
    const other = await seedMember(test, space.organization, 'read');
    expect((await test.rest('GET', `/spaces/${result.space}`, other)).status).toBe(404);
    expect((await test.rest('GET', space.path, other)).body.result.space).toBe(result.space);
  });
});

it.each(['source', 'result'])(
  'a translation is deleted when its %s moves to another organization, and both spaces stay',
  async (which) => {
    const space = await seedTranslation(test, { 'README.md': '# One\n' });
    await space.run();
    const { result } = await space.read();
    const { id: elsewhere } = await seedOrganization(test);
    await addMember(test, elsewhere, { id: space.admin.id, role: 'create' });
    const id = which === 'source' ? space.source : result.space;
    const body = { organization: elsewhere };
    expect((await test.rest('POST', `/spaces/${id}/transfer`, { ...space.admin, body })).status).toBeLessThan(300);
    expect((await test.rest('GET', space.path, space.admin)).status).toBe(404);
    for (const one of [space.source, result.space])
      expect((await test.rest('GET', `/spaces/${one}`, space.admin)).status).toBe(200);
  },
);

it('a translation is deleted when its source is purged, and its result stays', async () => {
  const space = await seedTranslation(test, { 'README.md': '# One\n' });
  await space.run();
  const { result } = await space.read();
  await test.rest('DELETE', `/spaces/${space.source}`, space.admin);
  await test.store.transaction(({ prisma }) =>
    prisma.space.update({ where: { id: space.source }, data: { deletedAt: new Date(0) } }),
  );
  await runKind(jobKinds({ store: test.store, outbound: createOutbound([]) }), 'spaces.purge');
  expect((await test.rest('GET', space.path, space.admin)).status).toBe(404);
  expect((await test.rest('GET', `/spaces/${result.space}`, space.admin)).status).toBe(200);
});

it('a translation with edits still runs after the removal of unreachable content', async () => {
  const space = await seedTranslation(test, { 'README.md': '# One\n\nText.\n' });
  await space.run();
  await space.edit('', (text) => text.replace(/.*Ťéӿť\./, 'Mot.'));
  const long = new Date(Date.now() - 10 * 86_400_000);
  await test.store.transaction(async ({ prisma }) => {
    await prisma.blob.updateMany({ where: { organizationId: space.organization }, data: { createdAt: long } });
    await prisma.treeNode.updateMany({ where: { organizationId: space.organization }, data: { createdAt: long } });
  });
  for (const _ of [1, 2]) await runKind(jobKinds({ store: test.store, outbound: createOutbound([]) }), 'content.sweep');
  await space.write({ 'README.md': '# One\n\nOther.\n' });
  await space.run();
  expect((await space.read()).status).toBe('completed');
});

it('a space computed from a translation has the pages of the result, and new pages after a run', async () => {
  const space = await seedTranslation(test, { 'README.md': '# One\n' });
  const id = space.path.split('/').at(-1);
  const ref = { kind: 'translation', translation: id };
  const computedSource = { type: 'builtin:translation', props: {}, dependencies: { translation: { ref } } };
  const at = `/orgs/${space.organization}/spaces`;
  const { status, body: made } = await test.rest('POST', at, {
    ...space.admin,
    body: { title: 'Shown', computedSource },
  });
  expect(status).toBe(201);
  const titles = async () => {
    const { body } = await test.rest('GET', `/spaces/${made.id}/content?computed=true`, space.admin);
    return (body.pages[0].pages ?? []).map(({ title }: { title: string }) => title);
  };
  expect(await titles()).toEqual([]);
  await space.run();
  expect(await titles()).toEqual(['[fr] Óñé']);
  await space.write({ 'README.md': '# One\n', 'two.md': '# Two\n' });
  await space.run();
  expect(await titles()).toEqual(['[fr] Óñé', '[fr] Ťŵó']);
});
