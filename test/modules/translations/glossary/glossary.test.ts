import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization } from '../../../support/seed.js';

const test: TestApp = await testApp();
let organization: string;
let admin: Person;
let at: string;
beforeAll(async () => {
  ({ id: organization, admin } = await seedOrganization(test));
  at = `/orgs/${organization}/translations-glossary`;
});

const change = (operations: object[], by: { token: string } = admin) =>
  test.rest('PUT', at, { ...by, body: { operations } });
const entries = async () => (await test.rest('GET', at, admin)).body.items;

describe('the glossary', () => {
  it('stores terms that are added, changed and deleted in one request', async () => {
    const added = await change([
      { type: 'insert', translations: { en: 'space', fr: 'espace' } },
      { type: 'insert', translations: { en: 'page' } },
    ]);
    expect([added.status, added.body]).toEqual([204, undefined]);
    const [page, space] = await entries();
    expect(space).toMatchObject({ object: 'glossary-entry', translations: { en: 'space', fr: 'espace' } });
    await change([
      { type: 'update', id: space.id, translations: { en: 'space', de: 'Bereich' } },
      { type: 'delete', id: page.id },
    ]);
    const after = await entries();
    expect(after).toEqual([{ ...space, translations: { en: 'space', de: 'Bereich' }, updatedAt: expect.any(String) }]);
    expect(after[0].updatedAt > space.updatedAt).toBe(true);
  });

  it.each([
    [{ type: 'update', id: 'term_0', translations: { en: 'a' } }, 'operations.1.id'],
    [{ type: 'delete', id: 'term_0' }, 'operations.1.id'],
    [{ type: 'insert', translations: { xx: 'a' } }, 'operations.1.translations'],
    [{ type: 'insert', translations: {} }, 'operations.1.translations'],
    [{ type: 'insert', translations: { en: 'two\nlines' } }, 'operations[1].translations.en'],
    [{ type: 'insert', translations: { en: 'a'.repeat(256) } }, 'operations[1].translations.en'],
  ])('refuses %j, together with all other operations of the request', async (operation, field) => {
    const before = await entries();
    const { status, body } = await change([{ type: 'insert', translations: { en: 'beside' } }, operation]);
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(`\`${field}\``)]);
    expect(await entries()).toEqual(before);
  });

  it('refuses an entry that the same request has deleted', async () => {
    await change([{ type: 'insert', translations: { en: 'once' } }]);
    const [{ id }] = await entries();
    const { status } = await change([
      { type: 'delete', id },
      { type: 'update', id, translations: { en: 'twice' } },
    ]);
    expect(status).toBe(400);
    expect((await entries())[0].id).toBe(id);
  });

  it('can be changed with the role edit, and read by members', async () => {
    const editor = await seedMember(test, organization, 'edit');
    const reader = await seedMember(test, organization, 'comment');
    expect((await change([{ type: 'insert', translations: { en: 'edited' } }], editor)).status).toBe(204);
    expect((await change([{ type: 'insert', translations: { en: 'read' } }], reader)).status).toBe(403);
    expect((await test.rest('GET', at, reader)).body.items[0].translations).toEqual({ en: 'edited' });
  });

  it('refuses the entries of another organization', async () => {
    const other = await seedOrganization(test);
    const [{ id }] = await entries();
    const body = { operations: [{ type: 'delete', id }] };
    expect((await test.rest('PUT', `/orgs/${other.id}/translations-glossary`, { ...other.admin, body })).status).toBe(
      400,
    );
  });

  it('returns the changed entries and the deleted ids in GraphQL', async () => {
    const [{ id }] = await entries();
    const operations = [{ insert: { translations: { en: 'new' } } }, { delete: { id } }];
    const { data } = await test.graphql(
      'mutation ($input: UpdateGlossaryInput!) { updateGlossary(input: $input) { entries { translations } deletedIds } }',
      { ...admin, variables: { input: { organization, operations } } },
    );
    expect(data.updateGlossary).toEqual({ entries: [{ translations: { en: 'new' } }], deletedIds: [id] });
  });
});
