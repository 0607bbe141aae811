import { beforeAll, describe, expect, it } from 'vitest';
import { type Role, roles } from '../../../../src/access/viewer.js';
import { testApp } from '../../../support/app.js';
import { moveClock } from '../../../support/clock.js';
import { seedMember, seedOrganization, seedSpace, seedStranger } from '../../../support/seed.js';

const test = await testApp();
const acme = await seedOrganization(test);
let space: string;

beforeAll(async () => {
  space = await seedSpace(test, acme.id);
});

const read = async () => (await test.rest('GET', `/spaces/${space}`, acme.admin)).body;
const patch = (body: unknown) => test.rest('PATCH', `/spaces/${space}`, { ...acme.admin, body });
const rules = { type: 'rules', rules: [{ rule: 'require_specific_reviewers', users: [acme.admin.id] }] };

describe('updating a space', () => {
  it.each([
    ['title', 'Handbook'],
    ['title', ''],
    ['title', 'x'.repeat(50)],
    ['emoji', '1f4d6'],
    ['editMode', 'locked'],
    ['editMode', 'live'],
    ['defaultLevel', 'comment'],
    ['defaultLevel', null],
    ['defaultLevel', 'inherit'],
    ['language', 'zh'],
    ['mergeRules', { type: 'none' }],
    ['mergeRules', { type: 'inherit' }],
    ['mergeRules', rules],
  ])('sets `%s` to %j, returns it and stores it', async (field, value) => {
    const { status, body } = await patch({ [field]: value });
    expect([status, body[field]]).toEqual([200, value]);
    expect((await read())[field]).toEqual(value);
  });

  it('replaces the emoji by an icon, and the icon by an emoji', async () => {
    await patch({ emoji: '1f4d6' });
    const icon = (await patch({ icon: 'https://acme.test/icon.png' })).body;
    expect([icon.emoji, icon.urls.icon]).toEqual(['', 'https://acme.test/icon.png']);
    const emoji = (await patch({ emoji: '1f600' })).body;
    expect([emoji.emoji, emoji.urls.icon]).toEqual(['1f600', undefined]);
  });

  it('returns 400 for an emoji together with an icon', async () => {
    const { status, body } = await patch({ emoji: '1f4d6', icon: 'https://acme.test/icon.png' });
    expect([status, body.error.message]).toEqual([400, '`emoji` and `icon` exclude each other; give one of them']);
  });

  it('removes the emoji and the icon with null, separately or together', async () => {
    await patch({ emoji: '1f4d6' });
    expect((await patch({ emoji: null })).body.emoji).toBe('');
    await patch({ icon: 'https://acme.test/icon.png' });
    expect((await patch({ icon: null })).body.urls).not.toHaveProperty('icon');
    await patch({ icon: 'https://acme.test/icon.png' });
    const { body } = await patch({ emoji: null, icon: null });
    expect([body.emoji, body.urls.icon]).toEqual(['', undefined]);
  });

  it.each(['title', 'editMode', 'language', 'mergeRules'])('returns 400 for `%s: null`', async (field) => {
    const { status, body } = await patch({ [field]: null });
    expect([status, body.error.message]).toEqual([400, `\`${field}\` must not be null`]);
  });

  it.each([
    ['title', 'x'.repeat(51)],
    ['title', 1],
    ['emoji', 'x'.repeat(51)],
    ['icon', '/relative.png'],
    ['icon', 'javascript:alert(1)'],
    ['editMode', 'LIVE'],
    ['defaultLevel', 'owner'],
    ['language', 'xx'],
    ['mergeRules', {}],
    ['mergeRules', { type: 'rules', rules: [{}] }],
    ['mergeRules', { type: 'rules', extra: 1 }],
    ['mergeRules', []],
    ['visibility', 'public'],
  ])('returns 400 for `%s: %j`, naming the field, and changes nothing', async (field, value) => {
    const before = await read();
    const { status, body } = await patch({ [field]: value });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(field)]);
    expect(await read()).toEqual(before);
  });

  it('updates the time of the last change', async () => {
    const before = await read();
    moveClock(1000);
    expect((await patch({ title: 'Later' })).body.updatedAt > before.updatedAt).toBe(true);
  });

  it.each(roles.filter((role) => role !== 'admin'))(
    'returns 403 to the role %s, naming the required role',
    async (role) => {
      const member = await seedMember(test, acme.id, role);
      const { status, body } = await test.rest('PATCH', `/spaces/${space}`, { ...member, body: { title: 'Mine' } });
      expect([status, body.error.message]).toEqual([403, `space.update needs the role admin; yours is ${role}`]);
    },
  );

  it.each(roles)(
    'shows the role %s its permissions, in one batch for the space, one for its URL and one for grants',
    async (role) => {
      const member = await seedMember(test, acme.id, role);
      const at = (needed: Role) => roles.indexOf(role) >= roles.indexOf(needed);
      const batches = await test.batches(async () => {
        const { status, body } = await test.rest('GET', `/spaces/${space}`, member);
        expect(status).toBe(200);
        expect(body.permissions).toMatchObject({
          view: true,
          access: true,
          admin: at('admin'),
          edit: at('edit'),
          comment: at('comment'),
          merge: at('review'),
          review: at('review'),
        });
      });
      expect(batches).toHaveLength(role === 'admin' ? 2 : 3);
    },
  );

  it('returns the same 404 to a guest and a stranger as for an unknown space', async () => {
    const unknown = 'spc_00000000000000000000000000';
    for (const person of [await seedMember(test, acme.id, null), await seedStranger(test)]) {
      for (const [method, body] of [['GET'], ['PATCH', { title: 'Mine' }]] as const) {
        const unseen = await test.rest(method, `/spaces/${space}`, { ...person, body });
        const missing = await test.rest(method, `/spaces/${unknown}`, { ...person, body });
        expect([unseen.status, missing.status]).toEqual([404, 404]);
        expect(JSON.stringify(unseen.body).replaceAll(space, unknown)).toBe(JSON.stringify(missing.body));
      }
    }
  });

  it('distinguishes null from absent fields in GraphQL too', async () => {
    const mutation = `mutation ($input: UpdateSpaceInput!) {
    updateSpace(input: $input) { space { title emoji defaultLevel } }
  }`;
    const send = (input: object) =>
      test.graphql(mutation, { ...acme.admin, variables: { input: { space, ...input } } });
    await send({ title: 'Graph', emoji: '1f4d6', defaultLevel: 'EDIT' });
    expect((await send({ emoji: null })).data.updateSpace.space).toEqual({
      title: 'Graph',
      emoji: '',
      defaultLevel: 'EDIT',
    });
    expect((await send({ defaultLevel: null })).data.updateSpace.space.defaultLevel).toBeNull();
    const refused = await send({ emoji: '1f4d6', icon: 'https://acme.test/icon.png' });
    expect(refused.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'icon' });
  });
});
